//! Dependencies between files: every name is resolved to the file that defines it.

use std::collections::{BTreeMap, BTreeSet, HashSet, VecDeque};
use std::path::Path as FilePath;
use std::{fs, io};

use super::source::{Path, Source};

/// Source files of the crate, by module path.
#[derive(Debug, Default)]
pub struct House {
    files: BTreeMap<Path, File>,
}

#[derive(Debug)]
struct File {
    /// Path of the file below `src`.
    name: String,
    source: Source,
}

/// A dependency of one file on another.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Arrow {
    pub from: String,
    pub to: String,
    /// The used item.
    pub item: String,
}

impl House {
    /// Reads all source files of a folder.
    pub fn read(folder: &FilePath) -> io::Result<Self> {
        let mut house = Self::default();
        house.read_folder(folder, "")?;
        Ok(house)
    }

    fn read_folder(&mut self, folder: &FilePath, prefix: &str) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            let own = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if path.is_dir() {
                self.read_folder(&path, &format!("{prefix}{own}/"))?;
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                self.add(&format!("{prefix}{own}"), &fs::read_to_string(&path)?);
            }
        }
        Ok(())
    }

    /// Builds a house from texts instead of files.
    pub fn of(files: &[(&str, &str)]) -> Self {
        let mut house = Self::default();
        for (name, text) in files {
            house.add(name, text);
        }
        house
    }

    fn add(&mut self, name: &str, text: &str) {
        // The binaries are separate crates, which no file can use.
        if !["main.rs", "web.rs"].contains(&name) {
            let file = File { name: name.to_owned(), source: Source::read(text) };
            self.files.insert(module_of(name), file);
        }
    }

    /// Names of all files.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.files.values().map(|file| file.name.as_str())
    }

    /// All arrows, each once, with one of its items.
    pub fn arrows(&self) -> Vec<Arrow> {
        let mut found = BTreeMap::new();
        for (module, file) in &self.files {
            for path in self.paths_used(module, file) {
                let Some((to, item)) = self.resolved(module, &path) else { continue };
                if to != file.name {
                    found.entry((file.name.clone(), to)).or_insert(item);
                }
            }
        }
        found.into_iter().map(|((from, to), item)| Arrow { from, to, item }).collect()
    }

    /// Paths of the imports of a file, and paths in its code.
    fn paths_used(&self, module: &[String], file: &File) -> Vec<Path> {
        let source = &file.source;
        let is_folder = ["mod.rs", "lib.rs"].iter().any(|name| file.name.ends_with(name));
        // A re-export in the file of a folder is not a use.
        let is_used = |name: &Option<String>| name.as_ref().is_none_or(|name| source.names.contains(name));
        let imported = source.imports.iter().filter(|import| !is_folder || !import.is_public || is_used(&import.name));
        let mut paths: Vec<Path> = imported.map(|import| import.path.clone()).collect();
        for path in &source.paths {
            let first = &path[0];
            let begins_here = ["crate", "self", "super"].contains(&first.as_str()) || source.modules.contains(first);
            let import = source.imports.iter().find(|import| import.name.as_ref() == Some(first));
            match import {
                // `noise::clean` after `use super::noise`: the module may re-export the item of another file.
                Some(import) if self.is_module(module, &import.path) => {
                    paths.push([import.path.as_slice(), &path[1..]].concat());
                }
                None if begins_here => paths.push(path.clone()),
                _ => {}
            }
        }
        paths
    }

    fn is_module(&self, from: &[String], path: &[String]) -> bool {
        self.absolute(from, path).is_some_and(|path| self.files.contains_key(&path))
    }

    /// File that defines the item of a path, and the item; `None` for other crates.
    fn resolved(&self, from: &[String], path: &[String]) -> Option<(String, String)> {
        self.follow(from, path, &mut HashSet::new())
    }

    fn follow(&self, from: &[String], path: &[String], seen: &mut HashSet<Path>) -> Option<(String, String)> {
        let path = self.absolute(from, path)?;
        if !seen.insert(path.clone()) {
            return None;
        }
        let length = (0..=path.len()).rev().find(|&length| self.files.contains_key(&path[..length]))?;
        let (module, rest) = path.split_at(length);
        let file = &self.files[module];
        let Some((item, below)) = rest.split_first() else {
            return Some((file.name.clone(), "itself".to_owned()));
        };
        let mut passed_on = file.source.imports.iter().filter(|import| import.name.as_ref() == Some(item));
        let followed = passed_on.find_map(|import| {
            let whole = [import.path.as_slice(), below].concat();
            self.follow(module, &whole, seen)
        });
        followed.or_else(|| Some((file.name.clone(), item.clone())))
    }

    /// Absolute path from the crate root; `None` for other crates.
    fn absolute(&self, from: &[String], path: &[String]) -> Option<Path> {
        let mut module = from.to_vec();
        let mut rest = path;
        match path.first()?.as_str() {
            "crate" => {
                module.clear();
                rest = &path[1..];
            }
            "self" => rest = &path[1..],
            "super" => {
                let ups = path.iter().take_while(|word| *word == "super").count();
                module.truncate(module.len().checked_sub(ups)?);
                rest = &path[ups..];
            }
            first if self.files.get(from).is_some_and(|file| file.source.modules.iter().any(|own| own == first)) => {}
            _ => return None,
        }
        module.extend_from_slice(rest);
        Some(module)
    }
}

/// Module of a file: `trace/file/mod.rs` is `trace::file`.
fn module_of(name: &str) -> Path {
    let path = name.trim_end_matches(".rs");
    let path = path.strip_suffix("mod").map_or(path, |folder| folder.trim_end_matches('/'));
    path.split('/').filter(|part| !part.is_empty() && *part != "lib").map(str::to_owned).collect()
}

/// A shortest circle through each file, except files that a previous circle contains.
pub fn circles(arrows: &[Arrow]) -> Vec<Vec<&Arrow>> {
    let mut found: Vec<Vec<&Arrow>> = Vec::new();
    let starts: BTreeSet<&str> = arrows.iter().map(|arrow| arrow.from.as_str()).collect();
    for start in starts {
        if !found.iter().flatten().any(|arrow| arrow.from == start) {
            found.extend(circle_through(arrows, start));
        }
    }
    found
}

fn circle_through<'a>(arrows: &'a [Arrow], start: &str) -> Option<Vec<&'a Arrow>> {
    // For each file, the arrow by which it was reached first.
    let mut reached: BTreeMap<&str, &Arrow> = BTreeMap::new();
    let mut waiting = VecDeque::from([start]);
    while let Some(file) = waiting.pop_front() {
        for arrow in arrows.iter().filter(|arrow| arrow.from == file) {
            if !reached.contains_key(arrow.to.as_str()) {
                reached.insert(&arrow.to, arrow);
                waiting.push_back(&arrow.to);
            }
        }
    }
    let mut circle = vec![*reached.get(start)?];
    while let Some(last) = circle.last().filter(|arrow| arrow.from != start) {
        circle.push(reached[last.from.as_str()]);
    }
    circle.reverse();
    Some(circle)
}
