//! Sheets: pages of paper with exercises.

use super::around::Around;
use super::moodle::tree_in_words;
use super::paper::{Filled, MARGIN, Page, Paper, SMALL};
use super::picture::{summary, title, tree_shapes};
use super::places::{Blanks, Places};
use super::statistics::statistics_pages;
use super::words::{LINE, faint, strong, text_width, words, wrapped};
use crate::export::ExportError;
use crate::export::pdf::{Pdf, Role};
use crate::scene::{Anchor, Color, Ink, Point, Rect, Shape, Stroke};
use edagari_core::language::{Language, Text, visible};
use edagari_core::trace::Progress;
use edagari_teach::exercise::{Convention, Generated, Kind, SearchByHand};

/// Maximum number of exercises on a page.
pub const MAX_A_PAGE: usize = 4;

/// Options of sheets.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, serde::Serialize, serde::Deserialize)]
pub struct Sheets {
    /// Contents of the nodes.
    pub filled: Filled,
    /// Paper size.
    pub paper: Paper,
    /// Number of exercises per page, at most [`MAX_A_PAGE`].
    pub a_page: usize,
    /// Language of the texts.
    pub language: Language,
}

impl Sheets {
    /// Returns options for sheets with blanks, one exercise per page, on A4.
    #[must_use]
    pub const fn in_language(language: Language) -> Self {
        Self { filled: Filled::Blank, paper: Paper::A4, a_page: 1, language }
    }
}

const TITLE: f32 = 14.0;
const BETWEEN: f32 = 14.0;
/// Maximum scale of a tree.
const LARGEST: f32 = 1.25;
/// Scale below which a page uses landscape format, if that makes the tree larger.
const UPRIGHT: f32 = 1.0;
/// Maximum distance that is added between two levels.
const MAX_SPREAD: f32 = 40.0;
/// Minimum scale of a tree: letters of smaller trees are illegible.
const SMALLEST: f32 = 0.55;

/// Returns the instructions for the student.
fn task(made: &Generated, language: Language) -> String {
    let convention = made.exercise.convention();
    if made.exercise.kind() != Kind::Search {
        // The instructions are printed at each tree.
        return made.exercise.rules(language).swap_remove(0);
    }
    let begin = if convention.windows { Text::SheetTaskWindow } else { Text::SheetTaskScore };
    let begin = language.fill(begin, &[("direction", language.text(convention.direction()))]);
    let mut texts = Vec::new();
    if convention.search.cuts() {
        texts.push(Text::SheetTaskStrike);
    }
    if convention.signs {
        texts.push(Text::SheetTaskSign);
    }
    if convention.search == SearchByHand::Pvs {
        texts.push(Text::SheetTaskAgain);
    }
    texts.push(Text::SheetPlayers);
    let texts = texts.into_iter().map(|text| language.text(text).to_owned());
    sentences(std::iter::once(begin).chain(texts), language)
}

/// Joins sentences; Japanese has no space between them.
fn sentences(texts: impl IntoIterator<Item = String>, language: Language) -> String {
    texts.into_iter().reduce(|all, text| language.joined(&all, &text)).unwrap_or_default()
}

/// Grid of exercises on a page: two columns for more than two exercises.
#[derive(Clone, Copy, Debug)]
struct Grid {
    columns: usize,
    rows: usize,
    /// Width of a column in points.
    column: f32,
    /// Height of the texts around a tree.
    around: f32,
}

impl Grid {
    fn of(a_page: usize, width: f32) -> Self {
        let columns = if a_page > 2 { 2 } else { 1 };
        let column = (width - 2.0 * MARGIN - (columns - 1) as f32 * BETWEEN) / columns as f32;
        Self { columns, rows: a_page.div_ceil(columns), column, around: 0.0 }
    }

    /// Returns the available height for a tree below a page header of the height `head`.
    fn room(self, height: f32, head: f32) -> f32 {
        (height - 2.0 * MARGIN - head) / self.rows as f32 - TITLE * LINE - 2.0 * BETWEEN - SMALL * LINE - self.around
    }

    /// Returns the scale of the trees below a header of the height `head`.
    fn scale(self, trees: &[Places], height: f32, head: f32) -> f32 {
        let room = self.room(height, head);
        let fits = |places: &Places| (self.column / places.width).min(room / places.height);
        trees.iter().map(fits).fold(LARGEST, f32::min)
    }
}

/// Moves and scales the shapes of a scene.
fn scaled(shapes: Vec<Shape>, scale: f32, by: Point) -> impl Iterator<Item = Shape> {
    let moved = move |point: Point| Point::new(point.x * scale + by.x, point.y * scale + by.y);
    let thinner = move |stroke: Stroke| Stroke { width: stroke.width * scale.max(0.6), ..stroke };
    shapes.into_iter().map(move |shape| match shape {
        Shape::Rect { rect, corner, fill, stroke } => Shape::Rect {
            rect: Rect { min: moved(rect.min), max: moved(rect.max) },
            corner: corner * scale,
            fill,
            stroke: stroke.map(thinner),
        },
        Shape::Line { points, stroke } => {
            Shape::Line { points: points.into_iter().map(moved).collect(), stroke: thinner(stroke) }
        }
        Shape::Ring { center, radius, stroke } => {
            Shape::Ring { center: moved(center), radius: radius * scale, stroke: thinner(stroke) }
        }
        Shape::Disc { center, radius, fill } => Shape::Disc { center: moved(center), radius: radius * scale, fill },
        Shape::Polygon { corners, fill } => Shape::Polygon { corners: corners.into_iter().map(moved).collect(), fill },
        Shape::Text { at, anchor, size, text, ink, strong } => {
            Shape::Text { at: moved(at), anchor, size: size * scale, text, ink, strong }
        }
    })
}

/// Draws the header: name and date, the convention, and the instructions.
fn head(page: &mut Page, made: &Generated, sheets: &Sheets) {
    let language = sheets.language;
    if sheets.filled == Filled::Blank {
        let stroke = Stroke::solid(0.7, Ink::full(Color::Edge));
        let middle = page.y + 6.0;
        let date = page.width - MARGIN - 120.0;
        for (left, right, text) in
            [(MARGIN, date - 24.0, Text::SheetName), (date, page.width - MARGIN, Text::SheetDate)]
        {
            let label = language.text(text);
            page.begin(Role::Paragraph);
            page.shapes.push(words(Point::new(left, middle), Anchor::Left, 10.0, label));
            let from = left + text_width(label, 10.0) + 6.0;
            if let Some(student) = made.student.as_ref().filter(|_| text == Text::SheetName) {
                page.shapes.push(strong(Point::new(from + 4.0, middle), Anchor::Left, 11.0, visible(student)));
            }
            let points = vec![Point::new(from, middle + 6.0), Point::new(right, middle + 6.0)];
            page.shapes.push(Shape::Line { points, stroke });
        }
        page.y += 30.0;
        if made.student.is_some() {
            page.paragraph(&language.fill(Text::SheetCode, &[("code", &made.exercise.code())]));
            page.y += 4.0;
        }
        page.paragraph(&task(made, language));
        page.y += 4.0;
    }
    // Some tasks have all rules themselves.
    if !made.exercise.kind().name().has_own_rules() {
        let convention = made.exercise.convention();
        // Only exercises in which a search is written down have windows.
        let windows = convention.windows && made.exercise.kind() == Kind::Search;
        page.paragraph(&sentences(Convention { windows, ..*convention }.sentences(language), language));
    }
    page.y += BETWEEN;
}

/// Page with its header, and the trees that fit below it at a given scale.
struct Composition {
    page: Page,
    grid: Grid,
    scale: f32,
    trees: Vec<Places>,
}

impl Composition {
    /// Composes a page of a size; `blanks` are those of the trees, `around` is the height of the texts around each of them.
    fn of(exercises: &[Generated], sheets: &Sheets, (size, around): ((f32, f32), f32), blanks: Blanks) -> Self {
        let mut page = Page::new(size);
        if let Some(first) = exercises.first() {
            head(&mut page, first, sheets);
        }
        let grid = Grid { around, ..Grid::of(sheets.a_page, size.0) };
        let trees: Vec<Places> =
            exercises.iter().map(|made| Places::of(made, sheets.filled, blanks, blanks.below())).collect();
        let scale = grid.scale(&trees, size.1, page.y - MARGIN);
        Self { page, grid, scale, trees }
    }

    /// Returns the best page with blanks large enough for handwriting, if necessary with scores
    /// below windows; if there is none, the best page with narrower blanks.
    fn best(exercises: &[Generated], sheets: &Sheets) -> Self {
        let (short, long) = sheets.paper.size();
        let with_texts = |size: (f32, f32)| {
            let width = Grid::of(sheets.a_page, size.0).column;
            let height = |made: &Generated| {
                let (above, below) = Around::of(&made.exercise, sheets.filled, sheets.language, width).heights();
                above + below
            };
            (size, exercises.iter().map(height).fold(0.0, f32::max))
        };
        let (upright, lying) = (with_texts((short, long)), with_texts((long, short)));
        let step = |number: i32| LARGEST - 0.05 * number as f32;
        let scales = || (0..).map(step).take_while(|&scale| scale >= SMALLEST);
        let composed = |scale: f32, size: ((f32, f32), f32), blanks: Blanks| {
            let all = Self::of(exercises, sheets, size, blanks);
            (all.scale >= scale).then(|| all.at(exercises, sheets, (scale, blanks)))
        };
        let fitting = |blanks: fn(f32) -> Blanks| {
            let is_legible = |scale: &f32| *scale >= UPRIGHT;
            let as_usual = scales().take_while(is_legible).find_map(|scale| composed(scale, upright, blanks(scale)));
            as_usual.or_else(|| {
                let turned =
                    |scale: f32| [lying, upright].into_iter().find_map(|size| composed(scale, size, blanks(scale)));
                scales().find_map(turned)
            })
        };
        let by_hand = fitting(Blanks::by_hand).or_else(|| fitting(Blanks::stacked));
        by_hand.or_else(|| fitting(Blanks::narrow)).unwrap_or_else(|| {
            let [upright, lying] = [upright, lying].map(|size| Self::of(exercises, sheets, size, Blanks::PRINTED));
            if upright.scale < UPRIGHT && lying.scale > upright.scale { lying } else { upright }
        })
    }

    /// Draws the trees at a scale, and distributes the remaining space between their levels.
    fn at(self, exercises: &[Generated], sheets: &Sheets, (scale, blanks): (f32, Blanks)) -> Self {
        let room = self.grid.room(self.page.height, self.page.y - MARGIN);
        let spread = |(made, places): (&Generated, &Places)| {
            let levels = made.exercise.tree().drawn().map(|node| made.exercise.tree().depth(node)).max().unwrap_or(1);
            let spare = (room / scale - places.height).max(0.0) / levels.max(1) as f32;
            Places::of(made, sheets.filled, blanks, blanks.below() + (0.8 * spare).min(MAX_SPREAD))
        };
        let trees = exercises.iter().zip(&self.trees).map(spread).collect();
        Self { scale, trees, ..self }
    }
}

/// Draws a page of exercises.
fn page_of(exercises: &[Generated], sheets: &Sheets) -> Result<Page, ExportError> {
    let Composition { mut page, grid, scale, trees } = Composition::best(exercises, sheets);
    if scale < SMALLEST {
        let numbers = exercises.iter().map(|made| made.number);
        return Err(ExportError::TooWide { first: numbers.clone().min().unwrap_or(1), a_page: sheets.a_page });
    }
    for (exercises, trees) in exercises.chunks(grid.columns).zip(trees.chunks(grid.columns)) {
        let top = page.y;
        let mut below = top;
        for (place, (made, places)) in exercises.iter().zip(trees).enumerate() {
            let left = MARGIN + place as f32 * (grid.column + BETWEEN);
            page.y = top;
            let title = title(made, sheets.filled, sheets.language);
            page.begin(Role::Heading);
            page.shapes.push(strong(Point::new(left, page.y + TITLE / 2.0), Anchor::Left, TITLE, title));
            page.y += TITLE * LINE;
            let around = Around::of(&made.exercise, sheets.filled, sheets.language, grid.column);
            let (above, under) = around.heights();
            // Screen readers would read a part without text as an empty paragraph.
            if sheets.filled == Filled::Solution || above > 0.0 {
                page.begin(Role::Paragraph);
            }
            if sheets.filled == Filled::Solution {
                for line in wrapped(&summary(made, sheets.language), SMALL, grid.column) {
                    page.shapes.push(faint(Point::new(left, page.y + SMALL / 2.0), Anchor::Left, SMALL, line));
                    page.y += SMALL * LINE;
                }
            }
            page.shapes.extend(around.above(Point::new(left, page.y)));
            page.y += above;
            let bottom = page.y + places.height * scale + BETWEEN;
            let tree_left = left + (grid.column - places.width * scale) / 2.0;
            let tree = tree_shapes(made, places, sheets.filled);
            page.begin(Role::Figure(tree_in_words(made)));
            page.shapes.extend(scaled(tree, scale, Point::new(tree_left, page.y + BETWEEN / 2.0)));
            for rows in around.below(Point::new(left, bottom)) {
                page.begin(Role::Paragraph);
                page.shapes.extend(rows);
            }
            below = below.max(bottom + under + BETWEEN);
        }
        page.y = below;
    }
    Ok(page)
}

/// Returns sheets as the bytes of a PDF file. Sheets with the solution are followed by the statistics of the set.
///
/// ```
/// use edagari_core::language::Language;
/// use edagari_core::trace::Progress;
/// use edagari_draw::export::{Sheets, sheets_pdf};
/// use edagari_teach::exercise::{Requirements, generate};
///
/// let set = generate(&Requirements::default(), 1, 1, &Progress::default()).expect("there are such trees");
/// let pdf = sheets_pdf(&set.exercises, &Sheets::in_language(Language::English), &Progress::default())?;
/// assert!(pdf.starts_with(b"%PDF-"));
/// # Ok::<(), edagari_draw::export::ExportError>(())
/// ```
///
/// # Errors
/// [`ExportError::Drawing`], [`ExportError::TooWide`], or [`ExportError::Cancelled`] if `progress` is cancelled.
pub fn sheets_pdf(exercises: &[Generated], sheets: &Sheets, progress: &Progress) -> Result<Vec<u8>, ExportError> {
    let language = sheets.language;
    let a_page = sheets.a_page.clamp(1, MAX_A_PAGE);
    let sheets = Sheets { a_page, ..*sheets };
    let statistics = if sheets.filled == Filled::Solution {
        statistics_pages(exercises, sheets.paper.size(), language)
    } else {
        Vec::new()
    };
    let count = exercises.len().div_ceil(a_page) + statistics.len();
    let heading = exercises.first().map(|made| title(made, sheets.filled, language));
    let mut pdf = Pdf::new(heading.as_deref(), Some(language));
    let pages = exercises.chunks(a_page).map(|some| page_of(some, &sheets)).chain(statistics.into_iter().map(Ok));
    for (number, page) in (1..).zip(pages) {
        let mut page = page?;
        if progress.is_cancelled() {
            return Err(ExportError::Cancelled);
        }
        // Sheets for students have no page numbers: they would reveal that there are other exercises.
        if sheets.filled == Filled::Solution {
            page.foot(number, count, language);
        }
        page.add_to(&mut pdf)?;
        progress.advance(1);
    }
    pdf.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use edagari_teach::exercise::{Requirements, generate};

    #[test]
    fn blanks_of_wide_trees_have_room_for_handwriting() {
        let convention = Convention { search: SearchByHand::Pvs, ..Convention::default() };
        let requirements =
            Requirements { convention, leaves: 27..=27, branching: 3..=3, depth: 3..=3, ..Requirements::default() };
        let exercises = generate(&requirements, 1, 1, &Progress::default()).expect("a set").exercises;
        for paper in [Paper::A4, Paper::Letter] {
            let sheets = Sheets { paper, ..Sheets::in_language(Language::English) };
            let Composition { scale, trees, .. } = Composition::best(&exercises, &sheets);
            let [width, height] = [trees[0].sizes.blank, trees[0].sizes.tall].map(|size| size * scale * 25.4 / 72.0);
            assert!(width >= 8.99 && height >= 7.99, "{paper:?}: {width} mm by {height} mm");
        }
    }

    #[test]
    fn blanks_have_room_for_handwriting() {
        const MILLIMETRE: f32 = 72.0 / 25.4;
        for leaves in [6, 8, 12, 16] {
            let requirements =
                Requirements { leaves: leaves..=leaves, branching: 2..=3, depth: 2..=4, ..Requirements::default() };
            let exercises = generate(&requirements, 2, 5, &Progress::default()).expect("a set").exercises;
            for filled in [Filled::Blank, Filled::Solution] {
                for paper in [Paper::A4, Paper::Letter] {
                    for made in &exercises {
                        let sheets = Sheets { filled, paper, ..Sheets::in_language(Language::English) };
                        let made = std::slice::from_ref(made);
                        let Composition { page, scale, trees, .. } = Composition::best(made, &sheets);
                        let sizes = trees[0].sizes;
                        let (width, height) = (sizes.blank * scale / MILLIMETRE, sizes.tall * scale / MILLIMETRE);
                        assert!(width >= 8.99 && height >= 7.99, "{leaves} leaves: {width} mm by {height} mm");
                        let bottom = page.y + trees[0].height * scale;
                        assert!(bottom <= page.height - MARGIN, "{leaves} leaves end at {bottom}");
                        assert!(trees[0].width * scale <= page.inner_width() + 0.1);
                    }
                }
            }
        }
    }
}
