"""When two texts count as the same text."""

import unicodedata


def squeeze(text: str) -> str:
    """Reduce `text` to its letters and digits: NFKC, case folded, without spaces, punctuation and markup.

    Width (ＡＢＣ, ！), case, white space, quotes and list markers thus make no difference; a missing or changed word does.
    """
    return "".join(char for char in unicodedata.normalize("NFKC", text).casefold() if char.isalnum())
