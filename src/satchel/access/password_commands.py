"""Passwords on command lines and in calls, where the place says what they are and no word does."""

from __future__ import annotations

import re
from typing import Final

_Q: Final = r"(?:[\"'](?P<q1>[^\"'\n]{1,80})[\"']|(?P<bare>[!-~]{3,128}))"
_QUOTED: Final = r"[\"'](?P<q1>[^\"'\n]{3,80})[\"']"
_COMMANDS: Final = (
    r"--?(?:password|passwd|pass|pwd|requirepass|http-password|ftp-password|passphrase)[ =]",
    r"sshpass\s-p\s?",
    r"\bcurl\b[^\n]{0,200}?\s(?:-u|--user)\s?[\"']?[\w.@+-]{1,64}:",
    r"\b(?:mysql|mysqldump|mysqladmin|mariadb)\b[^\n]{0,120}?\s-p(?=[!-~])",
    r"\brequirepass[\"']?(?: is|是| 是|:| =)? ",
    r"\bredis-cli\b[^\n]{0,100}?\s-a\s",
    r"\bnet use\b[^\n]{0,120}?/user:\S{1,64} ",
    r"\bnet user \S{1,40} (?=\S{4,64} /add)",
    r"\bhtpasswd\s-\w{0,4}b\w{0,4} \S{1,80} \S{1,64} ",
    r"\bConvertTo-SecureString\b(?: -String)? ",
    r"\b(?:smbclient|rpcclient|net rpc|smbget)\b[^\n]{0,100}?-U ?[\w.\\/-]{1,40}%",
    r"\b(?:docker|podman|helm registry|crane|nerdctl) login\b[^\n]{0,100}? -p ",
    r"\b(?:ldapsearch|ldapmodify|ldapadd|ldapwhoami)\b[^\n]{0,140}? -w ",
    r"\b(?:un)?zip\b[^\n]{0,60}? -P ?",
    r"\b(?:7z|7za|rar|unrar)\b[^\n]{0,60}? -h?p(?=[!-~])",
    r"\bsqlplus \S{1,40}/(?=[^\s@]{3,64}@)",
    r"\b(?:xfreerdp|rdesktop)\b[^\n]{0,140}?(?:/p:| -p )",
    r"\bcmdkey\b[^\n]{0,100}? /pass:",
    r"\bwmic\b[^\n]{0,100}? /password:",
    r"\bpsexec(?:64)?\b[^\n]{0,100}? -p ",
    r"\bschtasks\b[^\n]{0,160}? /rp ",
    r"\b(?:sqlcmd|bcp|isql|osql)\b[^\n]{0,120}? -P ?",
    r"\b(?:expdp|impdp|exp|imp|rman target|sqlldr) \S{1,40}/(?=[^\s@]{3,64}@)",
    r"\bjdbc:oracle:thin:\w{1,30}/(?=[^\s@]{3,64}@)",
    r"\brabbitmqctl (?:add_user|change_password) \S{1,40} ",
    r"\bssh-keygen\b[^\n]{0,100}? -N ",
    r"\bwpa_passphrase (?:\"[^\"\n]{1,40}\"|\S{1,40}) ",
    r"\bkeyMaterial=",
    r"-pass(?:in|out)? pass:",
    r"\blftp\b[^\n]{0,80}? -u [\w.@-]{1,40},",
    r"\b(?:mongo(?:sh|dump|restore)?|az login|influx|cqlsh|clickhouse-client)\b[^\n]{0,120}? -p ",
    r"\bmachine \S{1,80}\s{1,4}login \S{1,64}\s{1,4}password\s{1,4}",
)
COMMAND: Final = re.compile(rf"(?:{'|'.join(_COMMANDS)}){_Q}", re.ASCII)
"""A password that an option of a command takes."""
PIPED: Final = re.compile(
    rf"\becho(?: -n)? (?:{_QUOTED}|(?P<bare>[!-~]{{4,64}})) ?\| ?sudo -\w?S\b|\becho(?: -e)? [\"']?[\w.-]{{1,40}}:(?P<q2>[^\"'\s|]{{3,64}})[\"']? ?\| ?(?:sudo )?chpasswd",
    re.ASCII,
)
CALL: Final = re.compile(
    r"(?:\bauth ?= ?\(|HTTP(?:Basic|Digest)Auth\(|[Bb]asic_?[Aa]uth\(|PSCredential(?: -ArgumentList)?[ (]{1,2}|UsernamePassword(?:Credentials|AuthenticationToken)\(|[Ww]ithCredentials\(|\.(?:login|sign_?in|authenticate|basic)\()"
    rf"\s?[\"'][^\"'\n]{{1,64}}[\"'],\s?(?:\(?ConvertTo-SecureString(?: -String)? )?{_QUOTED}",
    re.ASCII,
)
"""A name and a password that a call takes."""
SQL: Final = re.compile(
    r"(?i:\bidentified (?:with \w+ )?by|\bpassword\(|\bset password\b[^\n;]{0,60}?=) ?'(?P<q1>[^'\n]{3,80})'", re.ASCII
)
WIFI: Final = re.compile(r"\bWIFI:(?:[STH]:[^;\n]{0,40};){0,3}P:(?P<q1>(?:[^;\\\n]|\\.){3,63});", re.ASCII)
"""What the square code of a wireless network says; its parts come in any order."""
ELEMENT: Final = re.compile(
    r"<(?P<tag>[\w:.-]{0,30}(?i:password|passwd|pwd|keyMaterial))>(?P<q1>[^<\s]{3,80})</(?P=tag)>", re.ASCII
)
FILLED: Final = re.compile(
    r"(?i:pass(?:word|wd)?|pwd)[\"'\]]{1,2}\)?(?:, ?|\.(?:send_keys|type|fill|setValue|sendKeys)\()[\"'](?P<q1>(?=[^\"'\n]*\d)[^\"'\s]{5,64})[\"']\)",
    re.ASCII,
)
"""What a script types into a field."""
PROPERTY: Final = re.compile(
    r"(?:name|key|type|id)=[\"'][\w.-]{0,40}(?i:password|passwd|pwd)[\"'](?:[^<>\n]{0,80}?\svalue=[\"'](?P<q1>[^\"'\n]{3,80})[\"']|>(?P<q2>[^<\s]{3,80})</)"
    r"|\bvalue=[\"'](?P<q3>[^\"'\n]{3,80})[\"'][^<>\n]{0,80}?\stype=[\"']password[\"']",
    re.ASCII,
)
"""An element whose attribute says that it holds a password."""
SETTER: Final = re.compile(
    r"(?i:\.(?:set|with|use)?_?pass(?:word|wd|phrase)?|(?<![a-z_])set_?pass(?:word|wd))\([\"'](?P<q1>(?=[^\"']*[^A-Za-z_\"'])[^\"'\s]{4,80})[\"']\)",
    re.ASCII,
)
STDIN: Final = re.compile(
    r"\becho(?: -n)? (?:[\"'](?P<q1>[^\"'\n]{3,80})[\"']|(?P<bare>[!-~]{4,64})) ?\| ?(?:sudo )?passwd --stdin", re.ASCII
)
EXPECTED: Final = re.compile(
    r"assword[:\"'\s;*{}]{1,10}(?:\n\s{0,8})?send(?: --)?\s{1,3}\"(?P<q1>[^\"\n\\]{3,64})(?:\\[rn])", re.ASCII
)
"""What an expect script sends to a prompt."""
BY_PLACE: Final = (EXPECTED, PROPERTY, SETTER, STDIN, COMMAND, PIPED, CALL, SQL, WIFI, ELEMENT, FILLED)
