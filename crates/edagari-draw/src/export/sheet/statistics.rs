//! Statistics of the exercises of a set, for checking that they are equally difficult.

use super::paper::{MARGIN, Page};
use super::words::{strong, text_width, words};
use crate::export::pdf::Role;
use crate::scene::{Anchor, Color, Ink, Point, Shape, Stroke};
use edagari_core::language::{Language, Text};
use edagari_teach::exercise::{ExerciseFigures, Generated};

const TITLE: f32 = 14.0;
const LETTERS: f32 = 9.0;
const ROW: f32 = 15.0;
const COLUMNS: [Text; 10] = [
    Text::StatisticsNumber,
    Text::StatisticsLeaves,
    Text::StatisticsEvaluated,
    Text::StatisticsShare,
    Text::StatisticsSteps,
    Text::StatisticsCuts,
    Text::StatisticsAlphaCuts,
    Text::StatisticsBetaCuts,
    Text::StatisticsAboveLeaves,
    Text::StatisticsDeep,
];
/// Index of the share of pruned leaves, which is formatted as a percentage.
const SHARE: usize = 2;

fn numbers(figures: &ExerciseFigures) -> [f64; 9] {
    let whole = |count: u32| f64::from(count);
    [
        whole(figures.leaves),
        whole(figures.evaluated),
        100.0 * figures.pruned_share(),
        whole(figures.steps),
        whole(figures.cuts),
        whole(figures.alpha_cuts),
        whole(figures.beta_cuts),
        whole(figures.cuts_above_leaves),
        whole(figures.deep_cuts),
    ]
}

fn cells(first: String, numbers: [f64; 9], decimals: usize) -> Vec<String> {
    let cell = |(place, number): (usize, f64)| match place {
        SHARE => format!("{number:.0} %"),
        _ => format!("{number:.decimals$}"),
    };
    std::iter::once(first).chain(numbers.into_iter().enumerate().map(cell)).collect()
}

/// Line of the table, and whether it is a summary.
type Row = (Vec<String>, bool);

fn rows(exercises: &[Generated], language: Language) -> Vec<Row> {
    let all: Vec<[f64; 9]> = exercises.iter().map(|made| numbers(&made.figures)).collect();
    let mut rows: Vec<Row> = exercises
        .iter()
        .zip(&all)
        .map(|(made, &numbers)| (cells(language.number(made.number.into()), numbers, 0), false))
        .collect();
    if exercises.len() > 1 {
        let over = |fold: fn(f64, f64) -> f64| {
            all.iter().copied().reduce(|one, other| std::array::from_fn(|place| fold(one[place], other[place])))
        };
        let mean = over(|one, other| one + other).map(|sums| sums.map(|sum| sum / all.len() as f64));
        let sums = [
            (Text::StatisticsLeast, over(f64::min), 0),
            (Text::StatisticsMean, mean, 1),
            (Text::StatisticsMost, over(f64::max), 0),
        ];
        for (text, numbers, decimals) in sums {
            rows.extend(numbers.map(|numbers| (cells(language.text(text).to_owned(), numbers, decimals), true)));
        }
    }
    rows
}

/// Draws the pages with the statistics of a set.
pub(super) fn statistics_pages(exercises: &[Generated], size: (f32, f32), language: Language) -> Vec<Page> {
    let rows = rows(exercises, language);
    let a_page = ((size.1 - 2.0 * MARGIN - 3.0 * TITLE - ROW) / ROW) as usize;
    let pages = rows.chunks(a_page).map(|rows| {
        let mut page = Page::new(size);
        // Each column is as wide as its heading; the remaining width is divided equally.
        let widths = COLUMNS.map(|text| text_width(language.text(text), LETTERS));
        let left = page.inner_width() - widths.iter().sum::<f32>();
        let right = |place: usize| {
            MARGIN + widths[..=place].iter().sum::<f32>() + (place + 1) as f32 * left / COLUMNS.len() as f32 - 4.0
        };
        let heading = language.text(Text::StatisticsTitle);
        page.begin(Role::Heading);
        page.shapes.push(strong(Point::new(MARGIN, page.y + TITLE / 2.0), Anchor::Left, TITLE, heading));
        page.y += 2.0 * TITLE;
        page.begin(Role::Paragraph);
        for (place, text) in COLUMNS.into_iter().enumerate() {
            let at = Point::new(right(place), page.y + ROW / 2.0);
            page.shapes.push(strong(at, Anchor::Right, LETTERS - 1.0, language.text(text)));
        }
        page.y += ROW;
        let rule = |y: f32| Shape::Line {
            points: vec![Point::new(MARGIN, y), Point::new(size.0 - MARGIN, y)],
            stroke: Stroke::solid(0.6, Ink::full(Color::Edge)),
        };
        page.shapes.push(rule(page.y));
        let mut was_sum = false;
        for (cells, is_sum) in rows {
            if *is_sum && !was_sum {
                page.shapes.push(rule(page.y));
            }
            was_sum = *is_sum;
            for (place, cell) in cells.iter().enumerate() {
                let at = Point::new(right(place), page.y + ROW / 2.0);
                let set = if *is_sum { strong } else { words };
                page.shapes.push(set(at, Anchor::Right, LETTERS, cell.clone()));
            }
            page.y += ROW;
        }
        page
    });
    pages.collect()
}
