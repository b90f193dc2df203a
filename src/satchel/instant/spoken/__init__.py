"""Time in a question: "last Wednesday", 去年春节前后 → an interval, when the question asks for what was remembered then.

Three steps. The grammars of the languages (`english`, `chinese`) find the phrases that can name a time and what span
each names on the reader's calendar; `asked_english` and `asked_chinese` say which of them tell when the memory was
made, and which belong to what it is about; what remains becomes one interval, on the line of time.

Spans are generous where people are vague, and a time that can be read in two ways covers both: a filter that is too
narrow loses the answer. What lies in the future is no filter, since no memory was made there. Nothing here raises,
whatever the text.
"""

from satchel.instant.spoken.reading import Spoken, read_spoken, speaks_of

__all__ = ["Spoken", "read_spoken", "speaks_of"]
