"""How people name columns in German, French, Spanish, Portuguese, Italian and Dutch, by what the column means.

Words of general use, gathered by meaning, without their accents: `words_of` takes those off (`gelöscht`, `créé`). German
umlauts stand both ways that they are written, `geloscht` and `geloescht`. `WHOLE` and `WORDS` are as in `name_words`.
"""

from __future__ import annotations

from typing import Final

from satchel.move.infer.role import Role

WHOLE: Final[dict[Role, str]] = {
    Role.TEXT: "inhalt notiz notizen eintrag erinnerung nachricht aussage beschreibung bemerkung merksatz meldung wortlaut"
    " contenu texte souvenir enonce message_texte contenido texto recuerdo nota mensaje descripcion conteudo lembranca mensagem"
    " descricao contenuto testo ricordo messaggio descrizione inhoud tekst notitie herinnering bericht omschrijving",
    Role.TITLE: "titel betreff uberschrift ueberschrift bezeichnung titre sujet intitule libelle titulo asunto assunto titolo oggetto onderwerp",
    Role.DUE: "fallig faellig fallig_am faellig_am frist echeance date_limite vencimiento fecha_limite prazo scadenza vervaldatum",
    Role.CREATED: "datum erstellt erstellt_am angelegt angelegt_am erfasst erfasst_am eingetragen_am hinzugefugt_am hinzugefuegt_am"
    " zeitpunkt zeitstempel uhrzeit anlagedatum erstelldatum cree cree_le date_creation date_de_creation ajoute_le horodatage"
    " fecha fecha_creacion fecha_de_creacion creado creado_en data_criacao criado criado_em fecha_alta data_creazione data_de_criacao creato creato_il"
    " aangemaakt aangemaakt_op gemaakt_op tijdstip",
    Role.UPDATED: "geandert geaendert geandert_am geaendert_am aktualisiert aktualisiert_am bearbeitet_am anderungsdatum modifie modifie_le"
    " mis_a_jour date_modification actualizado actualizado_en fecha_modificacion atualizado atualizado_em modificato modificato_il"
    " aggiornato gewijzigd gewijzigd_op bijgewerkt",
    Role.DELETED_AT: "geloscht_am geloescht_am loschdatum loeschdatum entfernt_am supprime_le date_suppression borrado_en eliminado_en"
    " fecha_borrado excluido_em eliminato_il verwijderd_op",
    Role.EXPIRES: "gultig_bis gueltig_bis ablaufdatum expire_le valide_jusqu valido_hasta caduca scade verloopt",
    Role.USER: "wer qui quien quem benutzer nutzer anwender inhaber besitzer benutzername benutzer_id nutzer_id kennung gehort gehoert utilisateur"
    " id_utilisateur proprietaire usager usuario id_usuario usuaria dono proprietario utente id_utente gebruiker eigenaar",
    Role.SPEAKER: "absender sprecher rolle expediteur locuteur remitente remetente mittente afzender",
    Role.PROJECT: "projekt projet proyecto projeto progetto",
    Role.KIND: "art typ kategorie rubrik gattung sorte categorie rubrique categoria tipo clase soort",
    Role.STATE: "zustand stand etat statut estado stato",
    Role.LEVEL: "stufe niveau nivel livello",
    Role.ID: "nr lfd_nr lfdnr laufende_nummer nummer kennziffer numero num_ligne identifiant identificador identificatore volgnummer",
    Role.TAGS: "schlagworte schlagworter schlagwoerter stichworte etiketten mots_cles etiquettes etiquetas palabras_clave etichette trefwoorden",
    Role.IMPORTANCE: "wichtigkeit prioritat prioritaet gewicht priorite poids prioridad prioridade peso priorita prioriteit",
    Role.CONFIDENCE: "vertrauen sicherheit gewissheit confiance confianza confianca fiducia zekerheid",
    Role.KEY: "schlussel schluessel eigenschaft merkmal cle propriete attribut clave propiedad atributo chave chiave sleutel eigenschap",
    Role.VALUE: "wert auspragung auspraegung valeur valor valore waarde",
    Role.DETAIL: "grund anmerkung anmerkungen ort zustandig zustaendig raison remarque lieu motivo lugar observaciones luogo toelichting",
    Role.EXTRA: "sprache quelle langue idioma fuente lingua fonte taal bron",
}
"""Complete names, in `_` form, by role."""

WORDS: Final[dict[Role, str]] = {
    Role.TEXT: "inhalt notiz contenu texte contenido texto conteudo contenuto testo inhoud tekst",
    Role.CREATED: "erstellt angelegt erfasst cree creacion creado criacao criado creazione creato aangemaakt",
    Role.UPDATED: "geandert geaendert aktualisiert modifie modification actualizado modificacion atualizado modificato gewijzigd",
    Role.DELETED_AT: "geloscht geloescht entfernt supprime suppression borrado eliminado excluido eliminato verwijderd",
    Role.USER: "wer qui quien quem benutzer nutzer utilisateur usuario utente gebruiker",
    Role.PROJECT: "projekt projet proyecto projeto progetto",
    Role.KIND: "art typ kategorie rubrik categorie categoria tipo soort",
    Role.STATE: "statut estado stato",
}
"""Single words, by role. Those that are English words too and mean something else stand in `WHOLE` alone."""

TIME_WORDS: Final = frozenset(
    "datum zeit uhrzeit zeitpunkt zeitstempel am heure horodatage le fecha hora en em ora il tijd tijdstip op".split()
)
"""Words that say `a time` where they end a name, or are all of it, and nothing about which: `angelegt_am`, `creado_en`."""
