//! Answers as JSON files. The format is described in `docs/formats.md`.

use std::fmt;
use std::path::Path;

use serde::de::value::MapAccessDeserializer;
use serde::de::{
    Deserialize as _, DeserializeSeed, Deserializer, Error as _, IntoDeserializer as _, MapAccess, SeqAccess, Visitor,
};

use super::limited_file::{ExerciseFileError, TextFault, one_line, read_text};
use super::{Answers, Exercise, Step, typed_score};
use edagari_core::score::{BoundKind, Score, Window};

/// Version of the format.
const VERSION: u32 = 1;
/// Maximum size of a file in bytes.
const MAX_BYTES: u64 = 1 << 20;
/// File name ending of answers.
pub const ANSWERS_ENDING: &str = ".edagari-answers.json";

/// Serialized step: exactly one of `enter`, `skip` and `return` is set and determines its kind.
#[derive(serde::Serialize, serde::Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct StepFields {
    #[serde(skip_serializing_if = "Option::is_none")]
    enter: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    skip: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    r#return: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "typed_window")]
    window: Option<Window>,
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "typed_number")]
    score: Option<Score>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bound: Option<BoundKind>,
    /// Whether the step was shown to the student.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    shown: bool,
}

/// Score of a step: a number, or a text as a person types it, as in answers to questions.
struct TypedScore(Score);

impl<'de> serde::Deserialize<'de> for TypedScore {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(TypedScoreVisitor)
    }
}

struct TypedScoreVisitor;

impl Visitor<'_> for TypedScoreVisitor {
    type Value = TypedScore;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an integer, \"-inf\" or \"inf\"")
    }

    fn visit_i64<E: serde::de::Error>(self, number: i64) -> Result<TypedScore, E> {
        Score::deserialize(number.into_deserializer()).map(TypedScore)
    }

    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<TypedScore, E> {
        Score::deserialize(number.into_deserializer()).map(TypedScore)
    }

    fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<TypedScore, E> {
        Score::deserialize(number.into_deserializer()).map(TypedScore)
    }

    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<TypedScore, E> {
        let score = typed_score(text).map(TypedScore);
        score.ok_or_else(|| E::invalid_value(serde::de::Unexpected::Str(text), &self))
    }
}

fn typed_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Score>, D::Error> {
    Ok(Option::<TypedScore>::deserialize(deserializer)?.map(|score| score.0))
}

fn typed_window<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Window>, D::Error> {
    let ends = Option::<[TypedScore; 2]>::deserialize(deserializer)?;
    Ok(ends.map(|[alpha, beta]| Window { alpha: alpha.0, beta: beta.0 }))
}

impl StepFields {
    fn of(exercise: &Exercise, step: Step) -> Self {
        let name = Some(exercise.tree().name(step.node()).to_owned());
        match step {
            Step::Enter { window, .. } => Self { enter: name, window: Some(window), ..Self::default() },
            Step::Skip { .. } => Self { skip: name, ..Self::default() },
            Step::Return { score, bound, .. } => Self { r#return: name, score: Some(score), bound, ..Self::default() },
        }
    }

    fn step(self, exercise: &Exercise) -> Result<Step, String> {
        let found = |name: &str| {
            exercise.tree().named(name).ok_or_else(|| format!("node {name:?}, expected one of the exercise"))
        };
        let inner = |name: &str| {
            let node = found(name)?;
            let is_leaf = exercise.tree().is_leaf(node);
            if is_leaf { Err(format!("node {name} is a leaf, expected one with children")) } else { Ok(node) }
        };
        match self {
            Self { enter: Some(name), skip: None, r#return: None, window: Some(window), score: None, bound: None, .. } => {
                Ok(Step::Enter { node: inner(&name)?, window })
            }
            Self { enter: None, skip: Some(name), r#return: None, window: None, score: None, bound: None, .. } => {
                Ok(Step::Skip { node: found(&name)? })
            }
            Self { enter: None, skip: None, r#return: Some(name), window: None, score: Some(score), bound, .. } => {
                Ok(Step::Return { node: inner(&name)?, score, bound })
            }
            _ => Err("a step with other fields, expected {\"enter\": NODE, \"window\": [α, β]}, {\"skip\": NODE}, or {\"return\": \
                      NODE, \"score\": NUMBER}, with a \"bound\" if need be"
                .to_owned()),
        }
    }
}

/// Deserializer of the steps of a file. Steps are checked while they are read, so that an error has its line and column.
struct StepsOf<'a>(&'a Exercise);

impl<'de> DeserializeSeed<'de> for StepsOf<'_> {
    type Value = Answers;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Answers, D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for StepsOf<'_> {
    type Value = Answers;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a list of steps")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Answers, A::Error> {
        let mut answers = Answers::default();
        while let Some((step, is_shown)) = list.next_element_seed(StepOf(self.0))? {
            if is_shown {
                answers.shown.push(answers.steps.len());
            }
            answers.steps.push(step);
        }
        Ok(answers)
    }
}

/// Deserializer of a step of a file.
struct StepOf<'a>(&'a Exercise);

impl<'de> DeserializeSeed<'de> for StepOf<'_> {
    type Value = (Step, bool);

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(Step, bool), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for StepOf<'_> {
    type Value = (Step, bool);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a step such as {\"skip\": \"F\"}")
    }

    fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<(Step, bool), A::Error> {
        let fields = StepFields::deserialize(MapAccessDeserializer::new(fields))?;
        let is_shown = fields.shown;
        Ok((fields.step(self.0).map_err(A::Error::custom)?, is_shown))
    }
}

/// Deserializer of a whole file.
struct FileOf<'a>(&'a Exercise);

impl<'de> Visitor<'de> for FileOf<'_> {
    type Value = Answers;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("answers such as {\"version\": 1, \"steps\": []}")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Answers, A::Error> {
        let mut version = None;
        let mut answers = None;
        let mut is_corrected = false;
        while let Some(field) = fields.next_key::<String>()? {
            match field.as_str() {
                "version" => {
                    let number: u32 = fields.next_value()?;
                    if number != VERSION {
                        let message = format!(
                            "the answers have the version {number}, expected {VERSION}, the one that is known here"
                        );
                        return Err(A::Error::custom(message));
                    }
                    version = Some(number);
                }
                "exercise" => {
                    let checksum: String = fields.next_value()?;
                    if checksum != self.0.checksum_text() {
                        return Err(A::Error::custom(format!(
                            "the answers are to the exercise {checksum:?}, expected those to this one, {:?}",
                            self.0.checksum_text()
                        )));
                    }
                }
                "corrected" => is_corrected = fields.next_value()?,
                "steps" => answers = Some(fields.next_value_seed(StepsOf(self.0))?),
                _ => return Err(A::Error::unknown_field(&field, &["version", "exercise", "corrected", "steps"])),
            }
        }
        version.ok_or_else(|| A::Error::missing_field("version"))?;
        let answers = answers.ok_or_else(|| A::Error::missing_field("steps"))?;
        Ok(Answers { is_corrected, ..answers })
    }
}

impl Answers {
    /// Parses the answers to an exercise from the text of a JSON file.
    ///
    /// # Errors
    /// [`TextFault`] contains the reason and the place, also if the answers belong to another exercise.
    pub fn parse(text: &str, exercise: &Exercise) -> Result<Self, TextFault> {
        let mut json = serde_json::Deserializer::from_str(text);
        let read = json.deserialize_map(FileOf(exercise)).and_then(|answers| json.end().map(|()| answers));
        read.map_err(|error| {
            let message = error.to_string();
            // The fault already contains the place.
            let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(before, _)| before);
            TextFault { line: error.line().max(1), column: error.column().max(1), message: one_line(message).into() }
        })
    }

    /// Reads the answers to an exercise from a file.
    ///
    /// # Errors
    /// [`ExerciseFileError`] contains the file, the reason and the place.
    pub fn read(path: &Path, exercise: &Exercise) -> Result<Self, ExerciseFileError> {
        Self::parse(&read_text(path, MAX_BYTES)?, exercise).map_err(|fault| fault.in_file(path))
    }

    /// Returns the answers as the text of a JSON file, one step per line.
    #[must_use]
    pub fn to_text(&self, exercise: &Exercise) -> String {
        let step = |(place, &step): (usize, &Step)| {
            let shown = self.shown.binary_search(&place).is_ok();
            serde_json::to_string(&StepFields { shown, ..StepFields::of(exercise, step) }).unwrap_or_default()
        };
        let steps: Vec<String> = self.steps.iter().enumerate().map(step).collect();
        let checksum = exercise.checksum_text();
        let corrected = if self.is_corrected { ", \"corrected\": true" } else { "" };
        let steps = steps.join(",\n");
        format!("{{\"version\": {VERSION}, \"exercise\": \"{checksum}\"{corrected}, \"steps\": [\n{steps}\n]}}\n")
    }

    /// Writes the answers to a file under a temporary name and renames it, so that the old file is kept if writing fails.
    ///
    /// # Errors
    /// [`ExerciseFileError::Unwritable`].
    #[cfg(feature = "files")]
    pub fn write(&self, path: &Path, exercise: &Exercise) -> Result<(), ExerciseFileError> {
        super::limited_file::write_text(path, &self.to_text(exercise))
    }
}
