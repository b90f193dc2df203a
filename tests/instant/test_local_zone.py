"""Which zone this machine is in, from what systems tell."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from satchel.instant import local_zone

NONE = Path("/nonexistent/zone")


@pytest.mark.parametrize("name", ["Europe/Berlin", ":Europe/Berlin", "/usr/share/zoneinfo/Europe/Berlin"])
def test_the_environment_is_asked_first(name: str) -> None:
    assert local_zone({"TZ": name}, link=NONE, name=NONE) == ZoneInfo("Europe/Berlin")


def test_the_link_and_then_the_file_with_the_name(tmp_path: Path) -> None:
    target = tmp_path / "zoneinfo" / "Asia" / "Shanghai"
    target.parent.mkdir(parents=True)
    target.write_bytes(b"")
    link, name = tmp_path / "localtime", tmp_path / "timezone"
    link.symlink_to(target)
    name.write_text("Asia/Tokyo\n")
    assert local_zone({}, link=link, name=name) == ZoneInfo("Asia/Shanghai")
    assert local_zone({}, link=NONE, name=name) == ZoneInfo("Asia/Tokyo")


def test_where_no_name_is_known_the_offset_of_the_clock_counts(tmp_path: Path) -> None:
    name = tmp_path / "timezone"
    name.write_bytes(b"\xff\xfe")
    for environment in ({}, {"TZ": "EST5EDT4,M3.2.0,M11.1.0"}, {"TZ": "Nowhere/Town"}):
        zone = local_zone(environment, link=NONE, name=name)
        assert datetime.now(zone).utcoffset() == datetime.now().astimezone().utcoffset()
