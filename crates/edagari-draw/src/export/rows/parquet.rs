//! Rows as Parquet files, for databases and data-frame libraries.

use std::io::Write;
use std::sync::Arc;

use edagari_core::trace::{ColumnValue, Progress, Trace, VisitId};
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;
use serde_json::Value;

use super::row::{Chosen, Row, Rows, each_row, names, of_program};

/// The number of rows in a group. Readers can skip whole groups; the rows of one group are in
/// memory while they are written.
const ROWS_A_GROUP: usize = if cfg!(test) { 1_000 } else { 1 << 17 };

/// The type of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Integers,
    Numbers,
    Booleans,
    Texts,
}

/// The fields of rows that are not integers. A field name has the same meaning in rows of every
/// kind.
const NUMBERS: [&str; 5] = ["alpha", "beta", "lower", "score", "upper"];
const BOOLEANS: [&str; 2] = ["answered", "minimal"];
const TEXTS: [&str; 11] =
    ["actual", "bound", "cut", "expected", "id", "kind", "label", "move", "path", "player", "state"];

impl Kind {
    fn of_field(name: &str) -> Self {
        if NUMBERS.contains(&name) {
            Self::Numbers
        } else if BOOLEANS.contains(&name) {
            Self::Booleans
        } else if TEXTS.contains(&name) {
            Self::Texts
        } else {
            Self::Integers
        }
    }

    const fn physical(self) -> Physical {
        match self {
            Self::Integers => Physical::INT64,
            Self::Numbers => Physical::DOUBLE,
            Self::Booleans => Physical::BOOLEAN,
            Self::Texts => Physical::BYTE_ARRAY,
        }
    }
}

/// The values of a column in the current group.
struct Buffer {
    name: String,
    values: Values,
    /// For each row 1 if it has a value, else 0.
    levels: Vec<i16>,
}

enum Values {
    Integers(Vec<i64>),
    Numbers(Vec<f64>),
    Booleans(Vec<bool>),
    Texts(Vec<ByteArray>),
}

impl Buffer {
    fn new(name: String, kind: Kind) -> Self {
        let values = match kind {
            Kind::Integers => Values::Integers(Vec::new()),
            Kind::Numbers => Values::Numbers(Vec::new()),
            Kind::Booleans => Values::Booleans(Vec::new()),
            Kind::Texts => Values::Texts(Vec::new()),
        };
        Self { name, values, levels: Vec::new() }
    }

    const fn kind(&self) -> Kind {
        match self.values {
            Values::Integers(_) => Kind::Integers,
            Values::Numbers(_) => Kind::Numbers,
            Values::Booleans(_) => Kind::Booleans,
            Values::Texts(_) => Kind::Texts,
        }
    }

    /// Adds the value of a field, which has the same type in JSON.
    fn push_field(&mut self, value: Option<&Value>) -> std::io::Result<()> {
        let value = value.filter(|value| !value.is_null());
        self.levels.push(i16::from(value.is_some()));
        let Some(value) = value else { return Ok(()) };
        let fits = match &mut self.values {
            Values::Integers(values) => value.as_i64().map(|value| values.push(value)),
            Values::Numbers(values) => number(value).map(|value| values.push(value)),
            Values::Booleans(values) => value.as_bool().map(|value| values.push(value)),
            Values::Texts(values) => value.as_str().map(|text| values.push(text.into())),
        };
        fits.ok_or_else(|| std::io::Error::other(format!("{} has another type than {value}", self.name)))
    }

    /// Adds a value of a column that the program recorded.
    fn push_value(&mut self, value: Option<ColumnValue<'_>>) {
        self.levels.push(i16::from(value.is_some()));
        let Some(value) = value else { return };
        match (&mut self.values, value) {
            (Values::Integers(values), ColumnValue::Integer(value)) => values.push(value),
            (Values::Numbers(values), ColumnValue::Integer(value)) => values.push(value as f64),
            (Values::Numbers(values), ColumnValue::Float(value)) => values.push(value),
            (Values::Booleans(values), ColumnValue::Boolean(value)) => values.push(value),
            (Values::Texts(values), value) => values.push(value.to_string().as_str().into()),
            // All values of a column have one type.
            _ => self.levels.last_mut().into_iter().for_each(|level| *level = 0),
        }
    }

    /// Writes the values as the next column of a group, and clears the buffer.
    fn flush<W: Write + Send>(&mut self, group: &mut SerializedRowGroupWriter<'_, W>) -> Result<(), ParquetError> {
        match &mut self.values {
            Values::Integers(values) => put::<Int64Type, _>(group, values, &self.levels)?,
            Values::Numbers(values) => put::<DoubleType, _>(group, values, &self.levels)?,
            Values::Booleans(values) => put::<BoolType, _>(group, values, &self.levels)?,
            Values::Texts(values) => put::<ByteArrayType, _>(group, values, &self.levels)?,
        }
        self.levels.clear();
        Ok(())
    }
}

fn put<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    values: &mut Vec<T::T>,
    levels: &[i16],
) -> Result<(), ParquetError> {
    let Some(mut column) = group.next_column()? else {
        return Err(ParquetError::General("a column is missing in the schema".to_owned()));
    };
    column.typed::<T>().write_batch(values, Some(levels), None)?;
    values.clear();
    column.close()
}

/// A score: a JSON number, or the text of an infinite score.
fn number(value: &Value) -> Option<f64> {
    match value.as_str() {
        Some("inf") => Some(f64::INFINITY),
        Some("-inf") => Some(f64::NEG_INFINITY),
        _ => value.as_f64(),
    }
}

/// The columns of the rows.
fn buffers(trace: &Trace, rows: Rows) -> std::io::Result<Vec<Buffer>> {
    let names = names(trace, rows)?;
    let own = if Row::blank(rows).has_columns() { trace.columns() } else { &[] };
    let of_fields = names.len() - own.len();
    let kinds = own.iter().map(|column| {
        let first = column.visits(VisitId(0)).next().and_then(|visit| column.value(visit));
        match first {
            Some(ColumnValue::Integer(_)) => Kind::Integers,
            Some(ColumnValue::Float(_)) => Kind::Numbers,
            Some(ColumnValue::Boolean(_)) => Kind::Booleans,
            Some(ColumnValue::Text(_)) | None => Kind::Texts,
        }
    });
    let kinds: Vec<Kind> = names[..of_fields].iter().map(|name| Kind::of_field(name)).chain(kinds).collect();
    Ok(names.into_iter().zip(kinds).map(|(name, kind)| Buffer::new(name, kind)).collect())
}

/// The schema: all columns optional, in order.
fn schema(buffers: &[Buffer]) -> Result<Arc<Type>, ParquetError> {
    let column = |buffer: &Buffer| {
        let text = (buffer.kind() == Kind::Texts).then_some(LogicalType::String);
        let column = Type::primitive_type_builder(&buffer.name, buffer.kind().physical());
        column.with_repetition(Repetition::OPTIONAL).with_logical_type(text).build().map(Arc::new)
    };
    let columns = buffers.iter().map(column).collect::<Result<_, _>>()?;
    Type::group_type_builder("rows").with_fields(columns).build().map(Arc::new)
}

/// Writes rows as a Parquet file.
pub(super) fn write<W: Write + Send>(
    file: &mut W,
    trace: &Trace,
    which: &Chosen<'_>,
    progress: &Progress,
) -> std::io::Result<()> {
    let level = ZstdLevel::try_new(3).map_err(std::io::Error::other)?;
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(level))
        .set_created_by(concat!("edagari ", env!("CARGO_PKG_VERSION")).to_owned())
        .build();
    let properties = Arc::new(properties);
    let mut buffers = buffers(trace, which.rows)?;
    let schema = schema(&buffers).map_err(std::io::Error::other)?;
    let mut writer = SerializedFileWriter::new(file, schema, properties).map_err(std::io::Error::other)?;
    each_row(trace, which, progress, &mut |row| {
        let fields = serde_json::to_value(&row.fields)?;
        let values = of_program(trace, &row);
        let of_fields = buffers.len() - values.len();
        let (of_fields, of_values) = buffers.split_at_mut(of_fields);
        for buffer in of_fields {
            buffer.push_field(fields.get(&buffer.name))?;
        }
        for (buffer, value) in of_values.iter_mut().zip(values) {
            buffer.push_value(value);
        }
        let is_full = buffers.first().is_some_and(|buffer| buffer.levels.len() >= ROWS_A_GROUP);
        if is_full { flush(&mut writer, &mut buffers).map_err(std::io::Error::other) } else { Ok(()) }
    })?;
    flush(&mut writer, &mut buffers).map_err(std::io::Error::other)?;
    writer.close().map(|_| ()).map_err(std::io::Error::other)
}

/// Writes the rows of the buffers, if there are any, as a group.
fn flush<W: Write + Send>(
    writer: &mut SerializedFileWriter<&mut W>,
    buffers: &mut [Buffer],
) -> Result<(), ParquetError> {
    if buffers.first().is_none_or(|buffer| buffer.levels.is_empty()) {
        return Ok(());
    }
    let mut group = writer.next_row_group()?;
    for buffer in buffers {
        buffer.flush(&mut group)?;
    }
    group.close().map(|_| ())
}

#[cfg(test)]
mod tests {
    use edagari_core::game::{Chess, GameSetup, TicTacToe};
    use edagari_core::search::{Algorithm, DepthLimit};
    use edagari_core::trace::file::StreamReader;
    use edagari_core::trace::{DEFAULT_MEMORY_LIMIT, Process, Setup, record};
    use parquet::file::reader::{FileReader as _, SerializedFileReader};
    use parquet::record::Field;
    use serde_json::Map;

    use super::*;
    use crate::export::{RowsOf, save_rows};

    const ALL: [RowsOf; 5] = [RowsOf::Frames, RowsOf::Nodes, RowsOf::Visits, RowsOf::Depths, RowsOf::Passes];

    /// The rows as JSON objects: first those of the JSON file, with columns among the fields, then
    /// those of the Parquet file.
    fn both(trace: &Trace, rows: Rows) -> [Vec<Map<String, Value>>; 2] {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        save_rows(trace, rows, &path("rows.json"), &Progress::default()).expect("JSON");
        save_rows(trace, rows, &path("rows.parquet"), &Progress::default()).expect("Parquet");
        let json = std::fs::read_to_string(path("rows.json")).expect("a file");
        let mut json: Vec<Map<String, Value>> = serde_json::from_str(&json).expect("rows");
        for row in &mut json {
            if let Some(Value::Object(columns)) = row.remove("columns") {
                for (name, value) in columns {
                    let name = if row.contains_key(&name) { format!("column {name}") } else { name };
                    row.insert(name, value);
                }
            }
        }
        let file = SerializedFileReader::new(std::fs::File::open(path("rows.parquet")).expect("a file"));
        let file = file.expect("a Parquet file");
        let rows = file.get_row_iter(None).expect("rows").map(|row| {
            let row = row.expect("a row");
            let value = |field: &Field| match field {
                Field::Null => Value::Null,
                Field::Bool(value) => (*value).into(),
                Field::Long(number) => (*number).into(),
                Field::Double(number) if number.is_infinite() => if *number > 0.0 { "inf" } else { "-inf" }.into(),
                Field::Double(number) => (*number).into(),
                Field::Str(text) => text.as_str().into(),
                other => panic!("a field of an unexpected type: {other:?}"),
            };
            row.get_column_iter().map(|(name, field)| (name.clone(), value(field))).collect()
        });
        [json, rows.collect()]
    }

    fn assert_alike(trace: &Trace, rows: Rows) {
        let [json, parquet] = both(trace, rows);
        assert_eq!(json.len(), parquet.len());
        for (json, parquet) in json.iter().zip(&parquet) {
            for (name, found) in parquet {
                let expected = json.get(name).unwrap_or(&Value::Null);
                let is_same = expected == found || expected.as_f64().is_some_and(|one| found.as_f64() == Some(one));
                assert!(is_same, "{name} of {:?}: {found} in Parquet, {expected} in JSON", rows.of);
            }
            let missing: Vec<&String> = json.keys().filter(|name| !parquet.contains_key(*name)).collect();
            assert!(missing.is_empty(), "{missing:?}");
        }
    }

    #[test]
    fn rows_are_those_of_json() {
        let mut pvs = Setup::new(GameSetup::from(TicTacToe::default()), Process::Search(Algorithm::Pvs));
        pvs.after = "b2 a1 c1".to_owned();
        let mut chess = Setup::new(GameSetup::from(Chess::default()), Process::Search(Algorithm::MtdF));
        chess.limit = Some(DepthLimit { depth: 2, evaluation: 1 });
        for setup in [pvs, chess] {
            let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Progress::default()).expect("a run");
            for of in ALL {
                assert_alike(&trace, Rows { of, paths: of != RowsOf::Depths && of != RowsOf::Passes });
            }
        }
    }

    #[test]
    fn columns_of_programs_keep_their_types() {
        let stream = concat!(
            r#"{"edagari":1,"game":"other"}"#,
            "\n",
            r#"{"event":"enter","node":"r","n":1,"x":0.5,"is":true,"text":"a","mixed":1,"rank":"own"}"#,
            "\n",
            r#"{"event":"enter","node":"c","parent":"r","move":"m","n":2,"x":2,"mixed":"two"}"#,
            "\n",
            r#"{"event":"leave","score":3}"#,
            "\n",
            r#"{"event":"leave","score":3}"#,
            "\n"
        );
        let trace = StreamReader::new(stream.as_bytes(), 1 << 20).read(&Progress::default()).expect("a stream");
        for of in [RowsOf::Frames, RowsOf::Nodes, RowsOf::Visits] {
            assert_alike(&trace, of.into());
        }
        let [_, rows] = both(&trace, RowsOf::Visits.into());
        assert_eq!((&rows[0]["n"], &rows[1]["x"], &rows[0]["is"]), (&1.into(), &2.0.into(), &true.into()));
        assert_eq!((&rows[0]["mixed"], &rows[1]["text"]), (&"1".into(), &Value::Null));
    }

    #[test]
    fn file_without_rows_has_the_columns() {
        let setup = Setup::new(GameSetup::from(TicTacToe::default()), Process::Search(Algorithm::AlphaBeta));
        let trace =
            record(&Setup { after: "b2 a1 c1 a3".to_owned(), ..setup }, DEFAULT_MEMORY_LIMIT, &Progress::default());
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("passes.parquet");
        save_rows(&trace.expect("a run"), RowsOf::Passes, &path, &Progress::default()).expect("saved");
        let file = SerializedFileReader::new(std::fs::File::open(&path).expect("a file")).expect("a Parquet file");
        let metadata = file.metadata().file_metadata();
        assert_eq!((metadata.num_rows(), metadata.schema_descr().column(0).name()), (0, "pass"));
    }
}
