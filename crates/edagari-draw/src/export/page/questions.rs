//! Exercises with questions as one HTML file, which needs no network: the tree of each, fields for the answers, and the right answers with
//! their reasons, in all languages.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;

use super::cross_out::{leaf_buttons, leaf_html, next_attribute, search_attribute};
use super::exercise_refused::ExercisePageRefused;
use super::figure::{
    STYLE as FIGURE_STYLE, STYLE_HASH as FIGURE_STYLE_HASH, escaped, filled, in_languages, text_in_languages,
};
use crate::export::ExportError;
use crate::export::sheet::{exercise_picture, tree_in_words};
use crate::export::svg::svg;
use crate::scene::{Ground, Rect, Style};
use edagari_core::language::{Language, Text, visible};
use edagari_core::score::Score;
use edagari_core::trace::Progress;
use edagari_teach::exercise::{Expects, Follows, Generated, Part, Question, Questions, exercise_element};

const PAGE: &str = include_str!("../../../resources/web/questions/page.html");
const STYLE: &str = include_str!("../../../resources/web/questions/questions.css");
const SCRIPT: &str = concat!(
    include_str!("../../../resources/web/numbers.js"),
    include_str!("../../../resources/web/questions/questions.js"),
);
/// Hashes of style and script for the content security policy. A test computes them.
const STYLE_HASH: &str = "sha256-xfEMecCMNSnI2P6dUguBlD1hNIp5n/4pZXxbzzxFkgQ=";
const SCRIPT_HASH: &str = "sha256-F3OHWzykvnRl1c2Z4XEUaoiiWQcfJsuBrgnasH4Rdz8=";
/// Pixels per point of a tree.
const SCALE: f32 = 1.4;

/// Returns the text of a page with exercises that have questions, which can be read like an exercise file. The page starts in `begins_in`, or
/// in the browser's language if that is `None`. The bytes are the same on every machine. `progress` counts the exercises.
///
/// # Errors
/// [`ExportError`] if there are no exercises or too many, one has no questions, or `progress` was cancelled.
pub fn question_page(
    exercises: &[Generated],
    begins_in: Option<Language>,
    progress: &Progress,
) -> Result<String, ExportError> {
    let first = ExercisePageRefused::first_of(exercises)?;
    progress.expect(exercises.len() as u64);
    let language = begins_in.unwrap_or_default();
    let (mut sections, mut files, mut count) = (String::new(), String::new(), 0);
    for made in exercises {
        if progress.is_cancelled() {
            return Err(ExportError::Cancelled);
        }
        let questions = Questions::of(&made.exercise).ok_or(ExercisePageRefused::Mixed { number: made.number })?;
        count += questions.questions.len();
        sections += &section(made, &questions);
        files += &exercise_element(&made.exercise.to_text());
        progress.advance(1);
    }
    let codes = Language::ALL.map(Language::code).join(" ");
    let score = in_languages(|language| {
        let (right, all) = ("\u{1}", language.number(count as u64));
        language.fill(Text::QuestionsScore, &[("right", right), ("count", &all)])
    });
    let values = [
        ("language", escaped(begins_in.map_or("", Language::code))),
        ("languages", escaped(&codes)),
        ("code", escaped(language.code())),
        ("figure-style-hash", FIGURE_STYLE_HASH.to_owned()),
        ("style-hash", STYLE_HASH.to_owned()),
        ("script-hash", SCRIPT_HASH.to_owned()),
        ("title", escaped(first.exercise.title.text(language))),
        ("figure-style", FIGURE_STYLE.to_owned()),
        ("style", STYLE.to_owned()),
        ("other", other_names()),
        ("about", text_in_languages(Text::QuestionsAbout)),
        ("exercises", sections),
        ("score", score.replace("\\u{1}", "<span class=\"right-count\"></span>")),
        ("no-script", text_in_languages(Text::QuestionsNoScript)),
        ("files", files),
        ("script", SCRIPT.to_owned()),
    ];
    Ok(filled(PAGE, &values))
}

/// Returns the label of the button that changes the language: in each language, the name of the
/// next language.
fn other_names() -> String {
    let next = |language: Language| {
        let place = Language::ALL.iter().position(|&one| one == language).unwrap_or(0);
        Language::ALL[(place + 1) % Language::ALL.len()].own_name().to_owned()
    };
    in_languages(next)
}

fn section(made: &Generated, questions: &Questions) -> String {
    let exercise = &made.exercise;
    let picture = exercise_picture(made, &questions.given);
    let bounds = Rect::new(0.0, 0.0, picture.size.0, picture.size.1).grown(8.0);
    let id = format!("exercise-{}", made.number);
    let crosses_out = exercise.kind().crosses_out();
    let search = if crosses_out { search_attribute(made) } else { String::new() };
    let mut html = format!(
        "<section id=\"{id}\" data-exercise=\"{}\"{search} aria-labelledby=\"{id}-title\">\n<h2 id=\"{id}-title\">{}</h2>\n",
        exercise.checksum_text(),
        in_languages(|language| exercise.title.text(language).to_owned())
    );
    for message in &questions.about {
        let _ = writeln!(html, "<p>{}</p>", in_languages(|language| message.sentence(language)));
    }
    let words = tree_in_words(made);
    let drawn = svg(&picture.scene, bounds, Style::Screen, Ground::Light, SCALE);
    let buttons =
        if crosses_out { leaf_buttons(made, questions, (&picture.nodes, bounds), SCALE, &id) } else { String::new() };
    let _ = writeln!(
        html,
        "<figure><div class=\"tree\"><div role=\"img\" aria-label=\"{}\">{drawn}</div>{buttons}</div></figure>",
        escaped(&words),
    );
    if crosses_out {
        let _ = writeln!(html, "<p class=\"how\" hidden>{}</p>", text_in_languages(Text::CrossOutHow));
    }
    if !questions.code.is_empty() {
        let lines: Vec<String> = questions.code.iter().map(|line| format!("<li>{}</li>", escaped(line))).collect();
        let _ = writeln!(html, "<ol class=\"code\">{}</ol>", lines.concat());
    }
    let sentences = in_languages(|language| {
        let all = exercise.rules(language);
        all.into_iter().reduce(|all, sentence| language.joined(&all, &sentence)).unwrap_or_default()
    });
    let _ = writeln!(
        html,
        "<details><summary>{}</summary><p>{sentences}</p></details>",
        text_in_languages(Text::ByHandConvention)
    );
    html += "<form autocomplete=\"off\" novalidate>\n";
    let by_cut: Vec<Questions> = exercise.by_each_cut().iter().filter_map(|one| Questions::of(one)).collect();
    for (place, question) in questions.questions.iter().enumerate() {
        let id = format!("{id}-{}", place + 1);
        html += &if crosses_out {
            leaf_html(made, question, &by_cut, place, &id)
        } else {
            question_html(made, questions, question, &id)
        };
    }
    let _ = writeln!(
        html,
        "<div class=\"buttons\" hidden><button type=\"submit\" class=\"does\">{}</button> <button type=\"button\" class=\"show\">{}</button> \
         <button type=\"button\" class=\"save\">{}</button></div>\n</form>\n</section>",
        text_in_languages(Text::QuestionCheck),
        text_in_languages(Text::QuestionShowAnswer),
        text_in_languages(Text::QuestionsSave)
    );
    html
}

/// Returns the HTML of a question with its field, its replies and the right answers.
fn question_html(made: &Generated, questions: &Questions, question: &Question, id: &str) -> String {
    let exercise = &made.exercise;
    let tree = exercise.tree();
    let packed = |list: &[String]| BASE64_STANDARD.encode(serde_json::to_string(list).unwrap_or_default());
    let right = packed(&question.accepted(tree));
    let more = follows(made, questions, question) + &from_children(question) + &next_attribute(made, question);
    let input = |mode: &str| {
        format!("<input id=\"{id}\" type=\"text\" inputmode=\"{mode}\" spellcheck=\"false\" autocapitalize=\"off\">")
    };
    let (form, field, how) = match &question.expects {
        Expects::Number(_) => {
            ("data-form=\"number\"".to_owned(), input("numeric") + &sign_buttons(), Some(Text::QuestionHowNumbers))
        }
        Expects::Order { among, .. } => {
            let names: Vec<String> = among.iter().map(|&node| tree.name(node).to_owned()).collect();
            (
                format!("data-form=\"order\" data-names=\"{}\"", packed(&names)),
                input("text"),
                Some(Text::QuestionHowOrders),
            )
        }
        Expects::Choice { choices, .. } => {
            let named = |text: &dyn Fn(Language) -> String| {
                let data = |language: Language| format!(" data-{}=\"{}\"", language.code(), escaped(&text(language)));
                Language::ALL.map(data).concat()
            };
            let none = named(&|language| language.text(Text::QuestionChoose).to_owned());
            let option = |choice: &edagari_teach::exercise::Choice| {
                let texts = named(&|language| choice.text.sentence(language));
                let shown = escaped(&choice.text.sentence(Language::default()));
                format!("<option value=\"{}\"{texts}>{shown}</option>", escaped(&choice.name))
            };
            let options: Vec<String> = choices.iter().map(option).collect();
            let field = format!("<select id=\"{id}\"><option value=\"\"{none}></option>{}</select>", options.concat());
            ("data-form=\"choice\"".to_owned(), field, None)
        }
    };
    let odd = how.map_or_else(String::new, |how| {
        in_languages(|language| language.fill(Text::QuestionNoAnswer, &[("how", language.text(how))]))
    });
    let why = in_languages(|language| {
        let answer = questions.shown(exercise, question, &question.expects.solution(), language);
        let shown = language.fill(Text::QuestionShown, &[("answer", &answer)]);
        language.joined(&shown, &question.why.sentence(language))
    });
    format!(
        "<div class=\"question\" {form} data-right=\"{right}\"{more}><label for=\"{id}\">{}</label> {field} <p class=\"is-right\" role=\"status\" \
         hidden>{}</p><p class=\"is-wrong\" role=\"status\" hidden>{}</p><p class=\"is-odd\" role=\"status\" hidden>{odd}</p>\
         <p class=\"follows\" role=\"status\" hidden>{}</p>\
         <p class=\"why\" role=\"status\" hidden>{why}</p></div>\n",
        in_languages(|language| visible(&question.text.sentence(language)).into_owned()),
        text_in_languages(Text::PracticeRight),
        text_in_languages(Text::QuestionIsWrong),
        text_in_languages(Text::ByHandFollows),
    )
}

/// Returns the buttons that change the sign of a number field and enter ∞, for on-screen keyboards
/// that have only digits. The script shows them.
fn sign_buttons() -> String {
    format!(
        " <button type=\"button\" class=\"sign\" data-sign=\"other\" hidden><span aria-hidden=\"true\">±</span><span class=\"unseen\">{}</span>\
         </button> <button type=\"button\" class=\"sign\" data-sign=\"infinite\" hidden>∞</button>",
        text_in_languages(Text::PageOtherSign)
    )
}

/// Returns the attribute with the answers that follow from those to earlier questions; empty if none does.
fn follows(made: &Generated, questions: &Questions, question: &Question) -> String {
    if question.follows.is_empty() {
        return String::new();
    }
    let tree = made.exercise.tree();
    let triple = |one: &Follows| {
        let earlier = one.earlier.typed(&questions.questions[one.question].expects, tree);
        (one.question, earlier, one.own.typed(&question.expects, tree))
    };
    let triples: Vec<(usize, String, String)> = question.follows.iter().map(triple).collect();
    format!(" data-follows=\"{}\"", BASE64_STANDARD.encode(serde_json::to_string(&triples).unwrap_or_default()))
}

/// Returns the attributes with the numbers at a node's children: the printed number of a leaf,
/// otherwise the index of its question and the sign of its number, and their weights; empty if the
/// answer does not follow from them.
fn from_children(question: &Question) -> String {
    let Some(from) = &question.from_children else { return String::new() };
    let part = |part: &Part| match *part {
        Part::Given(Score::INFINITY) => "\"inf\"".to_owned(),
        Part::Given(Score::NEG_INFINITY) => "\"-inf\"".to_owned(),
        Part::Given(score) => score.finite().unwrap_or_default().to_string(),
        Part::Answer { question, is_negated } => format!("[{question},{}]", if is_negated { -1 } else { 1 }),
    };
    let parts: Vec<String> = from.parts.iter().map(part).collect();
    let weights = if from.weights.is_empty() {
        String::new()
    } else {
        let weights: Vec<String> = from.weights.iter().map(u64::to_string).collect();
        format!(" data-weights=\"[{}]\"", weights.join(","))
    };
    format!(
        " data-children=\"{}\" data-rule=\"{}\"{weights}",
        escaped(&format!("[{}]", parts.join(","))),
        from.rule.name()
    )
}

#[cfg(test)]
mod tests {
    use super::super::assert_safe;
    use super::*;

    #[test]
    fn question_page_hashes_match_script_and_style() {
        assert_safe((STYLE, STYLE_HASH), (SCRIPT, SCRIPT_HASH), 22_000);
    }
}
