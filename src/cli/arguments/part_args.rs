//! Options that print only a part of the lists in a JSON object.

use clap::Args;
use serde::Serialize;
use serde_json::Value;

use super::parse::whole_number;
use crate::cli::CliError;
use crate::cli::output::printing::print_json;

/// Part of the lists in a JSON object.
#[derive(Debug, Default, Args)]
pub(in crate::cli) struct PartArgs {
    /// With --json: maximum number of objects in each list
    #[arg(long, value_name = "COUNT", requires = "json", allow_negative_numbers = true, value_parser = parse_count)]
    limit: Option<usize>,

    /// With --json: index of the first entry of each list, from 0; use `next` of the previous output to continue
    #[arg(long, value_name = "N", requires = "json", allow_negative_numbers = true, value_parser = parse_count)]
    cursor: Option<usize>,
}

fn parse_count(text: &str) -> Result<usize, String> {
    whole_number(text, 0, u64::from(u32::MAX)).map(|count| count as usize)
}

impl PartArgs {
    /// Prints a JSON object. With an option, prints only a part of each of its lists of objects,
    /// and `next`, the entry at which the rest starts.
    pub(in crate::cli) fn print_json(&self, report: &impl Serialize) -> Result<(), CliError> {
        if self.limit.is_none() && self.cursor.is_none() {
            return print_json(report);
        }
        let mut value = serde_json::to_value(report).map_err(std::io::Error::from)?;
        self.cut(&mut value);
        print_json(&value)
    }

    /// Keeps only a part of each list of objects, and adds `next`: null if no list has more entries.
    fn cut(&self, report: &mut Value) {
        let Value::Object(members) = report else { return };
        let first = self.cursor.unwrap_or(0);
        let end = first.saturating_add(self.limit.unwrap_or(usize::MAX));
        let mut has_more = false;
        for list in members.values_mut().filter_map(Value::as_array_mut) {
            if list.iter().all(Value::is_object) {
                has_more |= list.len() > end;
                list.truncate(end);
                list.drain(..first.min(list.len()));
            }
        }
        members.insert("next".to_owned(), if has_more { end.into() } else { Value::Null });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn parts_of_each_list_of_objects_are_the_whole_list() {
        let whole = json!({"a": [{"n": 1}, {"n": 2}, {"n": 3}], "b": [{"n": 9}], "path": ["x", "y", "z"], "c": []});
        let part = |limit, cursor| {
            let mut part = whole.clone();
            PartArgs { limit: Some(limit), cursor }.cut(&mut part);
            part
        };
        let first = part(2, None);
        assert_eq!(
            first,
            json!({"a": [{"n": 1}, {"n": 2}], "b": [{"n": 9}], "path": ["x", "y", "z"], "c": [], "next": 2})
        );
        let rest = part(2, Some(2));
        assert_eq!(rest, json!({"a": [{"n": 3}], "b": [], "path": ["x", "y", "z"], "c": [], "next": null}));
        assert_eq!(part(5, Some(9))["a"], json!([]));
    }
}
