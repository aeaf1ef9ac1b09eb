//! Colours and sizes of the viewer. Colours of trees come from the palette of `scene`; no other
//! file of the viewer defines a colour.

use egui::{Color32, CornerRadius, FontFamily, FontId, Stroke, TextStyle, Theme, Visuals, vec2};

use edagari_draw::scene::{Color, Ground};

/// Font size of headings.
pub(crate) const HEADING: f32 = 15.0;
/// Font size of body text.
pub(crate) const BODY: f32 = 13.0;
/// Font size of secondary text.
pub(crate) const SECONDARY: f32 = 12.0;
/// Font size of numbers at axes.
pub(crate) const SMALL: f32 = 11.0;

/// Name of the font family of the heavier weight.
pub(crate) const STRONG: &str = "strong";

/// Colours of a theme, by meaning.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Palette {
    theme: Ground,
    pub(crate) max: Color32,
    pub(crate) min: Color32,
    pub(crate) min_text: Color32,
    pub(crate) current: Color32,
    pub(crate) current_text: Color32,
    pub(crate) cut: Color32,
    pub(crate) table: Color32,
    pub(crate) table_text: Color32,
    pub(crate) only: Color32,
    pub(crate) fail_low: Color32,
    pub(crate) exact: Color32,
    pub(crate) fail_high: Color32,
    pub(crate) text: Color32,
    pub(crate) secondary: Color32,
    pub(crate) line: Color32,
    pub(crate) edge: Color32,
    pub(crate) ground: Color32,
    pub(crate) panel: Color32,
    pub(crate) depth_shade: Color32,
    pub(crate) node: Color32,
    pub(crate) visited: Color32,
    pub(crate) unvisited: Color32,
    pub(crate) pruned: Color32,
    pub(crate) action: Color32,
    pub(crate) on_action: Color32,
    pub(crate) hovered: Color32,
}

const fn rgb(hex: u32) -> Color32 {
    Color32::from_rgb((hex >> 16) as u8, (hex >> 8) as u8, hex as u8)
}

const fn scene_color(color: Color, theme: Ground) -> Color32 {
    rgb(color.value(theme))
}

const fn either(light: u32, dark: u32, theme: Ground) -> Color32 {
    rgb(match theme {
        Ground::Light => light,
        Ground::Dark => dark,
    })
}

const LIGHT: Palette = Palette::new(Ground::Light);
const DARK: Palette = Palette::new(Ground::Dark);

impl Palette {
    const fn new(theme: Ground) -> Self {
        Self {
            theme,
            max: scene_color(Color::Max, theme),
            min: scene_color(Color::Min, theme),
            min_text: scene_color(Color::MinText, theme),
            current: scene_color(Color::Current, theme),
            current_text: scene_color(Color::CurrentText, theme),
            cut: scene_color(Color::Cut, theme),
            table: scene_color(Color::Table, theme),
            table_text: scene_color(Color::TableText, theme),
            only: scene_color(Color::Only, theme),
            fail_low: either(0xd9_dbde, 0x3a_3e44, theme),
            exact: either(0xff_f3c4, 0x4d_4625, theme),
            fail_high: either(0xcf_e6fa, 0x23_435f, theme),
            text: scene_color(Color::Text, theme),
            secondary: scene_color(Color::SecondaryText, theme),
            line: scene_color(Color::Line, theme),
            edge: scene_color(Color::Edge, theme),
            ground: scene_color(Color::Ground, theme),
            panel: either(0xf1_f1ef, 0x1f_2226, theme),
            depth_shade: scene_color(Color::DepthShade, theme),
            node: scene_color(Color::Node, theme),
            visited: scene_color(Color::Visited, theme),
            unvisited: scene_color(Color::Unvisited, theme),
            pruned: scene_color(Color::Pruned, theme),
            action: either(0x2f_6fde, 0x6e_a0ff, theme),
            on_action: either(0xff_ffff, 0x10_1215, theme),
            hovered: either(0xe6_e6e3, 0x2c_3036, theme),
        }
    }

    pub(crate) fn of(ui: &egui::Ui) -> Self {
        if ui.visuals().dark_mode { DARK } else { LIGHT }
    }

    /// Returns the value of a colour of the scene.
    pub(crate) const fn scene(&self, color: Color) -> Color32 {
        scene_color(color, self.theme)
    }
}

/// Returns a font of the regular weight.
pub(crate) const fn font(size: f32) -> FontId {
    FontId::new(size, FontFamily::Proportional)
}

/// Returns a font of the heavier weight.
pub(crate) fn strong_font(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name(STRONG.into()))
}

/// Creates text of the heavier weight.
pub(crate) fn strong(text: impl Into<String>, size: f32) -> egui::RichText {
    egui::RichText::new(text).font(strong_font(size))
}

/// Sets the styles of both themes.
pub(crate) fn install(ctx: &egui::Context) {
    for (theme, palette) in [(Theme::Light, LIGHT), (Theme::Dark, DARK)] {
        ctx.set_visuals_of(theme, visuals(theme, &palette));
    }
    ctx.all_styles_mut(|style| {
        style.text_styles = [
            (TextStyle::Heading, strong_font(HEADING)),
            (TextStyle::Body, font(BODY)),
            (TextStyle::Button, font(BODY)),
            (TextStyle::Small, font(SMALL)),
            (TextStyle::Monospace, FontId::new(SECONDARY, FontFamily::Monospace)),
        ]
        .into();
        style.spacing.item_spacing = vec2(8.0, 4.0);
        style.spacing.button_padding = vec2(8.0, 4.0);
        style.spacing.interact_size.y = 24.0;
        style.spacing.window_margin = egui::Margin::same(12);
        // A floating bar would cover the ends of lines.
        style.spacing.scroll.floating_allocated_width = 4.0;
    });
}

fn visuals(theme: Theme, palette: &Palette) -> Visuals {
    let mut visuals = match theme {
        Theme::Light => Visuals::light(),
        Theme::Dark => Visuals::dark(),
    };
    // The same in both themes, so that glyphs are not rasterised again when the theme changes: that
    // would take longer than the budget of a redraw.
    visuals.text_options.color_transfer_function = egui::epaint::FontColorTransferFunction::TwoCoverageMinusCoverageSq;
    visuals.panel_fill = palette.panel;
    visuals.window_fill = palette.panel;
    visuals.window_stroke = Stroke::new(1.0, palette.line);
    visuals.extreme_bg_color = palette.node;
    visuals.faint_bg_color = palette.depth_shade;
    visuals.weak_text_color = Some(palette.secondary);
    visuals.hyperlink_color = palette.action;
    visuals.selection.bg_fill = palette.action.gamma_multiply(0.35);
    visuals.selection.stroke = Stroke::new(1.0, palette.text);
    visuals.error_fg_color = palette.cut;
    visuals.warn_fg_color = palette.cut;
    visuals.window_corner_radius = CornerRadius::same(6);
    visuals.menu_corner_radius = CornerRadius::same(6);
    visuals.handle_shape = egui::style::HandleShape::Circle;
    let widgets = &mut visuals.widgets;
    widgets.noninteractive.bg_stroke = Stroke::new(1.0, palette.line);
    widgets.noninteractive.fg_stroke = Stroke::new(1.0, palette.text);
    for (widget, fill) in [
        (&mut widgets.inactive, palette.node),
        (&mut widgets.hovered, palette.hovered),
        (&mut widgets.active, palette.hovered),
        (&mut widgets.open, palette.hovered),
    ] {
        // Rails of sliders and boxes of check boxes have to be visible on the panel.
        widget.bg_fill = palette.line;
        widget.weak_bg_fill = fill;
        widget.bg_stroke = Stroke::new(1.0, palette.line);
        widget.fg_stroke = Stroke::new(1.0, palette.text);
        widget.corner_radius = CornerRadius::same(5);
        widget.expansion = 0.0;
    }
    // The focused widget is outlined in the colour of actions.
    widgets.active.bg_stroke = Stroke::new(2.0, palette.action);
    widgets.hovered.bg_stroke = Stroke::new(1.0, palette.edge);
    visuals
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance as defined by the Web Content Accessibility Guidelines 2.1.
    fn luminance(color: Color32) -> f32 {
        let channel = |value: u8| {
            let value = f32::from(value) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * channel(color.r()) + 0.7152 * channel(color.g()) + 0.0722 * channel(color.b())
    }

    fn contrast(a: Color32, b: Color32) -> f32 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn states_of_a_whole_tree_have_enough_contrast() {
        for palette in [LIGHT, DARK] {
            let [visited, unvisited, pruned] = [palette.visited, palette.unvisited, palette.pruned];
            // The background of the minimap is that of a panel, and large nodes have their own
            // background.
            for ground in [palette.ground, palette.panel, palette.node] {
                for state in [visited, unvisited, pruned, palette.cut, palette.table] {
                    assert!(contrast(state, ground) >= 3.0, "{state:?} on {ground:?}: {}", contrast(state, ground));
                }
            }
            for state in [unvisited, pruned] {
                assert!(contrast(visited, state) >= 3.0, "{visited:?} beside {state:?}: {}", contrast(visited, state));
            }
        }
    }

    #[test]
    fn text_has_enough_contrast_on_every_ground() {
        for palette in [LIGHT, DARK] {
            for ground in [palette.ground, palette.panel, palette.node, palette.depth_shade] {
                for words in [
                    palette.text,
                    palette.secondary,
                    palette.max,
                    palette.min_text,
                    palette.current_text,
                    palette.cut,
                    palette.table_text,
                ] {
                    let ratio = contrast(words, ground);
                    assert!(ratio >= 4.5, "{words:?} on {ground:?}: {ratio}");
                }
            }
            for zone in [palette.fail_low, palette.exact, palette.fail_high] {
                assert!(contrast(palette.text, zone) >= 4.5);
            }
        }
    }
}
