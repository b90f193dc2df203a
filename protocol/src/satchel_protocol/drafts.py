"""Frozen values put together field by field, several times as quick as by their constructors: records are made by the
million.

The constructor of a frozen dataclass sets each field by a call. A draft has the slots of the value that it is to
become and takes plain assignments; every slot needs one. Sealing it changes its class, and it is the frozen value.
That needs the same slots and the same base, so no draft has a base of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from satchel_protocol.record import Origin, Record, TimeEvidence


class RecordDraft:
    """A record whose fields are still to be set."""

    __slots__ = Record.__slots__

    if TYPE_CHECKING:

        def __setattr__(self, name: str, value: Any) -> None: ...

    def sealed(self) -> Record:
        """The record; the draft is it from now on."""
        self.__class__ = Record  # type: ignore[assignment]  # of the same slots, which Python checks
        return cast(Record, self)


class OriginDraft:
    """An origin whose fields are still to be set."""

    __slots__ = Origin.__slots__

    if TYPE_CHECKING:

        def __setattr__(self, name: str, value: Any) -> None: ...

    def sealed(self) -> Origin:
        """The origin; the draft is it from now on."""
        self.__class__ = Origin  # type: ignore[assignment]
        return cast(Origin, self)


class EvidenceDraft:
    """Evidence of a time whose fields are still to be set."""

    __slots__ = TimeEvidence.__slots__

    if TYPE_CHECKING:

        def __setattr__(self, name: str, value: Any) -> None: ...

    def sealed(self) -> TimeEvidence:
        """The evidence; the draft is it from now on."""
        self.__class__ = TimeEvidence  # type: ignore[assignment]
        return cast(TimeEvidence, self)
