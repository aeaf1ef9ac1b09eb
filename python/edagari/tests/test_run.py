"""Questions about a run, which the program answers."""

import base64
import html
import math
import re

import courses
import pytest

import edagari
from edagari.program import program

pytestmark = pytest.mark.usefixtures("needs_program")


@pytest.fixture(scope="module")
def game():
    return edagari.record_game("tic-tac-toe", search="alpha-beta")


def test_figures_are_the_published_ones(game):
    figures = game.figures()
    assert (figures.nodes_visited, figures.frames, figures.value) == (18_297, 73_186, 0)
    assert figures.complete and figures.search == "alpha-beta" and len(figures.by_depth) == 10


def test_the_check_proves_the_program_s_own_search(game):
    check = game.check(against_minimax=True)
    assert check and check.verdict == "proved" and check.findings == [] and check.minimax == 0
    assert "73,186" in check.sentence


def test_frames_are_found_and_explained(game):
    found = game.find("cut depth 5", limit=3)
    assert found.count >= len(found) == 3
    frame = game.frame(found[0].frame)
    assert frame.kind == "update" and frame.cut in ("alpha", "beta") and frame.sentence == found[0].text
    assert game.frame(0).alpha == -math.inf
    assert game.frame(126, language="japanese").sentence != game.frame(126).sentence
    state = game.state(0, "a1")
    assert state.state == "unvisited"
    rest = game.find("cut depth 5", limit=3, cursor=found.next)
    assert rest[0].frame > found[2].frame


def test_runs_are_compared():
    first = edagari.record_game("textbook", search="minimax")
    second = edagari.record_game("textbook", search="alpha-beta")
    comparison = edagari.compare(first, second)
    assert not comparison and comparison.visits[0] > comparison.visits[1]
    assert comparison.differences[0].work > 0
    assert edagari.compare(first, first)


def test_a_recorded_search_is_compared_with_another(tmp_path):
    first = edagari.record(courses.best_move_by_key, courses.PEARL)
    second = edagari.record(courses.best_move, courses.PEARL)
    assert edagari.compare(first, second).visits == [31, 25]


def test_errors_have_the_sentence_of_the_program(game, tmp_path):
    with pytest.raises(edagari.ProgramError, match="nonsense") as raised:
        game.find("nonsense nonsense")
    assert raised.value.exit_code == 2
    with pytest.raises(edagari.ProgramError):
        game.frame(10**9)
    broken = tmp_path / "broken.jsonl"
    broken.write_text("no trace\n")
    with pytest.raises(edagari.ProgramError):
        edagari.open(broken).check()
    with pytest.raises(FileNotFoundError):
        edagari.open(tmp_path / "missing.jsonl")
    with pytest.raises(edagari.ProgramError):
        edagari.record_game("no-such-game")


def test_a_run_without_frames_has_no_figure(tmp_path):
    path = tmp_path / "empty.jsonl"
    path.write_text('{"edagari": 1}\n')
    with pytest.raises(IndexError, match="the run has no frames"):
        edagari.open(path).show()


def test_sentences_name_no_option_of_the_command_line(game):
    with pytest.raises(edagari.ProgramError, match="expected one of frames, nodes, visits, depths, passes$"):
        game.rows("nothing")


def test_paths_that_look_like_options_are_paths(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run = edagari.record(courses.negamax, courses.FIGURE, -1000, 1000, to="--json.jsonl")
    assert run.check().right
    assert run.figures().nodes_visited == 11 and run.rows("depths")


def test_a_missing_program_is_named(monkeypatch):
    monkeypatch.setenv("EDAGARI", "/nowhere/edagari")
    with pytest.raises(edagari.ProgramMissing, match="/nowhere/edagari"):
        program()


def test_a_notebook_shows_a_recording_without_the_program(tmp_path, monkeypatch):
    run = edagari.record(courses.negamax, courses.FIGURE, -1000, 1000, to=tmp_path / "<run>.jsonl")
    monkeypatch.setenv("EDAGARI", "/nowhere/edagari")
    text = run._repr_mimebundle_()["text/plain"]
    assert run.path in text and "/nowhere/edagari" in text
    assert "&lt;run&gt;" in run._repr_html_()


def test_figures_for_notebooks_are_pages_in_a_frame_of_their_own():
    run = edagari.record_game("textbook", search="alpha-beta")
    picture = run.show(frame=5)
    assert picture.png.startswith(b"\x89PNG") and len(picture.html) < 4_000_000
    page = html.unescape(re.search(r'srcdoc="([^"]*)"', picture.html).group(1))
    assert "<script" in page and "prefers-color-scheme" in page and "Content-Security-Policy" in page
    assert 'sandbox="allow-scripts"' in picture.html and "<script" not in picture.html
    bundle = run._repr_mimebundle_()
    assert set(bundle) == {"text/html", "image/png", "text/plain"}
    assert base64.b64decode(bundle["image/png"]).startswith(b"\x89PNG")
    with pytest.raises(IndexError):
        run.show(frame=10**6)


def test_figures_of_long_runs_have_the_frames_around_the_chosen_one(game):
    picture = game.show(frame=40_000)
    assert "40000" in picture.text and len(picture.html) < 4_000_000


def test_hostile_labels_stay_text_in_a_figure(tmp_path):
    @edagari.search(
        label=lambda own: "</script><script>alert(1)</script>\x00\u202e", move=lambda own, caller: "\"'><b>"
    )
    def alphabeta(state, alpha, beta):
        return 0 if state == 0 else alphabeta(state - 1, alpha, beta)

    run = edagari.record(alphabeta, 3, -1, 1)
    picture = run.show()
    assert "<script" not in picture.html and "<b>" not in picture.html
    assert run.check().right


def test_rows_are_tables():
    run = edagari.record_game("textbook", search="alpha-beta")
    rows = run.rows("visits")
    assert len(rows) == run.figures().nodes_visited and rows[0]["parent"] is None
    for name, table in (("polars", run.to_polars), ("pandas", run.to_pandas)):
        try:
            __import__(name)
        except ImportError:
            continue
        assert table().shape[0] == len(rows)


def test_tables_keep_the_texts_of_moves(tmp_path):
    moves = ["07", "NA", "1e5", "null", "--", "=a", "'b"]
    lines = ['{"edagari":1,"game":"texts"}', '{"event":"enter"}']
    for move in moves:
        lines += [f'{{"event":"enter","move":"{move}"}}', '{"event":"leave","score":1}']
    path = tmp_path / "texts.jsonl"
    path.write_text("\n".join([*lines, '{"event":"leave","score":1}', ""]), encoding="utf-8")
    run = edagari.open(path)
    assert [row["move"] for row in run.rows("visits")] == [None, *moves]
    for name, table in (("polars", run.to_polars), ("pandas", run.to_pandas)):
        try:
            __import__(name)
        except ImportError:
            continue
        visits = table("visits")
        assert list(visits["move"])[1:] == moves, name
        assert list(visits["score"])[1:] == [1] * len(moves), name


def test_table_without_rows_has_its_columns():
    run = edagari.record_game("textbook", search="alpha-beta")
    assert run.rows("passes") == []
    for name, table in (("polars", run.to_polars), ("pandas", run.to_pandas)):
        try:
            __import__(name)
        except ImportError:
            continue
        passes = table("passes")
        assert passes.shape[0] == 0 and "kind" in passes.columns, name


def test_a_run_is_saved_in_the_smaller_format(tmp_path):
    run = edagari.record(courses.negamax, courses.PEARL, -1000, 1000)
    saved = run.save(tmp_path / "run.edagari")
    assert saved.figures().nodes_visited == 25
