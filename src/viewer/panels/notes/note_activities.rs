//! Activities of a note: a game against minimax, the growth of trees, a changed leaf, and an exercise.

use crate::viewer::commands::{Action, Command, WhatIfCommand};
use crate::viewer::forms::why_not_editable;
use crate::viewer::kit::theme::{BODY, Palette, SECONDARY};
use crate::viewer::kit::widgets::{prose_ui, section_ui};
use crate::viewer::panels::begin_by_hand::begin_by_hand;
use crate::viewer::session::Run;
use edagari_core::analysis::player_text;
use edagari_core::game::Player;
use edagari_core::language::{Language, Text, visible};
use edagari_teach::note::{Activity, MAX_GROWTH, PlayTree, leaves_of_growth};
use edagari_teach::what_if::editable_apart;
use egui::{Button, RichText, Slider, Ui};

/// State of the activities of the current note.
#[derive(Debug)]
pub(super) struct Activities {
    /// Position of the game, by its index in the tree; `None` before the first move.
    position: Option<usize>,
    /// Last moves of minimax.
    replies: Vec<String>,
    /// Branching factor and depth.
    growth: (u32, u32),
}

impl Default for Activities {
    fn default() -> Self {
        Self { position: None, replies: Vec::new(), growth: (3, 4) }
    }
}

impl Activities {
    /// Draws the activities of a note. `tree` is the game of the note's run, if it is played.
    pub(super) fn ui(
        &mut self,
        ui: &mut Ui,
        activities: &[Activity],
        (run, tree): (&Run, Option<&PlayTree>),
        language: Language,
        commands: &mut Vec<Command>,
    ) {
        for &activity in activities {
            ui.add_space(6.0);
            ui.separator();
            match activity {
                Activity::Play(player) => {
                    if let Some(tree) = tree {
                        self.play_ui(ui, (run, tree), player, language, commands);
                    }
                }
                Activity::Growth => self.growth_ui(ui, language),
                Activity::Change => change_ui(ui, run, language, commands),
                Activity::Exercise => exercise_ui(ui, run, language, commands),
                _ => {}
            }
        }
    }

    fn play_ui(
        &mut self,
        ui: &mut Ui,
        (run, tree): (&Run, &PlayTree),
        player: Player,
        language: Language,
        commands: &mut Vec<Command>,
    ) {
        section_ui(ui, language.text(Text::ActivityPlay));
        let at = match self.position {
            Some(at) => at,
            None => self.move_to(0, player, tree),
        };
        let Some(node) = tree.nodes.get(at) else { return };
        let mut next = None;
        if node.moves.is_empty() {
            let start = tree.nodes[0].value;
            let text = if node.value == start { Text::ActivityOverBest } else { Text::ActivityOverLess };
            let (score, value) = (node.value.to_string(), start.to_string());
            prose_ui(ui, RichText::new(language.fill(text, &[("score", &score), ("value", &value)])).size(BODY));
            if ui.button(language.text(Text::ActivityAgain)).clicked() {
                next = Some(0);
            }
        } else {
            let reply = if self.replies.is_empty() {
                let name = player_text(&run.trace, player, language);
                language.fill(Text::ActivityPlayAs, &[("player", &name)])
            } else {
                let moves = self.replies.join(language.text(Text::Comma));
                language.fill(Text::ActivityReply, &[("move", &visible(&moves))])
            };
            let response = prose_ui(ui, RichText::new(reply).size(BODY));
            ui.accesskit_node_builder(response.id, |node| node.set_live(egui::accesskit::Live::Polite));
            ui.horizontal_wrapped(|ui| {
                for (text, to) in &node.moves {
                    if ui.button(visible(text)).clicked() {
                        next = Some(*to);
                    }
                }
            });
        }
        if let Some(to) = next {
            let at = self.move_to(to, player, tree);
            commands.push(Command::Center { run: run.id, path: tree.nodes[at].path.clone() });
        }
    }

    /// Goes to a position, and on with the best moves of minimax until it is the reader's turn or the game is over.
    fn move_to(&mut self, to: usize, player: Player, tree: &PlayTree) -> usize {
        self.replies.clear();
        let mut at = to;
        while let Some((text, next)) = reply(tree, at, player) {
            self.replies.push(text.clone());
            at = *next;
        }
        self.position = Some(at);
        at
    }

    fn growth_ui(&mut self, ui: &mut Ui, language: Language) {
        section_ui(ui, language.text(Text::ActivityGrowth));
        let (branching, depth) = &mut self.growth;
        ui.add(Slider::new(branching, 2..=MAX_GROWTH.0).text(language.text(Text::ActivityBranching)));
        ui.add(Slider::new(depth, 1..=MAX_GROWTH.1).text(language.text(Text::ActivityDepth)));
        let (all, best) = leaves_of_growth(*branching, *depth);
        let number = |count: u128| language.number(u64::try_from(count).unwrap_or(u64::MAX));
        // Rounded to the nearest number, as pages do.
        let share = (all + best / 2) / best;
        for (text, count) in
            [(Text::ActivityGrowthAll, all), (Text::ActivityGrowthBest, best), (Text::ActivityGrowthShare, share)]
        {
            prose_ui(ui, RichText::new(language.fill(text, &[("count", &number(count))])).size(BODY));
        }
    }
}

/// Returns the move with which minimax answers; `None` if it is the reader's turn or the game is over.
fn reply(tree: &PlayTree, at: usize, player: Player) -> Option<&(String, usize)> {
    let node = tree.nodes.get(at).filter(|node| node.player != player)?;
    node.moves.get(node.best?)
}

fn change_ui(ui: &mut Ui, run: &Run, language: Language, commands: &mut Vec<Command>) {
    hint_ui(ui, language.text(Text::ActivityChangeWindow));
    if ui.add_enabled(!run.is_recording(), Button::new(language.text(Text::ActivityChange))).clicked() {
        commands.push(Command::WhatIf(WhatIfCommand::Begin(run.id)));
        commands.push(Command::OpenPanel(Action::WhatIf));
    }
}

fn exercise_ui(ui: &mut Ui, run: &Run, language: Language, commands: &mut Vec<Command>) {
    hint_ui(ui, language.text(Text::ActivityExerciseHint));
    if ui.add_enabled(!run.is_recording(), Button::new(language.text(Text::ActivityExercise))).clicked() {
        commands.extend(match editable_apart(&run.trace) {
            Ok((tree, setup)) => begin_by_hand(&tree, &setup, language),
            Err(refused) => vec![Command::Tell(why_not_editable(&refused, language))],
        });
    }
}

fn hint_ui(ui: &mut Ui, text: &str) {
    let color = Palette::of(ui).secondary;
    prose_ui(ui, RichText::new(text).size(SECONDARY).color(color));
}
