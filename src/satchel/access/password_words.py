"""Words that stand behind "password is" and the like and are none."""

from __future__ import annotations

import re
from typing import Final

NOT_A_PASSWORD: Final = frozenset(
    "a an the in on at of to by from for with as and or not no none null nil true false yes n/a tbd unknown empty blank missing secret private confidential"
    " stored saved kept written printed hidden hashed salted encrypted encoded masked managed generated rotated shared reused changed reset expired required optional"
    " needed wrong incorrect invalid correct right valid weak strong secure insecure safe unsafe short long longer shorter too very quite so simple complex easy hard"
    " difficult old new same different unique random default temporary known forgotten lost leaked compromised stolen exposed pwned gone up down out what where which who"
    " how when why that this these those it its my his her their our your mine his hers theirs ours always never still already also only just probably maybe likely really"
    " must should shall can cannot could would may might will has have had been being be was were are is do does did done see ask check look find use used using via per"
    " protected based policy rules field input form manager hash length strength prompt login logins page screen reset link change changes expiry authentication auth"
    " string str text char varchar bytes int integer number file files line column user users username admin-only here there below above attached enclosed inside under"
    " after before until since between about around over like than then if but because while though example test-only placeholder something anything everything nothing"
    " sent mailed emailed texted given set entered typed stolen read-only case-sensitive alphanumeric numeric letters digits characters plaintext plain sticky noted"
    " good bad fine okay ok tricky annoying boring funny silly important sensitive critical common standard usual normal regular special weird strange enough almost"
    " bitwarden 1password lastpass keepass keepassxc dashlane keychain vault yubikey passkey passkeys sso oauth oauth2 ldap kerberos authenticator biometric fingerprint"
    " first second third last next previous current latest another other both each every all any some many most few several twice once again soon later today tomorrow"
    " yesterday daily weekly monthly yearly quarterly automatically regularly manually anyway please sorry thanks".split()
)
METHODS: Final = re.compile(
    r"(?:bcrypt|scrypt|argon2(?:id|i|d)?|pbkdf2|md5|sha-?\d{1,3}|aes-?\d{0,3}|rsa-?\d{0,4}|hmac|base64|utf-?8|ascii|https?|ssl|tls\d?|ssh2?|2fa|mfa|otp|totp|u2f|fido2?"
    r"|wpa[23]?|oauth2?|web3|i18n|k8s|v\d+(?:\.\d+)*|q[1-4]|1password.*|[a-z]{1,3}\d{1,2}\.)"
)
"""What passwords are hashed, encrypted or replaced with, and versions."""
UNITS: Final = re.compile(
    r"\s?(?:-?(?:char(?:acter)?s?|letters?|digits?|symbols?|words?|bits?|bytes?|times?|attempts?|tries|retries|days?|weeks?|months?|years?|hours?|minutes?|mins?|seconds?|secs?"
    r"|users?|accounts?|people|items?|entries|percent|%|per|ms|of|or more|or longer|and counting|headers?|pads?)\b|[年月日位次个天周分秒时小字条种款台人遍折元块岁级版号楼]|多[位次个])"
)
"""What is counted cannot be a password."""
ABOUT: Final = re.compile(
    r"(?i)(?<![a-z])(?:reset|policy|policies|length|hash(?:es|ed|ing)?|manager|fields?|rotation|expir\w*|strength|prompt|authentication|protect\w*|requirement\w*|rules?|input|forms?|links?|screen|page"
    r"|failed|error|incorrect|invalid|must|should|cannot|can't|isn't|not|never|don't|doesn't|without|whether|if|because|how|where|what|that he|that she|that they|forgot\w*|lost|stor(?:ed?|ing|age)"
    r"|sav(?:ed?|ing)|keeps?|kept|generator|leaks?|breach\w*|attempts?|minimum|maximum|at least|days|characters)(?![a-z])"
    r"|忘|重置|找回|强度|至少|不少于|长度|规则|策略|错误|过期|管理器|加密|哈希|存在|保存|存到|存进|贴在|写在|格式|要求|必须|不能|不要|别|没有|不对|不是|修改密码|学|规定|位数|字符"
)
"""Between the word and the verb: what is said then is about passwords."""
