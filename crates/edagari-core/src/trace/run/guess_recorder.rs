//! Recording of searches that guess: their steps become the events of a stream, because null moves and repeated positions are no
//! nodes of the game tree, and skipped moves are no cuts.

use std::borrow::Cow;
use std::ops::ControlFlow;

use crate::game::{AnyGame, Game, GameVisitor, play_all};
use crate::platform::stack::MAX_LEVELS;
use crate::score::{Answer, BoundKind, Bounds, Player, Score, Window};
use crate::search::{Entering, Guess, Observer, PassStart, Step, Unavailable, search_any};
use crate::trace::import::Importer;
use crate::trace::model::KnownReason;
use crate::trace::model::header::GUESSING_PROGRAM;
use crate::trace::stream::{EndingName, Enter, Event, EventLine, FileError, LookupResult};
use crate::trace::{ColumnValue, Header, Id, Meaning, PointOfView, Progress, RecordError, Setup, Trace};

/// The number of visits between two checks for cancellation.
const VISITS_BETWEEN_CHECKS: u64 = 1024;

/// Records a run of a search that guesses.
pub(super) fn record_guesses(
    game: &AnyGame,
    start: &[u32],
    setup: &Setup,
    memory_limit: u64,
    progress: &Progress,
) -> Result<Trace, RecordError> {
    let mut header = Header {
        program: Some(GUESSING_PROGRAM.to_owned()),
        scores: Some(PointOfView::Max),
        // Reduced, null-move and other visits have null windows in every search.
        null_windows: Some(true),
        leaf: Some("game over, or evaluated".to_owned()),
        ..Header::of_own(setup, game)
    };
    if header.order_by.is_some()
        || [Guess::InternalDeepening, Guess::Singular].iter().any(|&guess| setup.guesses.has(guess))
    {
        header.order = Some(format!("{}, after the moves that go first", setup.order));
    }
    let importer = game.visit(Run { header, start, setup, memory_limit, progress })?;
    importer.begin_indexing(progress);
    importer.trace(progress).map_err(|error| match error {
        FileError::Setup(error) => RecordError::Setup(error),
        _ => RecordError::Abandoned(crate::trace::Abandoned),
    })
}

struct Run<'a> {
    header: Header,
    start: &'a [u32],
    setup: &'a Setup,
    memory_limit: u64,
    progress: &'a Progress,
}

impl GameVisitor for Run<'_> {
    type Output = Result<Importer, RecordError>;

    fn visit<G: Game>(self, game: &G) -> Self::Output {
        let Self { header, start, setup, memory_limit, progress } = self;
        let mut importer = Importer::new(header, memory_limit);
        let start = play_all(game, start).unwrap_or_else(|| game.root());
        let cancel = progress.cancel_flag();
        let Some(search) = setup.search() else { return Ok(importer) };
        let order = match setup.order.prepare(game, &start, setup.limit, memory_limit, cancel) {
            Ok(order) => order,
            Err(Unavailable::Cancelled) => {
                importer.take(&Event::Finish { ending: Some(EndingName::Cancelled), limit: None }, 0);
                importer.close();
                return Ok(importer);
            }
            Err(Unavailable::TooLarge) => return Err(RecordError::TooLargeToOrder { limit: memory_limit }),
        };
        let mut recorder = GuessRecorder {
            game,
            start: &start,
            importer: &mut importer,
            path: Vec::new(),
            entering: Entering::default(),
            visits: 0,
            progress,
        };
        let finished = search_any(game, &start, search, &*order, &mut recorder).is_some();
        if !finished && !importer.is_full() && !progress.is_cancelled() {
            return Err(RecordError::TooDeep { levels: MAX_LEVELS });
        }
        let ending = if finished { EndingName::Complete } else { EndingName::Cancelled };
        importer.take(&Event::Finish { ending: Some(ending), limit: None }, 0);
        importer.close();
        Ok(importer)
    }
}

/// An observer that knows the game, so that it can name the moves.
struct GuessRecorder<'a, G: Game> {
    game: &'a G,
    start: &'a G::Position,
    importer: &'a mut Importer,
    /// The open nodes.
    path: Vec<OpenNode<G>>,
    entering: Entering,
    visits: u64,
    progress: &'a Progress,
}

/// An open node.
struct OpenNode<G: Game> {
    id: u64,
    position: G::Position,
    player: Player,
    window: Window,
    /// The moves in search order, once the node is expanded.
    moves: Vec<G::Move>,
    /// The number of moves that were entered or skipped.
    next: usize,
}

impl<G: Game> GuessRecorder<'_, G> {
    fn take(&mut self, event: Event<'_>, others: Vec<(Cow<'_, str>, ColumnValue<'_>)>) {
        self.importer.take_line(&EventLine { event, others, has_rounded: false }, 0);
    }

    fn open(&mut self, id: u64) -> Option<&mut OpenNode<G>> {
        self.path.last_mut().filter(|open| open.id == id)
    }

    fn texts(&self, moves: &[G::Move]) -> Vec<Cow<'static, str>> {
        let Some(open) = self.path.last() else { return Vec::new() };
        moves.iter().map(|&mv| self.game.move_text(&open.position, mv).into()).collect()
    }
}

impl<G: Game> Observer for GuessRecorder<'_, G> {
    /// The number of the visit, from 1; 0 for the missing parent of the root.
    type Node = u64;

    fn above(&self) -> u64 {
        0
    }

    fn pass(&mut self, pass: PassStart<'_>) {
        let kind = pass.kind.map(|kind| ("kind".into(), ColumnValue::Text(kind.to_owned().into())));
        let depth = pass.depth.map(|depth| ("depth".into(), ColumnValue::Integer(depth.into())));
        let label = pass.label.map(|label| Cow::Owned(label.to_owned()));
        self.take(Event::Pass { label, window: None }, kind.into_iter().chain(depth).collect());
    }

    fn announce(&mut self, entering: Entering) {
        self.entering = entering;
    }

    fn start(&mut self, parent: u64, child: usize, player: Player, window: Window) -> ControlFlow<(), u64> {
        self.visits += 1;
        if self.visits.is_multiple_of(VISITS_BETWEEN_CHECKS) {
            self.progress.tell(self.visits);
            if self.progress.is_cancelled() {
                return ControlFlow::Break(());
            }
        }
        if self.importer.is_full() {
            return ControlFlow::Break(());
        }
        let Entering { step, kind, source, depth, reduced, extended, is_speculative } =
            std::mem::take(&mut self.entering);
        let id = self.visits;
        while self.path.pop_if(|open| open.id != parent).is_some() {}
        let (position, mv) = match self.path.last_mut() {
            None => (self.start.clone(), None),
            Some(above) => match step {
                Step::Again => (above.position.clone(), None),
                Step::Pass => {
                    let passed = self.game.pass(&above.position);
                    (passed.unwrap_or_else(|| above.position.clone()), Some(Cow::Borrowed("null")))
                }
                Step::Move => match above.moves.get(child).copied() {
                    None => return ControlFlow::Break(()),
                    Some(mv) => {
                        above.next = child + 1;
                        let text = self.game.move_text(&above.position, mv);
                        (self.game.play(&above.position, mv), Some(Cow::Owned(text)))
                    }
                },
            },
        };
        let mut others = vec![(Meaning::Depth.name().into(), ColumnValue::Integer(depth.into()))];
        let mut add = |meaning: Meaning, value| others.push((meaning.name().into(), value));
        if let Some(kind) = kind {
            add(Meaning::Kind, ColumnValue::Text(kind.into()));
        }
        if let Some(source) = source {
            add(Meaning::Order, ColumnValue::Text(source.into()));
        }
        if reduced > 0 {
            add(Meaning::Reduced, ColumnValue::Integer(reduced.into()));
        }
        if extended > 0 {
            add(Meaning::Extended, ColumnValue::Integer(extended.into()));
        }
        if is_speculative {
            add(Meaning::Counts, ColumnValue::Boolean(false));
        }
        let enter = Enter {
            node: Some(Id::Number(id)),
            parent: (parent != 0).then_some(Id::Number(parent)),
            mv,
            player: Some(player),
            window: Some(window),
            ..Enter::default()
        };
        self.take(Event::Enter(enter), others);
        let open = OpenNode { id, position, player, window, moves: Vec::new(), next: 0 };
        self.path.push(open);
        ControlFlow::Continue(id)
    }

    fn expand(&mut self, node: u64, _: usize, order: Option<&[u32]>) {
        let game = self.game;
        let Some(open) = self.open(node) else { return };
        let moves = game.legal_moves(&open.position);
        open.moves = match order {
            Some(order) => order.iter().filter_map(|&index| moves.get(index as usize).copied()).collect(),
            None => moves,
        };
        let texts = self.path.last().map(|open| open.moves.clone()).map(|moves| self.texts(&moves));
        self.take(Event::Moves { node: Some(Id::Number(node)), moves: texts.unwrap_or_default() }, Vec::new());
    }

    fn update(&mut self, node: u64, child: u64, score: Score, value: Score, cut: bool) {
        while self.path.pop_if(|open| open.id != node).is_some() {}
        let Some(open) = self.open(node) else { return };
        let before = open.window;
        open.window = before.taking_in(open.player, value);
        let (after, rest) = (open.window, open.moves.get(open.next..).unwrap_or_default().to_vec());
        let (node, child) = (Some(Id::Number(node)), Some(Id::Number(child)));
        let scored =
            Event::Score { node: node.clone(), child: child.clone(), window: Some(before), score: Some(score) };
        self.take(scored, Vec::new());
        let (window, value) = (Some(after), Some(value));
        self.take(Event::Update { node: node.clone(), child, window, value, cut: Some(cut), why: None }, Vec::new());
        if cut && !rest.is_empty() {
            let children = Some(self.texts(&rest));
            self.take(Event::Prune { node, child: None, children, count: None }, Vec::new());
        }
    }

    fn update_by_itself(&mut self, node: u64, searched: Window, value: Option<Score>, cut: bool, why: &'static str) {
        let Some(open) = self.open(node) else { return };
        open.window = value.map_or(searched, |value| searched.taking_in(open.player, value));
        let (window, cut) = (Some(open.window), cut.then_some(true));
        self.take(
            Event::Update { node: Some(Id::Number(node)), child: None, window, value, cut, why: Some(why.into()) },
            Vec::new(),
        );
    }

    fn skip(&mut self, node: u64, child: usize, why: &'static str) {
        while self.path.pop_if(|open| open.id != node).is_some() {}
        let Some(open) = self.open(node) else { return };
        open.next = child + 1;
        let skipped: Vec<G::Move> = open.moves.get(child).copied().into_iter().collect();
        let children = Some(self.texts(&skipped));
        self.take(
            Event::Skip { node: Some(Id::Number(node)), children, count: None, why: Some(why.into()) },
            Vec::new(),
        );
    }

    fn returned(&mut self, node: u64, child: u64, score: Score, _: Score) {
        self.speculated(node, child, score);
    }

    fn speculated(&mut self, node: u64, child: u64, score: Score) {
        while self.path.pop_if(|open| open.id != node).is_some() {}
        let Some(open) = self.open(node) else { return };
        let (window, score) = (Some(open.window), Some(score));
        self.take(
            Event::Score { node: Some(Id::Number(node)), child: Some(Id::Number(child)), window, score },
            Vec::new(),
        );
    }

    fn lookup(&mut self, node: u64, entry: u32, bounds: Bounds, answer: Answer) {
        let Some(open) = self.open(node) else { return };
        let result = match answer {
            Answer::Returned { .. } => LookupResult::Returned,
            Answer::Narrowed(narrowed) => {
                open.window = narrowed;
                LookupResult::Narrowed
            }
            Answer::Nothing => LookupResult::Nothing,
        };
        let (window, bounds, entry) = (Some(open.window), Some(bounds), Some(Id::Number(entry.into())));
        self.take(
            Event::Lookup { node: Some(Id::Number(node)), window, bounds, entry, result: Some(result) },
            Vec::new(),
        );
    }

    fn store(&mut self, node: u64, entry: u32, bounds: Bounds) {
        let entry = Some(Id::Number(entry.into()));
        self.take(Event::Store { node: Some(Id::Number(node)), bounds: Some(bounds), entry }, Vec::new());
    }

    fn end(&mut self, node: u64, score: Score, _: BoundKind) {
        let is_over = self.path.last().is_some_and(|open| open.id == node && self.game.score(&open.position).is_some());
        self.leave(node, score, is_over.then(|| KnownReason::GameOver.name()));
    }

    fn end_because(&mut self, node: u64, score: Score, _: BoundKind, why: &'static str) {
        self.leave(node, score, Some(why));
    }
}

impl<G: Game> GuessRecorder<'_, G> {
    fn leave(&mut self, node: u64, score: Score, why: Option<&'static str>) {
        while self.path.pop_if(|open| open.id != node).is_some() {}
        self.path.pop();
        let others = why.map(|why| (Meaning::Why.name().into(), ColumnValue::Text(why.into()))).into_iter().collect();
        self.take(Event::Leave { node: Some(Id::Number(node)), window: None, score: Some(score), bound: None }, others);
    }
}
