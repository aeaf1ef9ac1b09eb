//! Space in the focus view: families of any size, the space preference for the nodes below the focus, and the contents
//! of grouped nodes.

use std::collections::BTreeSet;

use edagari::game::{AnyGame, Board, Game, GameSetup, Player, RandomTree, Reversi, TicTacToe};
use edagari::language::Language;
use edagari::scene::{
    FocusLayout, FocusLook, FocusOptions, FocusRequest, Form, Moment, Orientation, PieceKind, Rect, Shape, draw_focus,
    draw_focus_pieces, focus_at,
};
use edagari::score::Score;
use edagari::search::{Algorithm, DepthLimit};
use edagari::trace::{NodeState, Process, Progress, Setup, Trace, record, record_game};

const TILES: [(f32, f32); 5] = [(309.0, 230.0), (464.0, 498.0), (577.0, 545.0), (928.0, 560.0), (1568.0, 840.0)];
const DIRECTIONS: [Orientation; 2] = [Orientation::LeftToRight, Orientation::TopDown];

/// A root with very many children, whose moves have long names.
#[derive(Clone)]
struct Wide {
    children: usize,
    name: &'static str,
}

impl Game for Wide {
    type Position = Option<usize>;
    type Move = usize;

    fn root(&self) -> Option<usize> {
        None
    }

    fn player(&self, at: &Option<usize>) -> Player {
        if at.is_some() { Player::Min } else { Player::Max }
    }

    fn score(&self, at: &Option<usize>) -> Option<Score> {
        at.map(|at| Score::new((at * 7919 % 1000) as i32))
    }

    fn moves(&self, at: &Option<usize>, moves: &mut Vec<usize>) {
        if at.is_none() {
            moves.extend(0..self.children);
        }
    }

    fn play(&self, _: &Option<usize>, mv: usize) -> Option<usize> {
        Some(mv)
    }

    fn move_text(&self, _: &Option<usize>, mv: usize) -> String {
        format!("{}{mv:06}", self.name)
    }

    fn board(&self, _: &Option<usize>) -> Board {
        Board::square(Vec::new())
    }
}

fn wide(children: usize, name: &'static str) -> Trace {
    let setup = Setup::new(GameSetup::Unknown { name: "wide".to_owned() }, Process::Search(Algorithm::AlphaBeta));
    let game = AnyGame::other(Wide { children, name });
    record_game(game, &setup, 1 << 30, &Progress::default()).expect("a legal setup")
}

fn run(game: GameSetup, limit: Option<u32>) -> Trace {
    let mut setup = Setup::new(game, Process::Search(Algorithm::AlphaBeta));
    setup.limit = limit.map(|depth| DepthLimit { depth, evaluation: 0 });
    record(&setup, 1 << 30, &Progress::default()).expect("a small run")
}

fn layout(trace: &Trace, focus: &[u32], options: FocusOptions) -> FocusLayout {
    let opened = BTreeSet::new();
    let options = FocusOptions { scores: trace.finite_scores(), ..options };
    let request = FocusRequest { trace, focus, in_sight: &[], opened: &opened, other: None, options };
    FocusLayout::new(&request).expect("there is a root")
}

fn text_of(shape: &Shape) -> Option<&str> {
    if let Shape::Text { text, .. } = shape { Some(text) } else { None }
}

/// Width of a text in letters of average width.
fn width(text: &str, size: f32) -> f32 {
    text.chars().map(|letter| if u32::from(letter) >= 0x2e80 { size } else { 0.5 * size }).sum()
}

#[test]
fn root_with_100_000_children_draws_visible_children_without_overlap() {
    for name in ["a-move-with-a-long-name-", "とても長い名前を持つ指し手でしかも何処までも続く手順の"]
    {
        let trace = wide(100_000, name);
        for (tile, orientation) in TILES.into_iter().flat_map(|tile| DIRECTIONS.map(|way| (tile, way))) {
            let options = FocusOptions { width: tile.0, height: tile.1, orientation, ..FocusOptions::default() };
            let layout = layout(&trace, &[], options);
            assert!(layout.nodes.len() <= 1300, "{} nodes in {tile:?}", layout.nodes.len());
            let shown: usize = layout.nodes[1..].iter().map(|node| node.stands_for).sum();
            assert!(shown == 100_000, "{shown} children have their place in {tile:?}");
            let rects: Vec<Rect> = layout.nodes.iter().map(|node| node.extent().grown(-0.2)).collect();
            for (index, rect) in rects.iter().enumerate() {
                assert!(rect.min.x >= -0.5 && rect.max.x <= tile.0 + 0.5 && rect.max.y <= tile.1 + 0.5);
                let other = rects[index + 1..].iter().find(|other| rect.width() > 0.0 && rect.touches(**other));
                assert!(other.is_none(), "{rect:?} overlaps {other:?} in {tile:?}");
            }
            let frame = trace.frame_count() / 3;
            let moment = Moment::of(&trace, frame);
            let shapes = draw_focus(&trace, &layout, &FocusLook::plain(frame, &moment, Language::English)).shapes;
            assert!(shapes.len() <= 8000, "{} shapes in {tile:?}", shapes.len());
            for shape in &shapes {
                let Shape::Text { at, size, text, .. } = shape else { continue };
                assert!(width(text, *size) <= tile.0 && at.x <= tile.0, "{text} leaves {tile:?}");
            }
        }
    }
}

#[test]
fn child_of_frame_has_own_board_among_100_000() {
    let trace = wide(100_000, "move ");
    for (tile, orientation) in TILES[1..].iter().flat_map(|tile| DIRECTIONS.map(|way| (tile, way))) {
        let options = FocusOptions { width: tile.0, height: tile.1, orientation, ..FocusOptions::default() };
        let layout = layout(&trace, &[], options);
        for frame in [1, 2, 3, 4, 5, 6, trace.frame_count() / 2, trace.frame_count() / 2 + 1, trace.frame_count() - 2] {
            let moment = Moment::of(&trace, frame);
            let Some(&[mv]) = moment.child().as_deref() else { continue };
            let pieces = draw_focus_pieces(&trace, &layout, &FocusLook::plain(frame, &moment, Language::English));
            let lens = pieces.iter().find(|piece| piece.name.kind == PieceKind::Lens);
            let lens = lens.unwrap_or_else(|| panic!("no board at frame {frame} in {tile:?}, {orientation:?}"));
            let texts: Vec<&str> = lens.shapes.iter().filter_map(text_of).collect();
            let name = format!("move {mv:06}");
            let is_named = texts.iter().any(|text| name.starts_with(text.trim_end_matches('…')) && text.len() > 1);
            assert!(is_named, "frame {frame} in {tile:?}: {texts:?} without {name}");
            let NodeState::Scored { score, .. } = trace.state(trace.place(&[mv]), frame) else { continue };
            let score = score.to_string();
            assert!(
                texts.iter().any(|text| text.ends_with(&score)),
                "frame {frame} in {tile:?}: {texts:?} without {score}"
            );
        }
    }
}

#[test]
fn group_list_contains_every_member_in_order() {
    let trace = wide(5000, "move ");
    let layout = layout(&trace, &[], FocusOptions::default());
    let mut next = 0;
    for index in 1..layout.nodes.len() {
        let count = layout.nodes[index].stands_for;
        let members = layout.members(&trace, index, 0..usize::MAX / 2);
        assert_eq!(members.len(), count);
        for member in members {
            assert_eq!((member.mv, member.text), (next, format!("move {next:06}")));
            next += 1;
        }
        assert_eq!(layout.members(&trace, index, 1..3).len(), count.clamp(1, 3) - 1);
    }
    assert_eq!(next, 5000);
}

/// The unvisited siblings of the path are grouped in one chip, and its list contains each of them.
#[test]
fn chip_of_unvisited_siblings_lists_its_moves() {
    let trace = run(GameSetup::from(TicTacToe { shortest_win: false }), None);
    let layout = layout(&trace, &[0, 0], FocusOptions::default());
    let group = layout.nodes.iter().position(|node| node.depth == 1 && node.stands_for > 1).expect("8 others");
    let members = layout.members(&trace, group, 0..100);
    let texts: Vec<&str> = members.iter().map(|member| &*member.text).collect();
    assert_eq!(texts, ["b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"]);
}

#[test]
fn bars_have_chips_for_the_best_the_setter_the_last_and_the_next() {
    let trace = run(GameSetup::from(RandomTree { branching: 400, depth: 2, ..RandomTree::default() }), None);
    let options = FocusOptions { width: 577.0, height: 545.0, ..FocusOptions::default() };
    let layout = layout(&trace, &[], options);
    assert!(layout.nodes[1..].iter().all(|node| node.form == Form::Bar), "400 children are bars");
    let mut seen = BTreeSet::new();
    for frame in (0..trace.frame_count()).step_by(97) {
        let moment = Moment::of(&trace, frame);
        let shapes = draw_focus(&trace, &layout, &FocusLook::plain(frame, &moment, Language::English)).shapes;
        let texts: Vec<&str> = shapes.iter().filter_map(text_of).collect();
        // Naive computation of the child that set α.
        let root = trace.visit_of(layout.nodes[0].place.node).expect("the root is visited");
        let (mut alpha, mut setter, mut last) = (None, None, None);
        for child in
            trace.visited_children(root).take_while(|&child| trace.span(child).1.is_some_and(|end| end <= frame))
        {
            let NodeState::Scored { score, .. } = trace.state_by(child, frame) else { unreachable!("it has ended") };
            let is_taken_in = trace.span(child).1.is_some_and(|end| end + 2 <= frame);
            if is_taken_in && alpha.is_none_or(|alpha| score > alpha) {
                (alpha, setter) = (Some(score), Some(child));
            }
            last = Some(child);
        }
        let name = |child| (trace.move_of(trace.node_of(child)).expect("a move") + 1).to_string();
        for (what, short, child) in [("sets α", "α", setter), ("last", "last", last)] {
            let Some(child) = child else { continue };
            let at = texts.iter().position(|text| text.split(" · ").any(|word| word == what || word == short));
            let at = at.unwrap_or_else(|| panic!("frame {frame}: no chip says {what}: {texts:?}"));
            assert_eq!(texts[at + 1], name(child), "frame {frame}, {what}");
            seen.insert(what);
        }
    }
    assert_eq!(seen.len(), 2);
}

/// The user's preference for the size of the nodes below the focus.
#[test]
fn more_room_below_makes_the_focus_smaller_and_its_children_larger() {
    let games = [
        run(GameSetup::from(TicTacToe { shortest_win: false }), None),
        run(GameSetup::from(Reversi { size: 8 }), Some(4)),
        run(GameSetup::from(RandomTree { branching: 2, depth: 12, ..RandomTree::default() }), None),
        run(GameSetup::from(RandomTree { branching: 40, depth: 3, ..RandomTree::default() }), None),
    ];
    let (mut places, mut larger) = (0, 0);
    for (number, trace) in games.iter().enumerate() {
        for (width, height) in &TILES[1..] {
            for orientation in DIRECTIONS {
                for frame in [126, trace.frame_count() / 3, trace.frame_count() / 2] {
                    let focus = focus_at(trace, frame);
                    let sizes = [-3, 0, 3].map(|weight_below| {
                        let options = FocusOptions {
                            width: *width,
                            height: *height,
                            orientation,
                            weight_below,
                            ..Default::default()
                        };
                        let layout = layout(trace, &focus, options);
                        let side = |rect: Rect| rect.width().min(rect.height());
                        let children = layout.nodes.iter().filter(|node| node.parent == Some(layout.focus));
                        let child = children.map(|node| side(node.rect)).fold(f32::MAX, f32::min);
                        (side(layout.nodes[layout.focus].rect), child)
                    });
                    let place = format!("game {number}, frame {frame}, {width}×{height}, {orientation:?}: {sizes:?}");
                    let [less, usual, more] = sizes;
                    assert!(more.0 < less.0, "the focus gives room: {place}");
                    assert!(more.1 >= 0.99 * usual.1, "the children get it: {place}");
                    places += 1;
                    larger += usize::from(more.1 >= 1.1 * usual.1);
                }
            }
        }
    }
    assert!(2 * larger > places, "{larger} of {places} families are visibly larger");
}
