"""What a text must have before a detector looks at it: one list for each, a little wider than what the detector takes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from satchel.access.health_names import WORDS as HEALTH_WORDS
from satchel.access.health_terms_han import HINTS as HEALTH_CHARS
from satchel.access.scan import Scan


class Anchors:
    """Words and parts of words that give a detector a reason to look.

    Args:
        parts: Stretches of small letters, wherever they stand.
        words: Whole words.
        han: Stretches that are not all ASCII.
    """

    __slots__ = ("_han", "_parts", "bit", "han_ends", "tokens", "words")
    _count = 0

    def __init__(self, *, parts: Iterable[str] = (), words: Iterable[str] = (), han: Iterable[str] = ()) -> None:
        self._parts, self.words, self._han = tuple(parts), frozenset(words), tuple(han)
        self.tokens = tuple(max(re.findall("[a-z]+", part), key=len) for part in self._parts)
        self.han_ends = frozenset(part[-1] for part in self._han)
        self.bit = 1 << Anchors._count
        """What stands for it among the reasons of a text."""
        Anchors._count += 1

    def of(self, scan: Scan) -> list[str]:
        """Those that a text has."""
        lower = scan.lower
        found = [part for part in self._parts if part in lower]
        found += self.words.intersection(scan.words)
        if scan.han:
            found += [part for part in self._han if part in lower]
        return found

    def may_have_part(self, word: str) -> bool:
        """Whether a text with this word may have one of the parts."""
        return any(token in word for token in self.tokens)


PRIVATE_KEY_MARKS: Final = Anchors(
    parts="-----begin|age-secret|private-lines|privatekey|sharedkey|xprv|nsec1|private_key".split("|")
)
PRIVATE_KEYS: Final = Anchors(
    parts="private|privkey|wallet|bitcoin|btc key|signing key|secret key|keypair".split("|"),
    han="私钥 私鑰 私匙 金鑰 密钥".split(),
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
    parts="passw passco passphr passkey smtppass mailpass dbpass rootpass adminpass wifipass dbpwd userpwd storepass keypass bindpass bindpw contrase passe".split(),
    words="kennwort senha mima pwd pw pswd pass pin puk psk combination userpass keypad pgpassword".split(),
    han=[
        *"密码 密碼 口令 暗号 暗號 pin码 通行码 开门码 门禁码 解锁码 锁屏码 暗码 入会码 会议码 参会码 提取码 配对码 门码 锁码 盒码 柜码 接入码 主持码 主持人码 主持人密钥 访客码 访问码 查看码 パスワード 暗証番号".split(),
        "密 码",
    ],
)
ENTRIES: Final = Anchors(
    words="combo gate gates door doors lockbox keypad padlock lock locks locked unlock unlocks garage shed safe entrance lobby locker barrier turnstile intercom alarm vault".split(),
)
ENTRIES_HAN: Final = Anchors(han="门 門 锁 鎖 柜 闸 箱 车库 手机解锁".split())
"""What digits are pressed at to get in."""
ENTERED: Final = Anchors(
    words="unlocks unlock signin login logins log logged sign signed creds cred credential credentials everywhere wifi fi wlan ssid wpa hotspot network".split(),
    han="无线 热点 登录 登陆 登入 账号 帐号 解锁 开机 用户名 电脑 手机".split(),
)
"""What says that somebody gets in with what stands near."""
CODES: Final = Anchors(parts=("code",))
LOCKED: Final = frozenset(
    "alarm door gate garage safe lock locker lockbox entry access security keypad unlock building backup recovery pin vault luggage suitcase front back meeting conference join invite invitation host guest visitor cleaner lobby entrance pairing airbnb".split()
)
"""What a code opens."""
LOGINS: Final = Anchors(
    words="wifi fi wlan ssid hotspot login logins credential credentials creds user username account admin root administrator guest superuser".split(),
    han="账号 账户 用户名 账密 登录 无线 热点".split(),
)
COMMANDS: Final = Anchors(
    words="password passwd pass pwd passphrase curl mysql mysqldump mysqladmin mariadb redis sshpass requirepass".split()
)
FORMS: Final = Anchors(
    words=(
        "password passwd pwd htpasswd securestring smbclient docker podman net ldapsearch ldapmodify ldapadd zip unzip rar z sqlplus xfreerdp rdesktop passin lftp mongo mongosh mongodump"
        " machine sudo chpasswd auth basicauth httpbasicauth httpdigestauth pscredential usernamepasswordcredentials usernamepasswordauthenticationtoken withcredentials requirepass keygen wpa keymaterial assword sshpass cmdkey psexec schtasks wmic sqlcmd bcp isql expdp impdp rman sqlldr rabbitmqctl jdbc usermod"
        " identified wifi login"
    ).split()
)
"""Commands, calls and elements whose place for a password says what it is."""
SPOKEN: Final = Anchors(han="电话 電話 手机 手機 号码 號碼 联系".split())
"""What figures in words are the number of."""
ACCOUNTS: Final = Anchors(
    words="c ifsc acc clabe rib bsb sort checking savings chequing deposit deposits wire bank barclays hsbc natwest lloyds chase".split(),
    parts="account acct cardno cardnum konto compte cuenta conto iban".split(),
    han=(
        *"账号 账户 帐号 帐户 賬號 帳號 賬戶 帳戶 开户 户名 收款号 对公 對公 存折 卡号 基本户 一般户 结算户 专户 公户 银行 銀行 工行 农行 建行 中行 招行 交行 邮储 信用社 分行 支行 工资卡 收款卡 银行卡 储蓄卡 借记卡 一卡通 戶口 户口".split(),
        "账 号",
        "帐 号",
        "账  号",
        "开 户",
        "户 名",
    ),
)
DOCUMENTS: Final = Anchors(
    parts=(
        "passport|residence permit|green card|alien|travel document|visa n|licen|national |tax |identity|citizen|government |personal|voter|military|ausweis|steuer|id card|codice fiscale|social|aadha"
    ).split("|"),
    words="dl nhs medicare nino nin ni sin tfn ssn itin pan dni nie curp cpf nif nir bsn pesel".split(),
    han=(
        "护照 護照 行证 胞证 胞證 乡证 鄉證 澳证 台证 驶证 驾照 駕照 份证 份證 分證 分证 住证 留证 官证 兵证 证件 社保 医保 社会保障 户口 结婚证 税号 识别号"
    ).split(),
)
STREETS: Final = Anchors(
    words=(
        "street st avenue ave av road rd boulevard blvd lane ln drive dr court ct place pl square sq terrace ter way parkway pkwy highway hwy circle cir close crescent cres row mews garden gardens gdns"
        " grove hill walk alley flat unit trail loop quay wharf parade rise path plaza crossing turnpike tpke esplanade embankment broadway green heights vale yard gate expy"
    ).split()
)
LIVING: Final = Anchors(words="lives live living moved address ship deliver located resides stays staying".split())
FOREIGN_STREETS: Final = Anchors(
    words=(
        "rue avenue av boulevard bd place chemin impasse quai route cours square passage ruelle via viale piazza corso vicolo largo calle avenida avda plaza paseo carrer rua travessa lu jie dajie dadao hutong xiang jalan jl lorong lebuh persiaran soi alameda ulica ul weg platz allee"
    ).split(),
)
_ENDINGS: Final = tuple(
    "strasse str weg platz allee gasse damm ufer markt steig chaussee straat laan gracht plein kade gatan gata veien vej gade stra vä pra".split()
)
"""Ends of words that name a street in one; a letter beyond ASCII cuts a word short, as in Hauptstraße."""
HEALTH: Final = Anchors(words=HEALTH_WORDS)
HEALTH_HAN: Final = Anchors(han=HEALTH_CHARS)
HOUSES: Final = Anchors(han="号號室栋棟幢弄座单單厦场心寓组队楼排道街路")
_ALL: Final = (
    PRIVATE_KEY_MARKS, PRIVATE_KEYS, PHRASES, KEYS, PASSWORDS, CODES, LOGINS, ENTRIES, ENTRIES_HAN, ENTERED, COMMANDS, FORMS, SPOKEN, ACCOUNTS, DOCUMENTS, STREETS, LIVING, FOREIGN_STREETS,
    HEALTH, HEALTH_HAN, HOUSES,
)  # fmt: skip


_OF_WHOLE_WORDS: Final = {
    word: sum(anchors.bit for anchors in _ALL if word in anchors.words)
    for word in frozenset().union(*(anchors.words for anchors in _ALL))
}
_SOME_PART: Final = re.compile("|".join(sorted({token for anchors in _ALL for token in anchors.tokens})))


_MOST_KEPT: Final = 1 << 15
"""Words; names keep coming up, however many there were."""


class _Reasons(dict[str, int]):
    """Word → bits of the anchors that a text with it may have, worked out when it is first met."""

    def __missing__(self, word: str) -> int:
        if len(self) >= _MOST_KEPT:
            self.clear()
            _DULL.clear()
        bits = _OF_WHOLE_WORDS.get(word, 0)
        if _SOME_PART.search(word):
            for anchors in _ALL:
                if anchors.may_have_part(word):
                    bits |= anchors.bit
        if word.endswith(_ENDINGS):
            bits |= FOREIGN_STREETS.bit
        self[word] = bits
        if not bits:
            _DULL.add(word)
        return bits


_DULL: Final[set[str]] = set()
"""Words that were met and are no reason, as nearly all are."""
_OF_WORDS: Final = _Reasons()
_OF_CHARS: Final = {
    char: sum(anchors.bit for anchors in _ALL if char in anchors.han_ends)
    for char in frozenset().union(*(anchors.han_ends for anchors in _ALL))
}
_CHARS: Final = re.compile(f"[{re.escape(''.join(sorted(_OF_CHARS)))}]")


def reasons(scan: Scan) -> int:
    """Bits of the anchors that a text may have; a look at each of its words and characters."""
    bits = 0
    for word in scan.words - _DULL:
        bits |= _OF_WORDS[word]
    if scan.han:
        for char in _CHARS.findall(scan.text):
            bits |= _OF_CHARS[char]
    return bits


def foreign_streets(scan: Scan) -> list[str]:
    """Words for a street, or that end in one, as other languages than English have them."""
    return FOREIGN_STREETS.of(scan) + [word for word in scan.words if word.endswith(_ENDINGS)]
