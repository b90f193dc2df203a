"""The schema that the scans are tried with."""

from __future__ import annotations

from pathlib import Path

import pytest

from satchel.schema.file import SchemaFile, read_schema
from satchel.schema.surfaces.index import NameIndex
from satchel.schema.surfaces.scan import Scanner

SCHEMA = Path(__file__).with_name("fixtures") / "memory_schema.yml"


@pytest.fixture(scope="session")
def schema_file() -> SchemaFile:
    return read_schema(SCHEMA.read_bytes(), "memory_schema.yml")


@pytest.fixture(scope="session")
def index(schema_file: SchemaFile) -> NameIndex:
    assert schema_file.snapshot is not None
    return NameIndex.of(schema_file.snapshot)


@pytest.fixture
def scanner(index: NameIndex) -> Scanner:
    return Scanner(index)
