//! Conversion of scenes to TikZ, for papers.

use std::fmt::Write as _;

use crate::scene::{Anchor, Color, Ground, Ink, Point, Rect, Scene, Shape, Stroke, Style};
use edagari_core::language::visible;

/// Returns a scene as a `tikzpicture`. One point of the scene is one point of TeX; a picture that is wider than the line is scaled to
/// its width.
pub(super) fn tikz(scene: &Scene, bounds: Rect, style: Style, ground: Ground) -> String {
    let mut tikz = Tikz { body: String::new(), colors: Vec::new(), style, origin: bounds.min };
    let (width, height) = (bounds.width(), bounds.height());
    let back = tikz.color(Color::Ground);
    let _ = writeln!(tikz.body, "  \\fill[{back}] (0,0) rectangle ({width:.2},{height:.2});");
    for shape in &scene.shapes {
        tikz.shape(shape);
    }
    let mut text = String::from("% Needs \\usepackage{tikz}, which loads graphicx for \\resizebox.\n");
    let is_japanese = |shape: &Shape| matches!(shape, Shape::Text { text, .. } if text.chars().any(is_cjk));
    if scene.shapes.iter().any(is_japanese) {
        text += "% Its Japanese text needs LuaLaTeX with \\usepackage{luatexja}.\n";
    }
    text += "\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%\n";
    text += "\\begin{tikzpicture}[x=1pt,y=-1pt]\n";
    for color in &tikz.colors {
        let _ = writeln!(text, "  \\definecolor{{{}}}{{HTML}}{{{:06X}}}", name(*color), color.value_in(style, ground));
    }
    text + &tikz.body + "\\end{tikzpicture}}%\n"
}

/// Whether a letter needs a Japanese font.
const fn is_cjk(letter: char) -> bool {
    matches!(letter, '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ffef}')
}

struct Tikz {
    body: String,
    /// Colours in the order of their first use.
    colors: Vec<Color>,
    style: Style,
    origin: Point,
}

/// Returns the name of a colour in the picture.
fn name(color: Color) -> String {
    format!("edagari{color:?}")
}

impl Tikz {
    fn color(&mut self, color: Color) -> String {
        if !self.colors.contains(&color) {
            self.colors.push(color);
        }
        name(color)
    }

    fn at(&self, point: Point) -> String {
        format!("({:.2},{:.2})", point.x - self.origin.x, point.y - self.origin.y)
    }

    fn fill(&mut self, ink: Ink) -> String {
        let color = self.color(ink.color);
        if ink.opacity < 1.0 {
            format!("fill={color},fill opacity={:.2}", ink.opacity)
        } else {
            format!("fill={color}")
        }
    }

    fn stroke(&mut self, stroke: Stroke) -> String {
        let color = self.color(stroke.ink.color);
        let width = stroke.width * self.style.line_scale();
        let mut options = format!("draw={color},line width={width:.2}pt");
        if stroke.ink.opacity < 1.0 {
            let _ = write!(options, ",draw opacity={:.2}", stroke.ink.opacity);
        }
        if stroke.dashed {
            options += ",dash pattern=on 4pt off 3.2pt";
        }
        options
    }

    fn shape(&mut self, shape: &Shape) {
        let line = match shape {
            Shape::Rect { rect, corner, fill, stroke } => {
                // The outline is drawn inside the rectangle.
                let inset = stroke.map_or(0.0, |stroke| stroke.width * self.style.line_scale() / 2.0);
                let rect = rect.grown(-inset);
                let mut options: Vec<String> = fill.iter().map(|&ink| self.fill(ink)).collect();
                options.extend(stroke.map(|stroke| self.stroke(stroke)));
                if *corner > 0.0 {
                    options.push(format!("rounded corners={corner:.2}pt"));
                }
                format!("\\path[{}] {} rectangle {};", options.join(","), self.at(rect.min), self.at(rect.max))
            }
            Shape::Line { points, stroke } => {
                let stroke = self.stroke(*stroke);
                let points: Vec<String> = points.iter().map(|&point| self.at(point)).collect();
                format!("\\path[{stroke}] {};", points.join(" -- "))
            }
            Shape::Ring { center, radius, stroke } => {
                let stroke = self.stroke(*stroke);
                format!("\\path[{stroke}] {} circle[radius={radius:.2}pt];", self.at(*center))
            }
            Shape::Disc { center, radius, fill } => {
                let fill = self.fill(*fill);
                format!("\\path[{fill}] {} circle[radius={radius:.2}pt];", self.at(*center))
            }
            Shape::Polygon { corners, fill } => {
                let fill = self.fill(*fill);
                let corners: Vec<_> = corners.iter().map(|corner| self.at(*corner)).collect();
                format!("\\path[{fill}] {} -- cycle;", corners.join(" -- "))
            }
            Shape::Text { at, anchor, size, text, ink, strong } => {
                let color = self.color(ink.color);
                let opacity =
                    if ink.opacity < 1.0 { format!(",text opacity={:.2}", ink.opacity) } else { String::new() };
                let anchor = match anchor {
                    Anchor::Left => "west",
                    Anchor::Right => "east",
                    Anchor::Center => "center",
                    Anchor::Top => "north",
                };
                let size = size * self.style.text_scale();
                let weight = if *strong { "\\bfseries\\boldmath" } else { "" };
                format!(
                    "\\node[anchor={anchor},inner sep=0pt,text={color}{opacity},\
                     font=\\sffamily\\fontsize{{{size:.1}}}{{{size:.1}}}\\selectfont{weight}] at {} {{{}}};",
                    self.at(*at),
                    escaped(text)
                )
            }
        };
        let _ = writeln!(self.body, "  {line}");
    }
}

/// Escapes a text for TeX.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in visible(text).chars() {
        match letter {
            '\\' => escaped += "\\textbackslash{}",
            '~' => escaped += "\\textasciitilde{}",
            '^' => escaped += "\\textasciicircum{}",
            '{' | '}' | '$' | '&' | '%' | '#' | '_' => {
                escaped.push('\\');
                escaped.push(letter);
            }
            '−' => escaped += "$-$",
            '∞' => escaped += "$\\infty$",
            '≤' => escaped += "$\\leq$",
            '≥' => escaped += "$\\geq$",
            '≈' => escaped += "$\\approx$",
            '×' => escaped += "$\\times$",
            'α' => escaped += "$\\alpha$",
            'β' => escaped += "$\\beta$",
            '…' => escaped += "\\ldots{}",
            '·' => escaped += "$\\cdot$",
            letter => escaped.push(letter),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped_for_tex() {
        assert_eq!(escaped("(−∞, 3)"), "($-$$\\infty$, 3)");
        assert_eq!(
            escaped("≥ 4 & 50% of a_b {x} \\ #1"),
            "$\\geq$ 4 \\& 50\\% of a\\_b \\{x\\} \\textbackslash{} \\#1"
        );
    }
}
