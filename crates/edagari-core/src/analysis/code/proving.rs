//! The pseudocode of proof-number searches, PNS and df-pn: its lines, those that run at a frame, and its variables.
//!
//! A child is chosen at the start of its parent, or at the update by the child before it.

#[allow(clippy::enum_glob_use, reason = "each line of the list begins with one")]
use super::line::CodeLine::{self, *};
use super::line::{Entry, LineSet, entry};
use super::variables::Variable;
use crate::analysis::explanation::proof_number_text;
use crate::analysis::names::node_names::{child_text, node_title};
use crate::language::{Language, Text};
use crate::score::Player;
use crate::search::{Proof, ProofNumbers, ProofSetup};
use crate::trace::{FrameKind, Proofs, Step, Trace, VisitId};

/// The facts about a run that determine the lines of its code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ProvingCode {
    proof: Proof,
    setup: ProofSetup,
}

const ALWAYS: fn(&ProvingCode) -> bool = |_| true;
const PNS: fn(&ProvingCode) -> bool = |code| matches!(code.proof, Proof::Pns);
const DFPN: fn(&ProvingCode) -> bool = |code| matches!(code.proof, Proof::Dfpn);
const LIMITED: fn(&ProvingCode) -> bool = |code| code.setup.expansions > 0;
const PNS_LIMITED: fn(&ProvingCode) -> bool = |code| PNS(code) && LIMITED(code);
const PNS_UNLIMITED: fn(&ProvingCode) -> bool = |code| PNS(code) && !LIMITED(code);
const DFPN_LIMITED: fn(&ProvingCode) -> bool = |code| DFPN(code) && LIMITED(code);
const DFPN_UNLIMITED: fn(&ProvingCode) -> bool = |code| DFPN(code) && !LIMITED(code);
const USUAL: fn(&ProvingCode) -> bool = |code| DFPN(code) && code.setup.epsilon == 0;
const RAISED: fn(&ProvingCode) -> bool = |code| DFPN(code) && code.setup.epsilon > 0;

const OWN: fn(&ProvingCode) -> bool = |code| DFPN(code) && !code.setup.table;
const SHARED: fn(&ProvingCode) -> bool = |code| DFPN(code) && code.setup.table;

const fn line(of: CodeLine, level: u8, text: &'static str, when: fn(&ProvingCode) -> bool) -> Entry<ProvingCode> {
    entry(of, level, text, when)
}

/// All lines, in display order.
pub(super) const LINES: &[Entry<ProvingCode>] = &[
    line(Search, 0, "def search(root):", ALWAYS),
    line(Goal, 1, "goal = {goal}", ALWAYS).note(Text::CodeGoal),
    line(Left, 1, "left = {expansions}", LIMITED).note(Text::CodeLeft),
    line(WhileUnsolved, 1, "while not root.is_solved:", PNS_UNLIMITED),
    line(WhileUnsolved, 1, "while not root.is_solved and left > 0:", PNS_LIMITED),
    line(Call, 2, "pns(root)", PNS).note(Text::CodeExpansion),
    line(Call, 1, "dfpn(root, ∞, ∞)", DFPN),
    line(Def, 0, "def pns(node):", PNS),
    line(Def, 0, "def dfpn(node, tp, td):", DFPN).note(Text::CodeThresholds),
    line(IfNewNode, 1, "if not node.is_expanded:", ALWAYS),
    line(Expand, 2, "expand(node, goal)", ALWAYS).note(Text::CodeExpand),
    line(CountDown, 2, "left = left − 1", LIMITED),
    line(UpdateNew, 2, "update(node)", OWN),
    line(UpdateNew, 1, "update(node)", SHARED).note(Text::CodeSharedNumbers),
    line(ElseExpanded, 1, "else:", PNS),
    line(WhileBelow, 1, "while node.pn < tp and node.dn < td:", DFPN_UNLIMITED),
    line(WhileBelow, 1, "while node.pn < tp and node.dn < td and left > 0:", DFPN_LIMITED),
    line(IfMaxChooses, 2, "if node.player == MAX:", ALWAYS),
    line(LeastProof, 3, "child = min(node.children, key=pn)", ALWAYS).note(Text::CodeFirstOfEquals),
    line(RunnerUpMax, 3, "next = runner_up(node, child)", USUAL).note(Text::CodeRunnerUp),
    line(RunnerUpMax, 3, "next = runner_up(node, child, {epsilon})", RAISED).note(Text::CodeRaisedRunnerUp),
    line(ThresholdsMax, 3, "p, d = min(tp, next), td − node.dn + child.dn", DFPN),
    line(ElseMinChooses, 2, "else:", ALWAYS),
    line(LeastDisproof, 3, "child = min(node.children, key=dn)", ALWAYS).note(Text::CodeFirstOfEquals),
    line(RunnerUpMin, 3, "next = runner_up(node, child)", USUAL).note(Text::CodeRunnerUp),
    line(RunnerUpMin, 3, "next = runner_up(node, child, {epsilon})", RAISED).note(Text::CodeRaisedRunnerUp),
    line(ThresholdsMin, 3, "p, d = tp − node.pn + child.pn, min(td, next)", DFPN),
    line(CallChosen, 2, "pns(child)", PNS),
    line(CallChosen, 2, "dfpn(child, p, d)", DFPN),
    line(UpdateNode, 1, "update(node)", ALWAYS).deeper(DFPN),
    line(ReturnNumbers, 1, "return", ALWAYS),
    line(DefUpdate, 0, "def update(node):", ALWAYS),
    line(IfMaxNumbers, 1, "if node.player == MAX:", ALWAYS),
    line(ProofOfMax, 2, "node.pn = min(c.pn for c in node.children)", ALWAYS).note(Text::CodeOneSuffices),
    line(DisproofOfMax, 2, "node.dn = sum(c.dn for c in node.children)", ALWAYS).note(Text::CodeAllNeeded),
    line(ElseMinNumbers, 1, "else:", ALWAYS),
    line(ProofOfMin, 2, "node.pn = sum(c.pn for c in node.children)", ALWAYS).note(Text::CodeAllNeeded),
    line(DisproofOfMin, 2, "node.dn = min(c.dn for c in node.children)", ALWAYS).note(Text::CodeOneSuffices),
];

impl ProvingCode {
    /// Determines the facts about a run.
    pub(super) const fn of(trace: &Trace, proof: Proof) -> Self {
        Self { proof, setup: trace.setup.proof }
    }

    /// The text of a line with the placeholders replaced by values of the run.
    pub(super) fn filled(&self, text: &str) -> String {
        text.replace("{goal}", &self.setup.claim.at_least.to_string().replace('-', "−"))
            .replace("{expansions}", &self.setup.expansions.to_string())
            .replace("{epsilon}", &self.setup.epsilon.to_string())
    }

    /// The highlighted line of a frame, and all lines that run at it.
    pub(super) fn at(&self, trace: &Trace, frame: usize) -> Option<(CodeLine, LineSet)> {
        let step = trace.step(frame)?;
        Some(match step.kind {
            FrameKind::Start => self.start(trace, &step),
            FrameKind::Score => (CallChosen, [CallChosen].into_iter().collect()),
            FrameKind::Update => {
                let mut runs: LineSet = [UpdateNode].into_iter().collect();
                runs.extend(numbers(step.player));
                if DFPN(self) {
                    runs.insert(WhileBelow);
                    if trace.step(frame + 1).is_some_and(|next| next.kind == FrameKind::Start) {
                        runs.extend(choice(step.player));
                    }
                }
                (UpdateNode, runs)
            }
            FrameKind::End => {
                let mut runs: LineSet = [ReturnNumbers].into_iter().collect();
                if trace.parent_visit(step.visit).is_none() {
                    runs.insert(WhileUnsolved);
                }
                (ReturnNumbers, runs)
            }
            FrameKind::Lookup | FrameKind::Store => return None,
        })
    }

    fn start(&self, trace: &Trace, step: &Step) -> (CodeLine, LineSet) {
        let mut runs: LineSet = [Def, IfNewNode].into_iter().collect();
        let has_child = trace.visited_children(step.visit).next().is_some();
        let expands = trace.proofs().is_none_or(|proofs| proofs.is_expansion(step.visit));
        if expands {
            runs.extend([Expand, CountDown]);
        }
        if expands || SHARED(self) {
            runs.insert(if PNS(self) { UpdateNode } else { UpdateNew });
            runs.extend(numbers(step.player));
        }
        runs.insert(WhileBelow);
        if has_child {
            runs.insert(ElseExpanded);
            runs.extend(choice(step.player));
        }
        if trace.parent_visit(step.visit).is_some() {
            return (Def, runs);
        }
        runs.insert(Call);
        if trace.layer_of(step.visit) == 0 {
            runs.extend([Search, Goal, Left, WhileUnsolved]);
        }
        (Call, runs)
    }

    /// The names of all variables of this code.
    pub(super) fn variable_names(&self) -> Vec<&'static str> {
        let names = ["node", "child", "node.pn", "node.dn", "tp", "td"];
        names.into_iter().filter(|name| DFPN(self) || !["tp", "td"].contains(name)).collect()
    }

    /// The variables that have a value after the lines of a frame have run.
    pub(super) fn variables(&self, trace: &Trace, frame: usize, language: Language) -> Vec<Variable> {
        let Some(step) = trace.step(frame) else { return Vec::new() };
        let mut variables = Vec::new();
        let mut set = |name: &'static str, value: String| variables.push(Variable { name, value });
        set("node", node_title(trace, &trace.path(step.node), language));
        if let Some(child) = child_at(trace, frame, &step) {
            set("child", child_text(trace, &trace.path(trace.node_of(child)), language));
        }
        let Some(proofs) = trace.proofs() else { return variables };
        if DFPN(self)
            && let Some([proof, disproof]) = self.thresholds(trace, &proofs, step.visit)
        {
            set("tp", proof_number_text(proof, language));
            set("td", proof_number_text(disproof, language));
        }
        let by = match step.kind {
            // The numbers of the children of a new node are known a step later.
            FrameKind::Start => frame + 1,
            FrameKind::Score => trace.returned_child(frame).map_or(frame, |child| trace.span(child).0),
            _ => frame,
        };
        if let Some(numbers) = proofs.of(step.node, by) {
            set("node.pn", proof_number_text(numbers.proof, language));
            set("node.dn", proof_number_text(numbers.disproof, language));
        }
        variables
    }

    /// The thresholds that a visit was called with, for proof and disproof.
    fn thresholds(&self, trace: &Trace, proofs: &Proofs<'_>, visit: VisitId) -> Option<[u32; 2]> {
        let mut path: Vec<VisitId> = std::iter::successors(Some(visit), |&visit| trace.parent_visit(visit)).collect();
        path.reverse();
        let mut thresholds = [ProofNumbers::INFINITE; 2];
        for step in path.windows(2) {
            let choice = proofs.choice(step[1])?;
            let children: Vec<ProofNumbers> = choice.children.iter().map(|&(_, numbers)| numbers).collect();
            thresholds = self.thresholds_below(trace.player_of(step[0]), &children, choice.chosen, thresholds);
        }
        Some(thresholds)
    }

    fn thresholds_below(
        &self,
        player: Player,
        children: &[ProofNumbers],
        chosen: usize,
        [proof, disproof]: [u32; 2],
    ) -> [u32; 2] {
        const INFINITE: u32 = ProofNumbers::INFINITE;
        let others = children.iter().enumerate().filter(|&(place, _)| place != chosen);
        let second = others.map(|(place, other)| (other.key(player), place)).min();
        let next = second.map_or(INFINITE, |(key, place)| {
            let usual = key.saturating_add(u32::from(chosen < place));
            let raised = u64::from(key) * u64::from(100 + self.setup.epsilon) / 100 + 1;
            if self.setup.epsilon == 0 { usual } else { usual.max(u32::try_from(raised).unwrap_or(INFINITE)) }
        });
        let node = ProofNumbers::of_children(player, children.iter().copied());
        let of_sum = |limit: u32| {
            let (of_node, of_child) = (node.key(player.other()), children[chosen].key(player.other()));
            if limit == INFINITE { limit } else { limit.saturating_sub(of_node).saturating_add(of_child) }
        };
        match player {
            Player::Max => [proof.min(next), of_sum(disproof)],
            Player::Min => [of_sum(proof), disproof.min(next)],
        }
    }
}

/// The lines that compute the numbers of a node.
const fn numbers(player: Player) -> [CodeLine; 5] {
    match player {
        Player::Max => [DefUpdate, IfMaxNumbers, ProofOfMax, DisproofOfMax, DisproofOfMax],
        Player::Min => [DefUpdate, IfMaxNumbers, ElseMinNumbers, ProofOfMin, DisproofOfMin],
    }
}

/// The lines that choose a child.
const fn choice(player: Player) -> [CodeLine; 5] {
    match player {
        Player::Max => [IfMaxChooses, LeastProof, RunnerUpMax, ThresholdsMax, ThresholdsMax],
        Player::Min => [IfMaxChooses, ElseMinChooses, LeastDisproof, RunnerUpMin, ThresholdsMin],
    }
}

/// The child that the variable `child` refers to at a frame.
fn child_at(trace: &Trace, frame: usize, step: &Step) -> Option<VisitId> {
    match step.kind {
        FrameKind::Start => trace.visited_children(step.visit).next(),
        FrameKind::Score => trace.returned_child(frame),
        _ => {
            let next = trace.step(frame + 1).filter(|next| next.kind == FrameKind::Start);
            next.map(|next| next.visit).filter(|&next| trace.parent_visit(next) == Some(step.visit))
        }
    }
}
