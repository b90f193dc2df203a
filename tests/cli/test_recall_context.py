"""`recall --context`: a block for a model on the command line."""

from __future__ import annotations

import json


def test_a_block_withholds_what_the_list_shows(run):
    run("remember", "The deploys of billing run on port 9077")
    run("remember", "The password of billing is hunter2Xq9!")
    assert "hunter2" in run("recall", "password of billing deploys").out
    block = run("recall", "password of billing deploys", "--context")
    assert "> The deploys of billing run on port 9077" in block.out
    assert "hunter2" not in block.out + block.err
    assert "hunter2" not in run("recall", "password of billing deploys", "--context", "--json").out
    assert "hunter2" in run("recall", "password of billing", "--context", "--include-sensitive", "password").out


def test_json_holds_the_block_and_its_size(run):
    run("remember", "The deploys of billing run on port 9077")
    shown = run("recall", "billing deploys", "--context", "--json", "--budget", "900", "--unit", "characters").json
    context = shown["context"]
    assert (context["unit"], context["budget"], context["memories"]) == ("characters", 900, 1)
    assert context["size"] == len(context["text"]) <= 900
    assert shown["hits"][0]["folded"] == []
    assert len(json.loads(run("recall", "billing deploys", "--context", "--format", "json").out)["memories"]) == 1


def test_what_makes_no_sense_is_refused(run):
    run("remember", "The deploys of billing run on port 9077")
    for arguments in (
        ["--budget", "100"],
        ["--context", "--budget", "10"],
        ["--context", "--unit", "miles"],
        ["--context", "--format", "pdf"],
    ):
        ran = run("recall", "billing", *arguments)
        assert (ran.code, "Error" in ran.err) == (2, True), arguments
