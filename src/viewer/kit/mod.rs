//! Building blocks of the window: colours, fonts, icons, small widgets; nothing here uses the session.

pub(crate) mod chart_view;
pub(crate) mod debounce;
pub(crate) mod fonts;
pub(crate) mod form;
pub(crate) mod icons;
pub(crate) mod keys;
pub(crate) mod legend;
pub(crate) mod log_axis;
pub(crate) mod number_line;
pub(crate) mod paint;
pub(crate) mod redraws;
pub(crate) mod right_to_left;
pub(crate) mod score_scale;
pub(crate) mod screen;
pub(crate) mod theme;
pub(crate) mod widgets;
