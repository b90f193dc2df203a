"""An agent that answers from one file of memories, as a program for --agent: good, forgetful, or broken."""

from __future__ import annotations

import json
import sys
from pathlib import Path

manner, memories = sys.argv[1], json.loads(Path(sys.argv[2]).read_text(encoding="utf-8"))
for line in sys.stdin:
    asked = json.loads(line)
    if manner == "broken":
        sys.stdout.write("I would rather not\n")
    elif manner == "gone":
        sys.exit(3)
    else:
        known = [text for scope, text in memories if scope == asked["scope"]] if manner == "good" else []
        sys.stdout.write(json.dumps({"id": asked["id"], "answer": "\n".join(known)}) + "\n")
    sys.stdout.flush()
