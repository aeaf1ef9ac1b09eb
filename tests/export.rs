//! Charts as files.
#![cfg(feature = "export")]

use edagari::export::{chart_png, chart_svg, save_chart};
use edagari::scene::{Chart, Color, Series, SeriesKind};

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
