//! Files of a folder with exercises and with the answers that students handed in.

use std::io;
use std::path::{Path, PathBuf};

use edagari_teach::exercise::{ANSWERS_ENDING, EXERCISE_ENDING, ExerciseFileError};

/// Content of a file, by the ending of its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Content {
    /// File of one exercise.
    Exercise,
    /// Web page with exercises.
    Page,
    /// Answers of a student to an exercise.
    Answers,
    /// Table in CSV: answers from Moodle, a list of names, or an answer key.
    Table,
}

/// Contents by the endings of names, in lower case.
const ENDINGS: [(&str, Content); 5] = [
    (EXERCISE_ENDING, Content::Exercise),
    (".html", Content::Page),
    (".htm", Content::Page),
    (ANSWERS_ENDING, Content::Answers),
    (".csv", Content::Table),
];

impl Content {
    /// Returns the content of a file with this name; `None` if such files are not graded.
    fn of(name: &str) -> Option<Self> {
        let name = without_copy_number(&name.to_lowercase());
        ENDINGS.into_iter().find(|(ending, _)| name.ends_with(ending)).map(|(_, content)| content)
    }
}

/// File that is read.
#[derive(Debug)]
pub(super) struct HandedInFile {
    pub(super) path: PathBuf,
    /// Name below the folder that is graded, with a slash after the name of a subfolder.
    pub(super) name: String,
    pub(super) content: Content,
}

impl HandedInFile {
    /// Returns the name without its subfolder.
    pub(super) fn own_name(&self) -> &str {
        self.name.rsplit('/').next().unwrap_or_default()
    }

    pub(super) fn is_in_subfolder(&self) -> bool {
        self.name.contains('/')
    }
}

/// Files of a folder and its subfolders.
#[derive(Debug, Default)]
pub(super) struct HandedIn {
    /// Files that are read, those of the folder itself first, each folder in the order of names.
    pub(super) files: Vec<HandedInFile>,
    /// Names of files and folders that are not read.
    pub(super) ignored: Vec<String>,
    /// Errors of subfolders that cannot be read.
    pub(super) unreadable: Vec<ExerciseFileError>,
}

impl HandedIn {
    /// Lists a folder and its direct subfolders, such as those that a learning platform exports for
    /// each student.
    pub(super) fn read(folder: &Path) -> Result<Self, ExerciseFileError> {
        let mut found = Self::default();
        let (subfolders, files): (Vec<PathBuf>, Vec<PathBuf>) =
            sorted_entries(folder)?.into_iter().partition(|path| path.is_dir());
        for path in files {
            found.add(path, "");
        }
        for subfolder in subfolders.into_iter().filter(|path| !is_of_system(&file_name(path))) {
            let prefix = file_name(&subfolder) + "/";
            match sorted_entries(&subfolder) {
                Ok(paths) => {
                    for path in paths {
                        found.add(path, &prefix);
                    }
                }
                Err(error) => found.unreadable.push(error),
            }
        }
        Ok(found)
    }

    /// Adds a file, or a folder that is too deep, in the subfolder `prefix`.
    fn add(&mut self, path: PathBuf, prefix: &str) {
        let own = file_name(&path);
        if is_of_system(&own) {
            return;
        }
        let name = format!("{prefix}{own}");
        match Content::of(&own) {
            _ if path.is_dir() => self.ignored.push(name + "/"),
            Some(content) => self.files.push(HandedInFile { path, name, content }),
            None => self.ignored.push(name),
        }
    }
}

fn sorted_entries(folder: &Path) -> Result<Vec<PathBuf>, ExerciseFileError> {
    let entries: io::Result<Vec<PathBuf>> =
        std::fs::read_dir(folder).and_then(|entries| entries.map(|entry| entry.map(|entry| entry.path())).collect());
    let mut paths = entries.map_err(|error| ExerciseFileError::Unreadable { path: folder.to_owned(), error })?;
    paths.sort();
    Ok(paths)
}

fn file_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// Returns whether an operating system created a file or folder for its own use, such as the
/// attributes of a file in an archive from a Mac (`__MACOSX/._anna.edagari-answers.json`).
fn is_of_system(name: &str) -> bool {
    let is_hidden = name.starts_with('.') && !name.starts_with(".edagari-");
    is_hidden || ["__MACOSX", "Thumbs.db", "desktop.ini"].contains(&name)
}

/// Removes the numbers before the last ending that browsers and platforms give to a second file of the same name, such as those of
/// `anna.edagari-answers (1).json`, `anna.edagari-answers(1).json` and `anna.edagari-answers-1.json`.
fn without_copy_number(name: &str) -> String {
    let Some((mut stem, ending)) = name.rsplit_once('.') else { return name.to_owned() };
    while let Some(shorter) = without_number(stem) {
        stem = shorter;
    }
    format!("{stem}.{ending}")
}

/// Removes a number in brackets, or after a hyphen, from the end of a text; `None` if there is none.
fn without_number(stem: &str) -> Option<&str> {
    let (numbered, mark) = stem.strip_suffix(')').map_or((stem, '-'), |inner| (inner, '('));
    let before = numbered.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let bare = before.strip_suffix(mark).filter(|_| before.len() < numbered.len())?;
    Some(bare.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn content_follows_from_the_ending_also_of_a_second_download() {
        for (name, content) in [
            ("anna.edagari-answers.json", Some(Content::Answers)),
            ("ANNA.EDAGARI-ANSWERS.JSON", Some(Content::Answers)),
            ("anna.edagari-answers (1).json", Some(Content::Answers)),
            ("anna.edagari-answers(12).json", Some(Content::Answers)),
            ("anna.edagari-answers-2.json", Some(Content::Answers)),
            ("anna.edagari-answers (1) (1).json", Some(Content::Answers)),
            ("week-01.edagari-exercise (1).ron", Some(Content::Exercise)),
            ("week-01.edagari-exercise.ron", Some(Content::Exercise)),
            ("week (3).html", Some(Content::Page)),
            ("report-2026.csv", Some(Content::Table)),
            ("a01.json", None),
            ("anna.edagari-answers ().json", None),
            ("anna.edagari-answers1.json", None),
            ("anna.edagari-answers.json.pdf", None),
            ("anna", None),
        ] {
            assert_eq!(Content::of(name), content, "{name}");
        }
        assert!(is_of_system("._anna.edagari-answers.json") && !is_of_system(".edagari-answers.json"));
    }

    #[test]
    fn subfolders_are_listed_one_level_deep() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        std::fs::create_dir_all(path("anna/deep")).expect("folders");
        for name in ["b.edagari-answers.json", "a01.json", ".hidden", "anna/c.csv", "anna/d.pdf", "anna/deep/e.csv"] {
            std::fs::write(path(name), "").expect("a file");
        }
        let found = HandedIn::read(folder.path()).expect("a folder");
        let names: Vec<&str> = found.files.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, ["b.edagari-answers.json", "anna/c.csv"]);
        assert_eq!((found.files[1].own_name(), found.files[1].is_in_subfolder()), ("c.csv", true));
        assert_eq!(found.ignored, ["a01.json", "anna/d.pdf", "anna/deep/"]);
        assert!(found.unreadable.is_empty());
    }
}
