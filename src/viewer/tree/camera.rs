//! The camera of the focus view. After the user has zoomed or panned, it follows the search: it
//! rests while the node of the frame is in the middle half of the tile; otherwise it moves the node
//! to the middle, after the event of the frame has been shown.

use std::ops::Range;

use egui::emath::TSTransform;
use egui::{Pos2, Rect, Vec2, vec2};

/// The visible part of a scene.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Camera {
    /// The transform from points of the scene to points of the screen.
    pub(crate) screen_from_scene: TSTransform,
    /// Whether the picture is shown as laid out: until the user pans or zooms.
    pub(crate) fits: bool,
}

/// Whether a place is in the middle half of a range.
pub(super) fn is_in_middle_half(place: f64, range: &Range<f64>) -> bool {
    let quarter = (range.end - range.start) / 4.0;
    (range.start + quarter..=range.end - quarter).contains(&place)
}

/// The frame that the camera follows, and its current motion.
#[derive(Debug, Default)]
pub(crate) struct Follow {
    /// The frame that was followed last; `None` before the first one.
    frame: Option<usize>,
    way: Option<CameraWay>,
}

/// The start and the target of a camera motion, and the place set last.
#[derive(Debug)]
struct CameraWay {
    from: Vec2,
    to: Vec2,
    put: Vec2,
}

impl Follow {
    /// Aims at the node of a frame, which is at a point of the screen. Returns whether the camera moves.
    pub(super) fn aim(&mut self, frame: usize, node: Option<Pos2>, tile: Rect, camera: Camera) -> bool {
        let is_first = self.frame.is_none();
        let at = camera.screen_from_scene.translation;
        // A move by the user cancels the motion.
        self.way.take_if(|way| way.put != at || camera.fits);
        if self.frame.replace(frame) == Some(frame) || is_first || camera.fits {
            return self.way.is_some();
        }
        // During a motion, its target counts.
        let ahead = self.way.as_ref().map_or(Vec2::ZERO, |way| way.to - at);
        let Some(node) = node.map(|node| node + ahead) else { return self.way.is_some() };
        let along = |place: f32, side: egui::Rangef| {
            let is_in = is_in_middle_half(place.into(), &(side.min.into()..side.max.into()));
            if is_in { 0.0 } else { side.center() - place }
        };
        let by = ahead + vec2(along(node.x, tile.x_range()), along(node.y, tile.y_range()));
        self.way = (by != Vec2::ZERO).then_some(CameraWay { from: at, to: at + by, put: at });
        self.way.is_some()
    }

    /// Sets the camera to `share` of its motion.
    pub(super) fn go(&mut self, camera: &mut Camera, share: f32, is_under_way: bool) {
        let Some(way) = &mut self.way else { return };
        way.put = if share < 1.0 { way.from + (way.to - way.from) * share } else { way.to };
        camera.screen_from_scene.translation = way.put;
        if !is_under_way {
            self.way = None;
        }
    }

    /// Returns the place of the camera before its motion; `None` if it rests.
    pub(super) fn before(&self) -> Option<Vec2> {
        self.way.as_ref().map(|way| way.from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::pos2;

    #[test]
    fn camera_rests_while_node_is_in_middle_half_of_tile() {
        let tile = Rect::from_min_max(pos2(100.0, 50.0), pos2(500.0, 250.0));
        let zoomed = |translation| Camera { screen_from_scene: TSTransform::new(translation, 2.0), fits: false };
        let nodes = [
            (100.0, 50.0),
            (199.0, 150.0),
            (201.0, 101.0),
            (300.0, 150.0),
            (399.0, 199.0),
            (301.0, 201.0),
            (700.0, 90.0),
        ];
        for (x, y) in nodes {
            let (mut follow, mut camera) = (Follow::default(), zoomed(vec2(7.0, 9.0)));
            assert!(!follow.aim(0, Some(pos2(x, y)), tile, camera), "it does not move when the tile opens");
            let is_in = (200.0..=400.0).contains(&x) && (100.0..=200.0).contains(&y);
            assert_eq!(follow.aim(1, Some(pos2(x, y)), tile, camera), !is_in, "({x}, {y})");
            follow.go(&mut camera, 0.0, true);
            assert_eq!(camera.screen_from_scene.translation, vec2(7.0, 9.0), "first what the frame did");
            follow.go(&mut camera, 1.0, false);
            let now = pos2(x, y) + camera.screen_from_scene.translation - vec2(7.0, 9.0);
            assert!((200.0..=400.0).contains(&now.x) && (100.0..=200.0).contains(&now.y), "({x}, {y}) came to {now:?}");
            assert!(!follow.aim(2, Some(now), tile, camera), "and there it rests");
        }
    }

    #[test]
    fn drag_or_fitted_picture_cancels_camera_motion() {
        let tile = Rect::from_min_max(pos2(0.0, 0.0), pos2(400.0, 200.0));
        let mut camera = Camera { screen_from_scene: TSTransform::IDENTITY, fits: false };
        let mut follow = Follow::default();
        follow.aim(0, None, tile, camera);
        assert!(follow.aim(1, Some(pos2(10.0, 10.0)), tile, camera));
        follow.go(&mut camera, 0.5, true);
        camera.screen_from_scene.translation += vec2(30.0, 0.0);
        let dragged = camera.screen_from_scene.translation;
        assert!(!follow.aim(1, Some(pos2(10.0, 10.0)), tile, camera));
        follow.go(&mut camera, 0.8, true);
        assert_eq!(camera.screen_from_scene.translation, dragged);
        let fits = Camera { fits: true, ..camera };
        assert!(!follow.aim(2, Some(pos2(10.0, 10.0)), tile, fits), "what is shown as it was laid out stays");
    }
}
