//! The inspector: collapsible sections, and the sentence: announced when it changes, line breaks only between formulas.

use std::fs;

use edagari::analysis::{explain, player_text};
use edagari::game::{GameSetup, Kalah, Player, TicTacToe};
use edagari::language::{Language, Text};
use edagari::search::{Algorithm, DepthLimit, TableSetup};
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, record};
use edagari::viewer::{Command, InspectorSection, RunId, SettingsStore};
use egui::accesskit::Live;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::driving::*;

#[test]
fn sections_fold_and_stay_folded_after_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("settings.ron");
    fs::write(&path, ron::to_string(&small_settings()).expect("serialisable")).expect("written");
    let mut harness = window_with(SettingsStore::at(path.clone()));
    let sections = |harness: &egui_kittest::Harness<'_, edagari::viewer::Edagari>| {
        harness.state().session.settings.folded_sections.iter().copied().collect::<Vec<_>>()
    };
    assert!(says(&harness, "leaves evaluated") && says(&harness, "board after"));
    click(&mut harness, "Fold: Compared");
    assert!(!says(&harness, "leaves evaluated"), "the figures are gone");
    click(&mut harness, "Fold: Board");
    assert!(!says(&harness, "board after"), "the board is gone");
    assert_eq!(sections(&harness), [InspectorSection::Board, InspectorSection::Compared]);
    harness.run_steps((1.5 / STEP) as usize);
    drop(harness);

    let mut again = window_with(SettingsStore::at(path));
    assert_eq!(sections(&again), [InspectorSection::Board, InspectorSection::Compared]);
    assert!(!says(&again, "leaves evaluated") && !says(&again, "board after"));
    click(&mut again, "Unfold: Board");
    assert!(says(&again, "board after"));
    // By keyboard.
    again.get_by_label("Unfold: Compared").focus();
    again.run_steps(2);
    again.key_press(egui::Key::Enter);
    again.run_steps(3);
    assert!(says(&again, "leaves evaluated"));
    assert_eq!(sections(&again), []);
}

#[test]
fn changed_sentence_is_announced_to_screen_readers() {
    let harness = window();
    let sentence = harness.query_all_by_label_contains("The search enters the root").next().expect("the sentence");
    assert_eq!(sentence.accesskit_node().live(), Live::Polite);
    let heading = harness.query_all_by_label_contains("Frame 0").next().expect("the heading");
    assert_eq!(heading.accesskit_node().live(), Live::Off, "nothing else interrupts");
}

#[test]
fn lines_of_a_narrow_panel_do_not_tear_formulas_apart() {
    const NO_BREAK: char = '\u{a0}';
    let harness = window();
    let setup = Setup::new(GameSetup::textbook(None), Process::Search(Algorithm::AlphaBeta));
    let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a legal setup");
    let mut with_formulas = 0;
    for language in Language::ALL {
        for sentence in (0..trace.frame_count()).map(|frame| explain(&trace, frame, language)) {
            with_formulas += usize::from(sentence.contains(NO_BREAK));
            for width in (120..400).step_by(10) {
                let galley = harness.ctx.fonts_mut(|fonts| {
                    fonts.layout(sentence.clone(), egui::FontId::proportional(13.0), egui::Color32::WHITE, width as f32)
                });
                for rows in galley.rows.windows(2) {
                    let [Some(last), Some(first)] = [rows[0].row.glyphs.last(), rows[1].row.glyphs.first()] else {
                        continue;
                    };
                    // The text layout of egui can break a line before or after any Japanese letter.
                    let is_of_formula = |letter: char| u32::from(letter) < 0x2e80;
                    let is_torn = (last.chr == NO_BREAK && is_of_formula(first.chr))
                        || (first.chr == NO_BREAK && is_of_formula(last.chr));
                    assert!(!is_torn, "{width} points wide: {sentence}");
                }
            }
        }
    }
    assert!(with_formulas > 30, "only {with_formulas} sentences have formulas");
}

/// The texts of the inspector that are cut.
fn cut_texts(harness: &egui_kittest::Harness<'_, edagari::viewer::Edagari>) -> Vec<String> {
    fn texts(shape: &egui::Shape, left: f32, found: &mut Vec<String>) {
        match shape {
            egui::Shape::Vec(shapes) => shapes.iter().for_each(|shape| texts(shape, left, found)),
            egui::Shape::Text(text) if text.galley.elided && text.pos.x >= left => {
                found.push(text.galley.job.text.clone());
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    // The inspector is the panel at the right.
    for clipped in &harness.output().shapes {
        texts(&clipped.shape, 1280.0 - 330.0, &mut found);
    }
    found
}

#[test]
fn no_value_of_the_inspector_is_cut_in_a_window_of_1280_by_800() {
    for language in Language::ALL {
        let settings = edagari::viewer::Settings { language, ..edagari::viewer::Settings::default() };
        let mut harness = with_store(&settings, |store| {
            let open = move |creation: &mut eframe::CreationContext<'_>| {
                edagari::viewer::Edagari::new(&creation.egui_ctx, store)
            };
            let mut harness = builder().with_size(egui::vec2(1280.0, 800.0)).build_eframe(open);
            wait_for_recordings(&mut harness);
            harness
        });
        let values = |harness: &egui_kittest::Harness<'_, edagari::viewer::Edagari>| {
            let texts: Vec<String> = cut_texts(harness);
            texts.into_iter().filter(|text| !text.contains(". ")).collect::<Vec<_>>()
        };
        for frame in (0..400).chain(73_000..73_060) {
            apply(&mut harness, Command::GoTo { run: RunId(1), frame });
            assert_eq!(values(&harness), Vec::<String>::new(), "frame {frame}, {language:?}");
        }
    }
}

/// The numbers of the children in the list, which has at most six rows, that are above the time bar.
fn children_in_sight(harness: &egui_kittest::Harness<'_, edagari::viewer::Edagari>, count: usize) -> Vec<usize> {
    let bottom = harness.get_by_label_contains("strip of run 1").rect().top();
    let is_in_sight = |number: usize| {
        let begins = format!("{number}. ");
        let mut rows = harness
            .query_all_by_role(egui::accesskit::Role::Button)
            .filter(|row| row.accesskit_node().label().is_some_and(|label| label.starts_with(&begins)));
        rows.any(|row| row.rect().bottom() <= bottom)
    };
    (1..=count).filter(|&number| is_in_sight(number)).collect()
}

#[test]
fn four_children_and_the_number_of_the_rest_are_in_sight_in_a_window_of_1280_by_800() {
    let game = |game: GameSetup, depth| {
        [Algorithm::Minimax, Algorithm::AlphaBeta].map(|algorithm| Setup {
            limit: Some(DepthLimit { depth, evaluation: 0 }),
            ..Setup::new(game.clone(), Process::Search(algorithm))
        })
    };
    let tic_tac_toe = game(GameSetup::from(TicTacToe { shortest_win: false }), 3);
    let with_table = tic_tac_toe.clone().map(|setup| Setup { table: Some(TableSetup::default()), ..setup });
    for setups in [tic_tac_toe, with_table, game(GameSetup::from(Kalah { stones: 4, ..Kalah::default() }), 3)] {
        let settings = edagari::viewer::Settings { setups: setups.to_vec(), ..edagari::viewer::Settings::default() };
        let mut harness = with_store(&settings, |store| {
            let open = move |creation: &mut eframe::CreationContext<'_>| {
                edagari::viewer::Edagari::new(&creation.egui_ctx, store)
            };
            builder().with_size(egui::vec2(1280.0, 800.0)).build_eframe(open)
        });
        wait_for_recordings(&mut harness);
        for frame in [0, 40, 90] {
            apply(&mut harness, Command::GoTo { run: RunId(1), frame });
            let run = harness.state().session.active_run();
            let node = run.trace.step(frame).expect("a frame").node;
            let count = run.trace.children(node).len();
            let in_sight = children_in_sight(&harness, count);
            assert!(
                in_sight.len() >= count.min(4),
                "frame {frame}: {in_sight:?} of {count} children, {}",
                run.trace.setup.game
            );
            let returned = run.trace.returned_child(frame).map(|child| run.trace.node_of(child));
            let returned = returned.and_then(|child| run.trace.children(node).position(|other| other == child));
            assert!(
                returned.is_none_or(|place| in_sight.contains(&(place + 1))),
                "frame {frame}: {in_sight:?} without {returned:?}"
            );
            let below = count - in_sight.last().copied().unwrap_or(0);
            if below > 0 {
                // The panel ends a little above the time bar.
                let is_counted = |more: usize| says(&harness, &format!("{more} more"));
                assert!((below..=count - 4).any(is_counted), "frame {frame}: {in_sight:?} of {count}");
            }
        }
    }
}

/// Texts as painted, without those that egui cuts.
fn painted(harness: &egui_kittest::Harness<'_, edagari::viewer::Edagari>) -> Vec<String> {
    fn texts(shape: &egui::Shape, found: &mut Vec<String>) {
        match shape {
            egui::Shape::Vec(shapes) => shapes.iter().for_each(|shape| texts(shape, found)),
            egui::Shape::Text(text) => found.push(text.galley.text().to_owned()),
            _ => {}
        }
    }
    let mut found = Vec::new();
    harness.output().shapes.iter().for_each(|clipped| texts(&clipped.shape, &mut found));
    found
}

#[test]
fn right_to_left_names_are_painted_in_visual_order_in_panels() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("tree.ron");
    let tree = "(root: (name: \"שורש\", children: [(name: \"א(2)\", score: 1), (name: \"ב(3)\", score: -2)]))";
    fs::write(&path, tree).expect("written");
    let setup = Setup::new(GameSetup::textbook(Some(&path)), Process::Search(Algorithm::AlphaBeta));
    let settings = edagari::viewer::Settings { setups: vec![setup], ..edagari::viewer::Settings::default() };
    let mut harness = with_store(&settings, |store| {
        let open =
            move |creation: &mut eframe::CreationContext<'_>| edagari::viewer::Edagari::new(&creation.egui_ctx, store);
        // A machine without a Hebrew font draws boxes.
        let mut harness = builder().allow_missing_glyphs().build_eframe(open);
        wait_for_recordings(&mut harness);
        harness
    });
    let names = [("א(2)", "(2)א"), ("ב(3)", "(3)ב")];
    for (place, (name, shown)) in names.into_iter().enumerate() {
        let begins = format!("{}. {shown}", place + 1);
        assert!(painted(&harness).iter().any(|text| text.starts_with(&begins)), "{begins}: {:?}", painted(&harness));
        // Screen readers read the name in its logical order.
        assert!(says(&harness, &format!("{}. {name}", place + 1)), "{name}");
    }
    apply(&mut harness, Command::Center { run: RunId(0), path: vec![0] });
    assert!(painted(&harness).iter().any(|text| text == "(2)א"), "in the breadcrumb");
    // Wrapped sentences, the field of Find and its rows.
    apply(&mut harness, Command::GoTo { run: RunId(0), frame: 1 });
    let is_turned = |text: &String| text.len() > 20 && text.contains("(2)א") && !text.contains("א(2)");
    assert!(painted(&harness).iter().any(is_turned), "in the sentence: {:?}", painted(&harness));
    apply(&mut harness, Command::Do(edagari::viewer::Action::Find));
    harness.event(egui::Event::Text("node א(2) ב(3)".to_owned()));
    wait_for_recordings(&mut harness);
    assert!(painted(&harness).iter().any(|text| text == "node (3)ב (2)א"), "in the field: {:?}", painted(&harness));
}

#[test]
fn nothing_is_cut_at_1280_by_800_on_a_screen_of_scale_2() {
    for language in Language::ALL {
        let settings = edagari::viewer::Settings { language, ..edagari::viewer::Settings::default() };
        let mut harness = with_store(&settings, |store| {
            let open = move |creation: &mut eframe::CreationContext<'_>| {
                edagari::viewer::Edagari::new(&creation.egui_ctx, store)
            };
            let builder = builder().with_size(egui::vec2(1280.0, 800.0)).with_pixels_per_point(2.0);
            let mut harness = builder.build_eframe(open);
            wait_for_recordings(&mut harness);
            harness
        });
        for frame in [0, 126, 3000, 73_185] {
            apply(&mut harness, Command::GoTo { run: RunId(1), frame });
            let values: Vec<String> = cut_texts(&harness).into_iter().filter(|text| !text.contains(". ")).collect();
            assert_eq!(values, Vec::<String>::new(), "frame {frame}, {language:?}");
            let screen = harness.ctx.content_rect();
            let mut legend = harness.query_all_by_label(language.text(Text::LegendOnlyHere));
            assert!(legend.any(|entry| screen.contains_rect(entry.rect())), "the legend, {language:?}");
            for role in [egui::accesskit::Role::Button, egui::accesskit::Role::CheckBox, egui::accesskit::Role::Slider]
            {
                for widget in harness.query_all_by_role(role) {
                    let rect = widget.rect();
                    let is_in_width = rect.left() >= screen.left() - 0.5 && rect.right() <= screen.right() + 0.5;
                    assert!(is_in_width, "{:?} at {rect:?}, {language:?}", widget.accesskit_node().label());
                }
            }
        }
    }
}

#[test]
fn finished_leaf_shows_game_over_instead_of_the_player_to_move() {
    for language in Language::ALL {
        let settings = edagari::viewer::Settings { language, ..small_settings() };
        let mut harness = with_store(&settings, window_with);
        let trace = std::sync::Arc::clone(&harness.state().session.runs[1].trace);
        let over = language.text(Text::GameOver);
        let to_move = [Player::Max, Player::Min]
            .map(|player| language.fill(Text::ToMove, &[("player", &player_text(&trace, player, language))]));
        let mut seen = [0; 2];
        for frame in 0..trace.frame_count() {
            apply(&mut harness, Command::GoTo { run: RunId(1), frame });
            let path = trace.path(trace.step(frame).expect("a frame").node);
            let is_over = trace.position(&path).expect("a node").score().is_some();
            seen[usize::from(is_over)] += 1;
            assert_eq!(says(&harness, over), is_over, "frame {frame}, {language:?}");
            assert_eq!(to_move.iter().any(|words| says(&harness, words)), !is_over, "frame {frame}, {language:?}");
        }
        assert!(seen.iter().all(|&count| count > 5), "{seen:?}");
    }
}

#[test]
fn window_is_complete_when_it_moves_to_a_screen_of_another_scale() {
    let mut harness = small_window();
    let names = |harness: &egui_kittest::Harness<'_, edagari::viewer::Edagari>| {
        let nodes = harness.query_all_by_role(egui::accesskit::Role::TreeItem);
        nodes.map(|node| (node.accesskit_node().label(), node.rect())).collect::<Vec<_>>()
    };
    harness.run_steps(30);
    let before = names(&harness);
    assert!(before.len() > 10, "{} nodes", before.len());
    for scale in [2.0, 1.25, 1.0] {
        harness.set_pixels_per_point(scale);
        press(&mut harness, egui::Key::ArrowRight);
        press(&mut harness, egui::Key::ArrowLeft);
        harness.run_steps(60);
        let now = names(&harness);
        assert_eq!(now.len(), before.len(), "scale {scale}");
        for ((name, rect), (name_before, rect_before)) in now.iter().zip(&before) {
            assert_eq!(name, name_before, "scale {scale}");
            // Points are rounded to pixels.
            let is_near = (rect.min - rect_before.min).length() < 2.0 && (rect.max - rect_before.max).length() < 2.0;
            assert!(is_near, "{name:?} at {rect:?}, before at {rect_before:?}, scale {scale}");
        }
        assert_eq!(cut_texts(&harness), Vec::<String>::new(), "scale {scale}");
    }
}

#[test]
fn children_below_the_depth_limit_are_not_listed() {
    for language in Language::ALL {
        let limit = Some(DepthLimit { depth: 2, evaluation: 0 });
        let game = GameSetup::from(TicTacToe { shortest_win: false });
        let setup = Setup { limit, ..Setup::new(game, Process::Search(Algorithm::AlphaBeta)) };
        let settings =
            edagari::viewer::Settings { language, setups: vec![setup], ..edagari::viewer::Settings::default() };
        let mut harness = with_store(&settings, window_with);
        let lists_children = |harness: &egui_kittest::Harness<'_, edagari::viewer::Edagari>| {
            let mut rows = harness.query_all_by_role(egui::accesskit::Role::Button);
            rows.any(|row| row.accesskit_node().label().is_some_and(|label| label.starts_with("1. ")))
        };
        // The root, its first child, and the first leaf at the depth limit.
        for (frame, is_at_limit) in [(0, false), (1, false), (2, true), (3, true)] {
            apply(&mut harness, Command::GoTo { run: RunId(0), frame });
            assert_eq!(lists_children(&harness), !is_at_limit, "frame {frame}, {language:?}");
            assert_eq!(says(&harness, language.text(Text::NoChildrenAtLimit)), is_at_limit, "frame {frame}");
        }
    }
}

#[test]
fn list_of_children_shows_the_best_one_where_the_node_ends() {
    let setup = Setup::of_words("random,depth=1,branching=200,search=alpha-beta").expect("a setup");
    let settings = edagari::viewer::Settings { setups: vec![setup], ..edagari::viewer::Settings::default() };
    let mut harness = with_store(&settings, window_with);
    wait_for_recordings(&mut harness);
    apply(&mut harness, Command::GoTo { run: RunId(0), frame: 60 });
    apply(&mut harness, Command::Do(edagari::viewer::Action::Last));
    harness.run_steps(8);
    let best = format!(", {}", Language::English.text(Text::StageBestChild));
    let is_best = |name: Option<String>| name.is_some_and(|name| name.contains(". ") && name.contains(&best));
    let mut rows = harness.query_all_by_role(egui::accesskit::Role::Button);
    assert!(rows.any(|row| is_best(row.accesskit_node().label())), "the row of the best child");
}
