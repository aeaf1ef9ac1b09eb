//! Arguments of tools: their schema, and the check of the values in a call.

use serde_json::{Map, Value, json};

use super::page::shortened;

/// Greatest number that every JSON reader keeps exactly.
const GREATEST: u64 = (1 << 53) - 1;

/// Type of an argument.
#[derive(Clone, Copy, Debug)]
pub(super) enum ArgumentType {
    /// Text without further rules.
    Text,
    /// Whole number in a range.
    Number {
        /// Least accepted number.
        least: u64,
        /// Greatest accepted number.
        most: u64,
    },
    /// `true` or `false`.
    Switch,
}

/// Argument of a tool.
#[derive(Clone, Copy, Debug)]
pub(super) struct ToolArgument {
    /// Name in the call.
    pub(super) name: &'static str,
    /// Type of the value.
    pub(super) kind: ArgumentType,
    /// Whether every call needs it.
    pub(super) needed: bool,
    /// Meaning, for the assistant.
    pub(super) about: &'static str,
}

impl ToolArgument {
    pub(super) const fn text(name: &'static str, about: &'static str) -> Self {
        Self { name, kind: ArgumentType::Text, needed: false, about }
    }

    /// Whole number from 0.
    pub(super) const fn number(name: &'static str, about: &'static str) -> Self {
        Self { name, kind: ArgumentType::Number { least: 0, most: GREATEST }, needed: false, about }
    }

    pub(super) const fn range(name: &'static str, least: u64, most: u64, about: &'static str) -> Self {
        Self { name, kind: ArgumentType::Number { least, most }, needed: false, about }
    }

    pub(super) const fn switch(name: &'static str, about: &'static str) -> Self {
        Self { name, kind: ArgumentType::Switch, needed: false, about }
    }

    /// The same argument, needed in every call.
    pub(super) const fn needed(mut self) -> Self {
        self.needed = true;
        self
    }

    fn schema(&self) -> Value {
        match self.kind {
            ArgumentType::Text => json!({"type": "string", "description": self.about}),
            ArgumentType::Number { least, most } => {
                json!({"type": "integer", "minimum": least, "maximum": most, "description": self.about})
            }
            ArgumentType::Switch => json!({"type": "boolean", "description": self.about}),
        }
    }

    fn expected(&self) -> String {
        match self.kind {
            ArgumentType::Text => "expected a text".to_owned(),
            ArgumentType::Number { least, most: GREATEST } => format!("expected a whole number from {least}"),
            ArgumentType::Number { least, most } => format!("expected a whole number from {least} to {most}"),
            ArgumentType::Switch => "expected true or false".to_owned(),
        }
    }

    fn accepts(&self, value: &Value) -> bool {
        match self.kind {
            ArgumentType::Text => value.is_string(),
            ArgumentType::Number { least, most } => {
                value.as_u64().is_some_and(|number| (least..=most).contains(&number))
            }
            ArgumentType::Switch => value.is_boolean(),
        }
    }
}

/// Returns the JSON schema of an object with these arguments.
pub(super) fn schema_of(arguments: &[ToolArgument]) -> Map<String, Value> {
    let properties: Map<String, Value> =
        arguments.iter().map(|argument| (argument.name.to_owned(), argument.schema())).collect();
    let needed: Vec<&str> = arguments.iter().filter(|argument| argument.needed).map(|argument| argument.name).collect();
    let mut schema = Map::new();
    schema.insert("type".to_owned(), "object".into());
    schema.insert("properties".to_owned(), properties.into());
    schema.insert("required".to_owned(), needed.into());
    schema.insert("additionalProperties".to_owned(), false.into());
    schema
}

/// Arguments of a call, checked against those of its tool.
#[derive(Debug)]
pub(super) struct CallArguments(Map<String, Value>);

impl CallArguments {
    /// Checks the arguments of a call of `tool`.
    ///
    /// # Errors
    /// One sentence that names the first wrong argument and the expected one.
    pub(super) fn checked(tool: &str, known: &[ToolArgument], mut given: Map<String, Value>) -> Result<Self, String> {
        // Some clients give each argument that a call does not use as null.
        given.retain(|_, value| !value.is_null());
        for (name, value) in &given {
            let Some(argument) = known.iter().find(|argument| argument.name == name) else {
                let names = known.iter().map(|argument| argument.name).collect::<Vec<_>>().join(", ");
                return Err(format!("argument {}: {tool} has none of this name, expected {names}", shortened(name)));
            };
            if !argument.accepts(value) {
                let value = shortened(&value.to_string());
                return Err(format!("argument {name}: {}, not {value}", argument.expected()));
            }
        }
        match known.iter().find(|argument| argument.needed && !given.contains_key(argument.name)) {
            Some(missing) => Err(format!("argument {} of {tool} is missing, {}", missing.name, missing.expected())),
            None => Ok(Self(given)),
        }
    }

    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name)?.as_str()
    }

    pub(super) fn number(&self, name: &str) -> Option<u64> {
        self.0.get(name)?.as_u64()
    }

    /// A number as a size; `usual` if it is not given.
    pub(super) fn count(&self, name: &str, usual: usize) -> usize {
        self.number(name).map_or(usual, |number| usize::try_from(number).unwrap_or(usize::MAX))
    }

    pub(super) fn switch(&self, name: &str) -> bool {
        self.0.get(name).and_then(Value::as_bool).unwrap_or(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: &[ToolArgument] = &[
        ToolArgument::number("frame", "Number of the frame").needed(),
        ToolArgument::range("limit", 1, 10, "Number of rows"),
        ToolArgument::text("file", "Name of the file"),
        ToolArgument::switch("by_depth", "Figures of each depth"),
    ];

    fn checked(given: Value) -> Result<CallArguments, String> {
        let Value::Object(given) = given else { panic!("an object") };
        CallArguments::checked("find", KNOWN, given)
    }

    #[test]
    fn right_arguments_are_kept() {
        let arguments = checked(json!({"frame": 7, "file": "a", "by_depth": true, "limit": null})).expect("right");
        assert_eq!((arguments.number("frame"), arguments.text("file")), (Some(7), Some("a")));
        assert!(arguments.switch("by_depth"));
        assert_eq!(arguments.count("limit", 4), 4);
    }

    #[test]
    fn wrong_arguments_are_one_sentence() {
        for (given, part) in [
            (json!({}), "argument frame of find is missing"),
            (json!({"frame": "7"}), "expected a whole number from 0, not \"7\""),
            (json!({"frame": -1}), "not -1"),
            (json!({"frame": 1e300}), "not 1e+300"),
            (json!({"frame": 1, "limit": 11}), "from 1 to 10, not 11"),
            (json!({"frame": 1, "file": 3}), "expected a text, not 3"),
            (json!({"frame": 1, "by_depth": 1}), "expected true or false, not 1"),
            (json!({"frame": 1, "frames": 1}), "has none of this name, expected frame, limit, file, by_depth"),
        ] {
            let sentence = checked(given.clone()).expect_err("wrong");
            assert!(sentence.contains(part), "{given}: {sentence}");
        }
    }

    #[test]
    fn schema_lists_each_argument() {
        let schema = Value::from(schema_of(KNOWN));
        assert_eq!(schema["required"], json!(["frame"]));
        assert_eq!(schema["properties"]["limit"]["maximum"], 10);
        assert_eq!(schema["properties"].as_object().expect("an object").len(), KNOWN.len());
    }
}
