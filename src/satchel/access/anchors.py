"""What a text must have before a detector looks at it: one list for each, a little wider than what the detector takes."""

from __future__ import annotations

from typing import Final

from satchel.access.scan import Anchors, Scan

PRIVATE_KEY_MARKS: Final = Anchors(
    parts="-----begin|age-secret|private-lines|privatekey|sharedkey|xprv|nsec1|private_key".split("|")
)
PRIVATE_KEYS: Final = Anchors(
    parts="private|privkey|wallet|signing key|secret key|keypair".split("|"), han="私钥 私鑰 私匙 金鑰 密钥".split()
)
PHRASES: Final = Anchors(
    parts="phrase|mnemonic|seed word|recovery word|backup word".split("|"),
    han="助记词 助記詞 恢复短语 种子短语 种子词 恢复词".split(),
)
KEYS: Final = Anchors(
    parts="key token secret credential bearer authoriz".split(),
    words="pat ak sk aws".split(),
    han="钥 鑰 密匙 令牌 凭证 憑證 授权码".split(),
)
PASSWORDS: Final = Anchors(
    parts="passw passco passphr passkey".split(),
    words="pwd pw pass pin psk combination userpass".split(),
    han="密码 密碼 口令 pin码 通行码 开门码 门禁码 解锁码 锁屏码 暗码".split(),
)
LOCKED: Final = frozenset(
    "alarm door gate garage safe lock locker lockbox entry access security keypad unlock building backup recovery pin".split()
)
"""What a code opens."""
LOGINS: Final = Anchors(
    words="login logins credential credentials creds user username account".split(),
    han="账号 账户 用户名 账密 登录".split(),
)
COMMANDS: Final = Anchors(
    words="password passwd pass pwd curl mysql mysqldump mariadb redis sshpass requirepass".split()
)
ACCOUNTS: Final = Anchors(
    parts="account acct a/c konto compte cuenta conto iban".split(),
    han="账号 账户 帐号 帐户 賬號 帳號 賬戶 帳戶 收款号 对公户 存折 卡号".split(),
)
DOCUMENTS: Final = Anchors(
    parts=(
        "passport|residence permit|green card|alien|a-number|travel document|visa n|licen|national |tax |identity|citizen|government |personal|voter|military|ausweis|steuer|id card|codice fiscale|social|aadha"
    ).split("|"),
    words="dl nino ni sin tfn ssn itin pan dni nie curp cpf nif nir bsn pesel".split(),
    han=(
        "护照 護照 行证 胞证 胞證 乡证 鄉證 澳证 台证 驶证 驾照 駕照 份证 份證 分證 分证 住证 留证 官证 兵证 证件 社保 医保 社会保障 户口 结婚证 税号 识别号"
    ).split(),
)
STREETS: Final = Anchors(
    words=(
        "street st avenue ave av road rd boulevard blvd lane ln drive dr court ct place pl square sq terrace ter way parkway pkwy highway hwy circle cir close crescent cres row mews garden gardens gdns"
        " grove hill walk alley trail loop quay wharf parade rise path plaza crossing turnpike tpke esplanade embankment broadway green heights vale yard gate expy"
    ).split()
)
LIVING: Final = Anchors(words="lives live living moved address ship deliver located resides stays staying".split())
_FOREIGN: Final = Anchors(
    parts=("straße", "vägen", "praça"),
    words=(
        "rue avenue av boulevard bd place chemin impasse quai route cours square passage ruelle via viale piazza corso vicolo largo calle avenida avda plaza paseo carrer rua travessa ulica ul weg platz allee"
    ).split(),
)
_ENDINGS: Final = tuple(
    "strasse str weg platz allee gasse damm ufer markt steig chaussee straat laan gracht plein kade gatan gata veien vej gade".split()
)
_ENDS: Final = frozenset(ending[-3:] for ending in _ENDINGS)


def foreign_streets(scan: Scan) -> list[str]:
    """Words for a street, or that end in one, as other languages than English have them."""
    ended = [word for word in scan.words if word[-3:] in _ENDS and word.endswith(_ENDINGS)]
    return _FOREIGN.of(scan) + ended
