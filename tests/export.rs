//! Charts as files.
#![cfg(feature = "export")]

use std::sync::Arc;

use edagari::export::{
    Picture, RowsOf, chart_png, chart_svg, picture_png, picture_svg, save_chart, save_picture, save_rows,
};
use edagari::game::GameSetup;
use edagari::language::Language;
use edagari::scene::{Chart, Color, Ground, Levels, Orientation, Series, SeriesKind};
use edagari::search::Algorithm;
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Process, Setup, Trace, record};

fn chart() -> Chart {
    let series = |name: &str, color, kind, points: &[[f64; 2]]| Series {
        name: name.to_owned(),
        color,
        kind,
        points: points.to_vec(),
    };
    Chart {
        title: "深さ & <bias>".to_owned(),
        x_axis: "depth".to_owned(),
        y_axis: "mean".to_owned(),
        y_range: None,
        series: vec![
            series("bars", Color::Edge, SeriesKind::Bars, &[[0.0, 0.5], [1.0, 1.0]]),
            series("line", Color::Max, SeriesKind::Line, &[[0.0, 0.25], [1.0, -1.5], [2.0, 1.0]]),
            series("dashed", Color::Min, SeriesKind::Dashed, &[[0.0, 1.0], [2.0, 0.0]]),
        ],
    }
}

#[test]
fn a_picture_is_the_same_each_time() {
    let svg = chart_svg(&chart()).expect("drawn");
    assert_eq!(svg, chart_svg(&chart()).expect("drawn"));
    assert!(svg.contains("深さ &amp; &lt;bias&gt;") && svg.contains("−1"), "{svg}");
    let png = chart_png(&chart()).expect("drawn");
    assert_eq!(png, chart_png(&chart()).expect("drawn"));
    // Words are drawn, so that the picture without them is another.
    let nameless = Chart { title: String::new(), ..chart() };
    assert_ne!(png, chart_png(&nameless).expect("drawn"));
}

#[test]
fn a_chart_without_points_is_drawn_too() {
    let empty = Chart { series: Vec::new(), ..chart() };
    assert!(chart_svg(&empty).expect("drawn").contains("depth"));
    assert_eq!(empty.csv(), "depth\n");
    let one = Series { points: vec![[3.0, 7.0]], ..chart().series.remove(1) };
    assert!(chart_png(&Chart { series: vec![one], ..chart() }).is_ok());
}

#[test]
fn an_older_file_is_replaced_and_a_wrong_name_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("chart.csv");
    std::fs::write(&path, "old").expect("written");
    save_chart(&chart(), &path).expect("saved");
    assert!(std::fs::read_to_string(&path).expect("read").starts_with("depth,bars,line,dashed\n0,0.5,0.25,1\n"));
    let refused = save_chart(&chart(), &folder.path().join("chart.pdf")).expect_err("no such kind").to_string();
    assert!(refused.contains("chart.pdf") && refused.contains("expected"), "{refused}");
    let nowhere = folder.path().join("none/chart.svg");
    let refused = save_chart(&chart(), &nowhere).expect_err("no such folder").to_string();
    assert!(refused.contains("none/chart.svg: cannot be written"), "{refused}");
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing else is left");
}

fn textbook() -> Trace {
    let setup = Setup::new(GameSetup::Textbook { file: None }, Process::Search(Algorithm::AlphaBeta));
    record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a setup that can be run")
}

/// The cut at D, at which J is pruned.
fn picture() -> Picture {
    Picture {
        frame: 18,
        center: Vec::new(),
        levels: Levels::Auto,
        orientation: Orientation::LeftToRight,
        ground: Ground::Light,
        language: Language::English,
    }
}

#[test]
fn a_tree_is_drawn_as_it_is_seen() {
    let trace = textbook();
    let svg = picture_svg(&trace, &picture()).expect("drawn");
    assert_eq!(svg, picture_svg(&trace, &picture()).expect("drawn"));
    for name in ["R", "A", "B", "D", "J", "N", "= 3", "(−∞, 3)"] {
        assert!(svg.contains(&format!(">{name}</text>")), "{name} in {svg}");
    }
    let later = picture_svg(&trace, &Picture { frame: 20, ..picture() }).expect("drawn");
    assert!(later.contains(">≥ 4</text>"), "D has its score by then");
    let dark = Picture { ground: Ground::Dark, ..picture() };
    let colors = |ground| format!("#{:06x}", Color::Ground.value(ground));
    assert!(svg.contains(&colors(Ground::Light)) && !svg.contains(&colors(Ground::Dark)));
    assert!(picture_svg(&trace, &dark).expect("drawn").contains(&colors(Ground::Dark)));
    let down = Picture { orientation: Orientation::TopDown, ..picture() };
    assert_ne!(svg, picture_svg(&trace, &down).expect("drawn"));
    let pixels = picture_png(&trace, &picture()).expect("drawn");
    assert_eq!(pixels, picture_png(&trace, &picture()).expect("drawn"));
    assert_ne!(pixels, picture_png(&trace, &dark).expect("drawn"));
}

#[test]
fn a_picture_of_any_frame_and_centre_is_drawn() {
    let trace = textbook();
    for frame in [0, 1, trace.frame_count() - 1, usize::MAX] {
        for center in [vec![], vec![0], vec![1, 1, 1]] {
            let picture = Picture { frame, center, levels: Levels::Fixed(1), ..picture() };
            assert!(picture_svg(&trace, &picture).expect("drawn").ends_with("</svg>\n"));
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    let refused =
        save_picture(&trace, &picture(), &folder.path().join("tree.csv")).expect_err("no picture").to_string();
    assert!(refused.contains("tree.csv: expected a name that ends in .png or .svg"), "{refused}");
}

fn rows(of: RowsOf, name: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    save_rows(&textbook(), of, &path).expect("saved");
    std::fs::read_to_string(path).expect("text")
}

#[test]
fn frames_nodes_and_depths_are_rows() {
    let trace = textbook();
    let frames = rows(RowsOf::Frames, "frames.csv");
    let lines: Vec<_> = frames.lines().collect();
    assert_eq!(lines.len(), 1 + trace.frame_count());
    assert_eq!(lines[0], "frame,kind,node,path,player,alpha,beta,score,bound,cut,nodes_pruned");
    assert!(lines[19].starts_with("18,update,") && lines[19].ends_with(",A D,max,4,3,,,beta,1"), "{}", lines[19]);
    let nodes = rows(RowsOf::Nodes, "nodes.csv");
    assert!(nodes.contains(",A D J,min,pruned,,,,,18\n") && nodes.contains("\n0,,,max,scored,0,"), "{nodes}");
    assert_eq!(nodes.lines().count(), 1 + trace.node_count());
    assert_eq!(rows(RowsOf::Depths, "depths.csv").lines().nth(2), Some("1,2,0,1,0"));
    for of in [RowsOf::Frames, RowsOf::Nodes, RowsOf::Depths] {
        let list: Vec<serde_json::Value> = serde_json::from_str(&rows(of, "rows.json")).expect("JSON");
        assert_eq!(list.len() + 1, rows(of, "rows.csv").lines().count());
    }
    let list: Vec<serde_json::Value> = serde_json::from_str(&rows(RowsOf::Frames, "rows.json")).expect("JSON");
    assert_eq!(list[0]["alpha"], serde_json::json!("-inf"));
    assert_eq!(list[18]["cut"], serde_json::json!("beta"));
}
