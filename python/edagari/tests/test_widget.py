"""The figure whose frame is a variable. The model of the notebook is played by calls of the handlers."""

import pathlib
import shutil
import subprocess
import sys

import pytest

import edagari

HERE = pathlib.Path(__file__).resolve().parent


def test_package_without_anywidget_names_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "anywidget", None)
    monkeypatch.delitem(sys.modules, "edagari.widget", raising=False)
    assert "Widget" not in edagari.__all__
    for use in (lambda: edagari.Widget, lambda: edagari.Run("run.jsonl").widget()):
        with pytest.raises(ImportError, match=r'^edagari.Widget needs .*: pip install "edagari\[widget\]"$'):
            use()
    with pytest.raises(AttributeError, match="nonsense"):
        edagari.nonsense  # noqa: B018


def test_script_keeps_model_and_page_equal():
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    script = pathlib.Path(edagari.__file__).with_name("widget.js")
    done = subprocess.run(
        [node, str(HERE / "widget_page.mjs"), str(script)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def run(needs_program):
    pytest.importorskip("anywidget")
    return edagari.record_game("textbook", search="alpha-beta")


def sent_by(widget, monkeypatch):
    """The states that a widget sends from now on."""
    sent = []

    def send(message, buffers=None):
        # An echo of what the notebook itself has sent is part of the protocol of widgets.
        if message["method"] == "update":
            sent.append(message["state"])

    monkeypatch.setattr(widget, "_send", send)
    return sent


def step(widget, frame):
    """A step in the page, as the notebook reports it."""
    data = {"method": "update", "state": {"frame": frame}, "buffer_paths": []}
    widget._handle_msg({"content": {"data": data}, "buffers": []})


def test_widget_shows_the_page_of_its_run_and_describes_its_frame(run):
    widget = run.widget(5)
    assert widget._page == run._repr_html_() and len(widget._page) < 4_000_000
    frame = run.frame(5)
    assert (widget.frame, widget.node, widget.sentence) == (5, " ".join(frame.path), frame.sentence)
    assert edagari.Widget(run).sentence == run.frame(0).sentence
    assert run.widget(language="japanese").sentence == run.frame(0, language="japanese").sentence
    assert "application/vnd.jupyter.widget-view+json" in str(widget._repr_mimebundle_())


def test_frame_set_in_python_is_sent_once(run, monkeypatch):
    widget = run.widget()
    sent = sent_by(widget, monkeypatch)
    widget.frame = 12
    assert sent == [{"frame": 12}]
    # The page is there now, and the notebook confirms it.
    step(widget, 12)
    widget.frame = 12
    assert sent == [{"frame": 12}]


def test_step_in_the_page_is_observed_and_not_sent_back(run, monkeypatch):
    widget, seen = run.widget(), []
    widget.observe(lambda change: seen.append((change.old, change.new, widget.node, widget.sentence)), "frame")
    sent = sent_by(widget, monkeypatch)
    step(widget, 5)
    frame = run.frame(5)
    assert seen == [(0, 5, " ".join(frame.path), frame.sentence)] and sent == []


def test_node_set_in_python_goes_to_the_next_frame_that_enters_it(run, monkeypatch):
    widget = run.widget(20)
    sent = sent_by(widget, monkeypatch)
    widget.node = "A C"
    first = run.find('moves "A" "C"')[0].frame
    assert first < 20 and (widget.frame, widget.node, sent) == (first, "A C", [{"frame": first}])
    # At another frame of the same node there is nothing to do.
    widget.frame = run.find('end moves "A" "C"')[0].frame
    del sent[:]
    widget.node = "A C"
    assert sent == []
    widget.node = ""
    assert widget.frame == 0
    assert run.widget(node="A C").frame == first


def test_node_that_is_searched_again_is_entered_after_the_frame():
    pytest.importorskip("anywidget")
    run = edagari.record_game("tic-tac-toe", search="pvs", depth_limit=3)
    node, frames = next(
        (" ".join(frame.path), starts)
        for frame in run.find("re-search", limit=20)
        for starts in [[one.frame for one in run.find("moves " + " ".join(frame.path))]]
        if len(starts) > 1
    )
    assert [run.widget(frame, node).frame for frame in (0, frames[1] - 1)] == frames[:2]


def test_frames_and_nodes_that_are_not_there_are_refused_in_a_sentence(run):
    from traitlets import TraitError

    widget = run.widget(3)
    last = run.figures().frames - 1
    for frame in (-1, last + 1):
        with pytest.raises(TraitError, match=f"^frame {frame}, expected 0 to {last}$"):
            widget.frame = frame
        with pytest.raises(TraitError, match=f"^frame {frame}, expected 0 to {last}$"):
            widget.set_state({"frame": frame})
        with pytest.raises(TraitError, match=f"^frame {frame}, expected 0 to {last}$"):
            run.widget(frame)
    with pytest.raises(edagari.ProgramError, match="Z is not a legal move here"):
        widget.node = "Z"
    cut = next(frame for frame in map(run.frame, range(last)) if frame.pruned_moves)
    node = " ".join([*cut.path, cut.pruned_moves[0]])
    with pytest.raises(TraitError, match=f"^node {node}: the search does not enter it$"):
        widget.node = node
    with pytest.raises(TraitError, match="read-only"):
        widget.sentence = "another"
    assert widget.frame == 3 and widget.node == " ".join(run.frame(3).path)


def test_frame_outside_of_the_page_sends_another_page_before_it(needs_program, monkeypatch):
    pytest.importorskip("anywidget")
    widget = edagari.record_game("tic-tac-toe", search="alpha-beta").widget()
    assert "Frames 0 to 999 of" in widget._page
    sent = sent_by(widget, monkeypatch)
    widget.frame = 40_000
    assert [list(state) for state in sent] == [["_page"], ["frame"]]
    assert "Frames 39500 to 40499 of" in widget._page and len(widget._page) < 4_000_000
    widget.frame = 40_499
    assert [list(state) for state in sent[2:]] == [["frame"]]


def test_hostile_labels_stay_text_in_a_widget(needs_program):
    pytest.importorskip("anywidget")

    @edagari.search(label=lambda own: "</script><script>alert(1)</script>", move=lambda own, caller: "\"'><b>")
    def alphabeta(state, alpha, beta):
        return 0 if state == 0 else alphabeta(state - 1, alpha, beta)

    widget = edagari.record(alphabeta, 3, -1, 1).widget(1)
    assert "<script" not in widget._page and "<b>" not in widget._page and widget.node == "\"'><b>"
