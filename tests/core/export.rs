//! Charts as files.

use std::path::Path;
use std::sync::Arc;
use std::thread;

use edagari::export::{
    Animation, ExportError, Picture, Rows, RowsOf, chart_pdf, chart_png, chart_svg, picture_pdf, picture_png,
    picture_svg, picture_tikz, save_animation, save_before_after, save_chart, save_picture, save_rows,
};
use edagari::game::{GameSetup, TicTacToe};
use edagari::scene::{Chart, Color, Ground, Orientation, Series, SeriesKind, Style};
use edagari::search::Algorithm;
use edagari::trace::file::StreamReader;
use edagari::trace::{DEFAULT_MEMORY_LIMIT, Process, Progress, Setup, Trace, record};

use crate::oracles::plain_pdf;

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
    let svg = chart_svg(&chart());
    assert_eq!(svg, chart_svg(&chart()));
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
    assert!(chart_svg(&empty).contains("depth"));
    assert_eq!(empty.csv(), "depth\n");
    let one = Series { points: vec![[3.0, 7.0]], ..chart().series.remove(1) };
    assert!(chart_png(&Chart { series: vec![one], ..chart() }).is_ok());
}

#[test]
fn an_older_file_is_replaced_and_a_wrong_name_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("chart.csv");
    std::fs::write(&path, "old").expect("written");
    save_chart(&chart(), &path, &Progress::default()).expect("saved");
    assert!(std::fs::read_to_string(&path).expect("read").starts_with("depth,bars,line,dashed\n0,0.5,0.25,1\n"));
    let refused = save_chart(&chart(), &folder.path().join("chart.txt"), &Progress::default())
        .expect_err("no such kind")
        .to_string();
    assert!(refused.contains("chart.txt") && refused.contains("expected"), "{refused}");
    let nowhere = folder.path().join("none/chart.svg");
    let refused = save_chart(&chart(), &nowhere, &Progress::default()).expect_err("no such folder").to_string();
    assert!(refused.contains("none/chart.svg: cannot be written"), "{refused}");
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 1, "nothing else is left");
}

#[test]
fn a_pdf_has_the_words_of_its_picture_and_the_letters_for_them() {
    let pdf = chart_pdf(&chart()).expect("drawn");
    assert_eq!(pdf, chart_pdf(&chart()).expect("drawn"), "the same bytes each time");
    let pages = plain_pdf::pages(&pdf);
    let [page] = &pages[..] else { panic!("one page, not {}", pages.len()) };
    assert_eq!(page.size, (960.0, 540.0));
    for word in ["& <bias>", "mean", "−1", "dashed"] {
        assert!(page.words.iter().any(|words| words == word || words.ends_with(word)), "{word} in {:?}", page.words);
    }
    assert!(page.words.concat().contains("深さ & <bias>"), "{:?}", page.words);
    let fonts = plain_pdf::fonts(&pdf);
    // A name with six letters before it is that of a part of a font.
    let is_part = |name: &str| name.split_once('+').is_some_and(|(tag, rest)| tag.len() == 6 && rest.contains("Noto"));
    assert!(fonts.len() >= 2 && fonts.iter().all(|(name, is_inside)| *is_inside && is_part(name)), "{fonts:?}");
    let all = [include_bytes!("../../crates/edagari-draw/resources/fonts/NotoSans-Regular.ttf").len(), pdf.len()];
    assert!(all[1] < all[0], "only the letters that are used: {all:?}");
    for date in ["CreationDate", "ModDate", "CreateDate", "ModifyDate"] {
        assert!(!String::from_utf8_lossy(&pdf).contains(date), "no {date}");
    }
}

#[test]
fn pdf_of_a_tree_has_the_words_of_its_svg() {
    let trace = textbook();
    let folder = tempfile::tempdir().expect("a folder");
    for style in Style::ALL {
        for ground in [Ground::Light, Ground::Dark] {
            for scale in [None, Some(0.5)] {
                let picture = Picture { style, ground, scale, ..Picture::at(18) };
                let pdf = picture_pdf(&trace, &picture).expect("drawn");
                let page = plain_pdf::pages(&pdf).remove(0);
                let svg = picture_svg(&trace, &picture).expect("drawn");
                let words: String = svg.split("</text>").filter_map(|part| part.rsplit('>').next()).collect();
                let words = words.trim_end().replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&");
                assert_eq!(page.words.concat(), words);
                let side = 960.0 * f64::from(scale.unwrap_or(1.0));
                assert!((page.size.0 - side).abs() < 1e-6);
                let path = folder.path().join("tree.pdf");
                save_picture(&trace, &picture, &path, &Progress::default()).expect("saved");
                assert!(std::fs::read(&path).expect("there") == pdf);
            }
        }
    }
}

fn textbook() -> Trace {
    let setup = Setup::new(GameSetup::textbook(None), Process::Search(Algorithm::AlphaBeta));
    record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a setup that can be run")
}

/// The cut at D, at which J is pruned.
fn picture() -> Picture {
    Picture { center: Some(Vec::new()), levels: Some(4), ..Picture::at(18) }
}

#[test]
fn svg_of_a_tree_follows_frame_ground_and_orientation() {
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
            let picture = Picture { frame, center: Some(center), levels: Some(1), ..picture() };
            assert!(picture_svg(&trace, &picture).expect("drawn").ends_with("</svg>\n"));
        }
    }
    let folder = tempfile::tempdir().expect("a folder");
    let refused = save_picture(&trace, &picture(), &folder.path().join("tree.csv"), &Progress::default())
        .expect_err("no picture")
        .to_string();
    assert!(refused.contains("tree.csv: expected a name that ends in .png, .svg, .pdf or .tex"), "{refused}");
}

/// Picture of a frame in a small size.
fn small(frame: usize) -> Picture {
    Picture { frame, center: None, levels: None, size: (320.0, 240.0), ..picture() }
}

fn tic_tac_toe() -> Trace {
    let setup = Setup::new(GameSetup::from(TicTacToe { shortest_win: false }), Process::Search(Algorithm::AlphaBeta));
    record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a setup that can be run")
}

/// Pixels of a PNG.
fn decoded(png: &[u8]) -> Vec<u8> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(png)).read_info().expect("a PNG");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    reader.next_frame(&mut pixels).expect("a picture");
    pixels
}

/// Frames of an animated PNG after composition, each with its duration in milliseconds.
fn seen_apng(path: &Path) -> Vec<(Vec<u8>, u32)> {
    let bytes = std::fs::read(path).expect("there");
    let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().expect("a PNG");
    let width = reader.info().width as usize;
    let mut canvas = vec![0; reader.output_buffer_size().expect("a size")];
    let mut part = canvas.clone();
    let count = reader.info().animation_control().expect("an animation").num_frames;
    let mut seen = Vec::new();
    for _ in 0..count {
        reader.next_frame(&mut part).expect("a picture");
        let control = *reader.info().frame_control().expect("of a frame");
        for row in 0..control.height as usize {
            let (from, length) = (row * control.width as usize * 4, control.width as usize * 4);
            let to = ((row + control.y_offset as usize) * width + control.x_offset as usize) * 4;
            canvas[to..to + length].copy_from_slice(&part[from..from + length]);
        }
        seen.push((canvas.clone(), u32::from(control.delay_num) * 1000 / u32::from(control.delay_den)));
    }
    seen
}

/// Duration of each picture of a GIF, in hundredths of a second.
fn gif_delays(path: &Path) -> Vec<u32> {
    let mut decoder = gif::DecodeOptions::new().read_info(std::fs::File::open(path).expect("there")).expect("a GIF");
    let mut delays = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("a picture") {
        delays.push(u32::from(frame.delay));
    }
    delays
}

#[test]
fn things_move_from_frame_to_frame() {
    let trace = tic_tac_toe();
    let folder = tempfile::tempdir().expect("a folder");
    let (apng, gif) = (folder.path().join("moving.apng"), folder.path().join("moving.gif"));
    let moving = Animation { frames: 3..=6, every: 1, delay: 410, fps: Some(20) };
    save_animation(&trace, &small(0), &moving, &apng, &Progress::default()).expect("saved");
    let seen = seen_apng(&apng);
    // Four frames, and five pictures of motion for each except the first.
    assert_eq!(seen.len(), 4 + 3 * 5);
    let delays: Vec<u32> = seen.iter().map(|(_, delay)| *delay).collect();
    assert_eq!(delays.iter().sum::<u32>(), 4 * 410);
    assert_eq!(delays[..8], [410, 50, 50, 50, 50, 50, 160, 50], "a quarter of a second moves");
    assert!(seen.windows(2).all(|two| two[0].0 != two[1].0), "no picture twice");
    for (place, frame) in [(0, 3), (6, 4), (12, 5), (18, 6)] {
        let still = picture_png(&trace, &Picture { scale: Some(1.0), ..small(frame) }).expect("drawn");
        assert!(seen[place].0 == decoded(&still), "at rest it is the picture of frame {frame}");
    }
    save_animation(&trace, &small(0), &moving, &gif, &Progress::default()).expect("saved");
    let delays = gif_delays(&gif);
    assert_eq!((delays.len(), delays.iter().sum::<u32>()), (4 + 3 * 5, 4 * 41));

    // A short delay leaves less time for motion, and a GIF has at most fifty pictures a second.
    let short = Animation { delay: 125, fps: Some(60), ..moving.clone() };
    save_animation(&trace, &small(0), &short, &apng, &Progress::default()).expect("saved");
    save_animation(&trace, &small(0), &short, &gif, &Progress::default()).expect("saved");
    let delays: Vec<u32> = seen_apng(&apng).iter().map(|(_, delay)| *delay).collect();
    assert_eq!((delays.len(), delays.iter().sum::<u32>()), (4 + 3 * 6, 500));
    let delays = gif_delays(&gif);
    assert_eq!((delays.len(), delays.iter().sum::<u32>()), (4 + 3 * 5, 50));
    assert!(delays.iter().all(|&delay| delay >= 2), "{delays:?}");
    let refused = save_animation(&trace, &small(0), &Animation { delay: 124, ..short }, &gif, &Progress::default());
    let refused = refused.expect_err("too fast").to_string();
    assert_eq!(refused, "a delay of 124 ms is too short for motion, expected at least 125 ms");
}

#[test]
fn equal_pictures_are_kept_once_for_longer() {
    let trace = tic_tac_toe();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("deep.apng");
    // Nothing changes in the picture far above the current node, so there is no motion.
    let picture = Picture { center: Some(Vec::new()), levels: Some(1), ..small(0) };
    let deep = Animation { frames: 10..=29, every: 1, delay: 5000, fps: Some(20) };
    save_animation(&trace, &picture, &deep, &path, &Progress::default()).expect("saved");
    let delays: Vec<u32> = seen_apng(&path).iter().map(|(_, delay)| *delay).collect();
    // A picture lasts at most 65.535 s.
    assert_eq!(delays.iter().sum::<u32>(), 20 * 5000);
    assert_eq!(delays.len(), 2, "{delays:?}");
}

#[test]
fn pictures_that_are_written_are_counted() {
    let trace = tic_tac_toe();
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("long.gif");
    let long = Animation { frames: 0..=usize::MAX, every: 1, delay: 200, fps: Some(60) };
    let refused = save_animation(&trace, &small(0), &long, &path, &Progress::default()).expect_err("too long");
    let refused = refused.to_string();
    assert!(refused.contains("more than 2000 pictures") && refused.contains("expected"), "{refused}");
    assert!(!path.exists());
}

#[test]
fn a_step_becomes_three_pictures() {
    let trace = tic_tac_toe();
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name);
    for ending in ["png", "svg", "tex"] {
        save_before_after(&trace, &small(126), &file(&format!("cut.{ending}")), &Progress::default()).expect("saved");
    }
    let read = |name: &str| std::fs::read(file(name)).expect("there");
    assert_eq!(read("cut-1.png"), picture_png(&trace, &small(125)).expect("drawn"));
    assert_eq!(read("cut-3.png"), picture_png(&trace, &small(126)).expect("drawn"));
    assert!(read("cut-2.png") != read("cut-1.png") && read("cut-2.png") != read("cut-3.png"));
    let during = String::from_utf8(read("cut-2.svg")).expect("text");
    assert!(during.contains(">α 1</text>"), "α is on its way: {during}");
    assert!(String::from_utf8(read("cut-2.tex")).expect("text").contains("tikzpicture"));
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 9);

    let refused = save_before_after(&trace, &small(0), &file("first.png"), &Progress::default());
    assert!(refused.expect_err("nothing before").to_string().contains("nothing comes before frame 0, expected"));
    let refused = save_before_after(&trace, &small(5), &file("first.gif"), &Progress::default());
    assert!(refused.expect_err("no such kind").to_string().contains("ends in .png, .svg, .pdf or .tex"));
    let cancelled = Progress::default();
    cancelled.cancel();
    let refused = save_before_after(&trace, &small(5), &file("first.png"), &cancelled);
    assert!(matches!(refused, Err(ExportError::Cancelled)), "{refused:?}");
    let moving = Animation { frames: 0..=5, every: 1, delay: 500, fps: Some(20) };
    let refused = save_animation(&trace, &small(0), &moving, &file("first.gif"), &cancelled);
    assert!(matches!(refused, Err(ExportError::Cancelled)), "{refused:?}");
    assert_eq!(std::fs::read_dir(folder.path()).expect("a folder").count(), 9, "nothing is left of them");
}

fn rows(of: RowsOf, name: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(name);
    save_rows(&textbook(), of, &path, &Progress::default()).expect("saved");
    std::fs::read_to_string(path).expect("text")
}

#[test]
fn frames_nodes_and_depths_are_rows() {
    let trace = textbook();
    let frames = rows(RowsOf::Frames, "frames.csv");
    let lines: Vec<_> = frames.lines().collect();
    assert_eq!(lines.len(), 1 + trace.frame_count());
    assert_eq!(lines[0], "frame,kind,node,parent,move,player,alpha,beta,score,bound,cut,nodes_pruned");
    assert!(lines[19].starts_with("18,update,") && lines[19].ends_with(",D,max,4,3,,,beta,1"), "{}", lines[19]);
    let nodes = rows(RowsOf::Nodes, "nodes.csv");
    assert!(nodes.contains(",J,min,pruned,,,,,18\n") && nodes.contains("\n0,,,max,scored,0,"), "{nodes}");
    assert_eq!(nodes.lines().count(), 1 + trace.node_count());
    assert_eq!(rows(RowsOf::Depths, "depths.csv").lines().nth(2), Some("1,2,0,1,0"));
    for of in [RowsOf::Frames, RowsOf::Nodes, RowsOf::Visits, RowsOf::Depths] {
        let list: Vec<serde_json::Value> = serde_json::from_str(&rows(of, "rows.json")).expect("JSON");
        assert_eq!(list.len() + 1, rows(of, "rows.csv").lines().count());
    }
    let list: Vec<serde_json::Value> = serde_json::from_str(&rows(RowsOf::Frames, "rows.json")).expect("JSON");
    assert_eq!(list[0]["alpha"], serde_json::json!("-inf"));
    assert_eq!(list[18]["cut"], serde_json::json!("beta"));
}

#[test]
fn table_without_rows_has_its_columns() {
    assert_eq!(rows(RowsOf::Passes, "passes.json"), "[]\n");
    let passes = rows(RowsOf::Passes, "passes.csv");
    assert!(passes.starts_with("pass,kind,label,depth,") && passes.lines().count() == 1, "{passes}");
    // The names are those of tables with rows.
    let folder = tempfile::tempdir().expect("a folder");
    let saved = |rows: Rows, name: &str| {
        let path = folder.path().join(name);
        save_rows(&textbook(), rows, &path, &Progress::default()).expect("saved");
        std::fs::read_to_string(path).expect("text")
    };
    for of in [RowsOf::Frames, RowsOf::Nodes, RowsOf::Visits, RowsOf::Depths] {
        for paths in [false, true] {
            let rows = Rows { of, paths };
            let csv = saved(rows, "rows.csv");
            let row: serde_json::Value = serde_json::from_str(&saved(rows, "rows.json")).expect("JSON");
            let fields = row[0].as_object().expect("an object").keys().map(String::as_str).collect::<Vec<_>>();
            let mut header: Vec<&str> = csv.lines().next().expect("a header").split(',').collect();
            header.sort_unstable();
            assert_eq!(header, fields, "{of:?}");
        }
    }
}

#[test]
fn paths_of_a_very_deep_run_are_refused_before_they_are_written() {
    let stream = |levels: usize| {
        let enter = (0..levels).map(|level| format!("{{\"event\":\"enter\",\"node\":{level},\"move\":\"a\"}}\n"));
        format!("{{\"edagari\":1}}\n{}", enter.collect::<String>())
    };
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("rows.csv");
    let saved = |levels: usize, paths: bool| {
        let trace = StreamReader::new(stream(levels).as_bytes(), DEFAULT_MEMORY_LIMIT).read(&Progress::default());
        save_rows(&trace.expect("a stream"), Rows { of: RowsOf::Nodes, paths }, &file, &Progress::default())
    };
    saved(1_001, true).expect("1,000 moves");
    saved(1_002, false).expect("no paths");
    assert!(matches!(saved(1_002, true), Err(ExportError::PathsTooLong { depth: 1_001, most: 1_000 })));
}

#[test]
fn rows_have_whole_paths_on_request() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("rows.csv");
    for (of, row) in [
        (RowsOf::Frames, ",D,A D,max,4,3,,,beta,1"),
        (RowsOf::Nodes, ",J,A D J,min,pruned,,,,,18"),
        (RowsOf::Visits, ",D,A D,max,"),
    ] {
        save_rows(&textbook(), Rows { of, paths: true }, &path, &Progress::default()).expect("saved");
        let rows = std::fs::read_to_string(&path).expect("text");
        assert!(rows.lines().next().is_some_and(|names| names.contains("parent,move,path,player,")), "{rows}");
        assert!(rows.contains(row), "{rows}");
    }
}

#[test]
fn rows_of_deep_trees_take_linear_size() {
    const DEPTH: usize = 20_000;
    let enter = "{\"event\":\"enter\",\"move\":\"down\"}\n".repeat(DEPTH);
    let leave = "{\"event\":\"leave\",\"score\":1}\n".repeat(DEPTH + 1);
    let stream = format!("{{\"edagari\":1}}\n{{\"event\":\"enter\"}}\n{enter}{leave}");
    let trace = StreamReader::new(stream.as_bytes(), 1 << 30).read(&Progress::default()).expect("a stream");
    let folder = tempfile::tempdir().expect("a folder");
    for of in [RowsOf::Frames, RowsOf::Nodes, RowsOf::Visits] {
        for name in ["rows.csv", "rows.json"] {
            let path = folder.path().join(name);
            save_rows(&trace, of, &path, &Progress::default()).expect("saved");
            let length = std::fs::metadata(&path).expect("there").len();
            assert!(length < 1000 * DEPTH as u64, "{of:?} in {name}: {length} bytes");
        }
    }
}

#[test]
fn rows_contain_their_visit() {
    let stream = r#"{"edagari":1,"game":"rows"}
{"event":"pass","depth":1}
{"event":"enter"}
{"event":"enter","move":"a"}
{"event":"leave","score":1}
{"event":"leave"}
{"event":"pass","depth":2}
{"event":"enter"}
{"event":"enter","move":"a","window":[0,5]}
{"event":"leave","score":2}
{"event":"leave"}
"#;
    let trace = StreamReader::new(stream.as_bytes(), 1 << 20).read(&Progress::default()).expect("a stream");
    let folder = tempfile::tempdir().expect("a folder");
    let rows = |of| {
        let path = folder.path().join("rows.csv");
        save_rows(&trace, of, &path, &Progress::default()).expect("saved");
        std::fs::read_to_string(path).expect("text")
    };
    let visits = rows(RowsOf::Visits);
    let lines: Vec<&str> = visits.lines().collect();
    assert_eq!(lines.len(), 1 + trace.visit_count());
    assert!(
        lines[0].starts_with("number,node,visit,pass,parent,move,player,alpha,beta,score,bound,first_frame,last_frame")
    );
    assert!(lines[4].starts_with("3,1,2,2,2,a,min,0,5,2,exact,"), "{}", lines[4]);
    let frames = rows(RowsOf::Frames);
    assert!(frames.lines().next().is_some_and(|names| names.contains(",visit,pass,")), "{frames}");
    let last = frames.lines().last().expect("rows");
    assert!(last.contains(",2,2,"), "the last frame is of the second visit, in the second pass: {last}");
}

#[test]
fn styles_are_for_paper_and_for_the_wall() {
    let trace = textbook();
    let svg = |style, ground| picture_svg(&trace, &Picture { style, ground, ..picture() }).expect("drawn");
    let print = svg(Style::Print, Ground::Light);
    // Print has no colours at all: red, green and blue are equal.
    for color in print.split("\"#").skip(1) {
        let (red, green, blue) = (&color[..2], &color[2..4], &color[4..6]);
        assert!(red == green && green == blue, "#{}", &color[..6]);
    }
    assert_eq!(print, svg(Style::Print, Ground::Dark), "paper has one ground");
    let projector = svg(Style::Projector, Ground::Dark);
    assert!(projector.contains("fill=\"#000000\"") && projector.contains("stroke-width=\"1.70\""), "{projector}");
}

#[test]
fn sizes_are_chosen() {
    let trace = textbook();
    let width = |scale| {
        let png = picture_png(&trace, &Picture { scale, ..picture() }).expect("drawn");
        u32::from_be_bytes(png[16..20].try_into().expect("four bytes"))
    };
    assert_eq!(width(None), width(Some(2.0)));
    assert!(width(Some(1.0)).abs_diff(width(Some(2.0)) / 2) <= 1);
    let wide = picture_svg(&trace, &Picture { scale: Some(3.0), ..picture() }).expect("drawn");
    let (_, rest) = wide.split_once(" width=\"").expect("a width");
    let points: u32 = rest.split_once('"').expect("its end").0.parse().expect("a number");
    assert!(points.abs_diff(width(Some(3.0))) <= 3, "{points}");
}

#[test]
fn picture_options_change_the_picture() {
    let trace = textbook();
    let last = trace.frame_count() - 1;
    let svg = |picture: Picture| picture_svg(&trace, &picture).expect("drawn");
    assert_ne!(svg(Picture { frame: last, best_line: true, ..picture() }), svg(Picture { frame: last, ..picture() }));
    let setup = Setup::new(GameSetup::from(TicTacToe { shortest_win: false }), Process::Search(Algorithm::AlphaBeta));
    let trace = record(&setup, DEFAULT_MEMORY_LIMIT, &Arc::default()).expect("a setup that can be run");
    // The great cut at b1: seven siblings as one.
    let svg = |group_pruned| {
        let picture = Picture { frame: 14_325, center: Some(vec![1]), levels: Some(1), group_pruned, ..picture() };
        picture_svg(&trace, &picture).expect("drawn")
    };
    assert!(svg(true).len() < svg(false).len() && svg(true).contains("×7"), "{}", svg(true));
}

#[test]
fn a_tree_is_drawn_for_papers() {
    let tikz = picture_tikz(&textbook(), &Picture { style: Style::Print, ..picture() }).expect("drawn");
    assert!(tikz.contains("\\begin{tikzpicture}") && tikz.ends_with("\\end{tikzpicture}}%\n"));
    for part in ["{R};", "{($-$$\\infty$, 3)};", "{= 3};", "dash pattern", "definecolor{edagariText}{HTML}{000000}"] {
        assert!(tikz.contains(part), "{part} in {tikz}");
    }
    let depth = tikz.chars().fold(0_i32, |depth, letter| depth + i32::from(letter == '{') - i32::from(letter == '}'));
    assert_eq!(depth, 0, "braces close");
    assert!(
        tikz.lines()
            .skip(2)
            .all(|line| line.ends_with(';') || line.starts_with("  \\definecolor") || line.starts_with('\\'))
    );
}

#[test]
fn frames_become_an_animation() {
    let trace = textbook();
    let folder = tempfile::tempdir().expect("a folder");
    let animation = Animation { frames: 10..=30, every: 4, delay: 200, fps: None };
    let gif = folder.path().join("figure.gif");
    save_animation(&trace, &picture(), &animation, &gif, &Progress::default()).expect("saved");
    let mut options = gif::DecodeOptions::new();
    options.set_color_output(gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(std::fs::File::open(&gif).expect("there")).expect("a GIF");
    let size = (decoder.width(), decoder.height());
    let mut delays = Vec::new();
    while let Some(frame) = decoder.read_next_frame().expect("a picture") {
        assert!(frame.left + frame.width <= size.0 && frame.top + frame.height <= size.1);
        delays.push(frame.delay);
    }
    assert_eq!(delays, [20; 6]);

    let apng = folder.path().join("figure.apng");
    save_animation(&trace, &picture(), &animation, &apng, &Progress::default()).expect("saved");
    let bytes = std::fs::read(&apng).expect("there");
    let mut reader = png::Decoder::new(std::io::Cursor::new(&bytes)).read_info().expect("a PNG");
    assert_eq!(reader.info().animation_control().map(|control| control.num_frames), Some(6));
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    reader.next_frame(&mut pixels).expect("a picture");
    let first = picture_png(&trace, &Picture { frame: 10, scale: Some(1.0), ..picture() }).expect("drawn");
    let mut alone = png::Decoder::new(std::io::Cursor::new(&first)).read_info().expect("a PNG");
    let mut wanted = vec![0; alone.output_buffer_size().expect("a size")];
    alone.next_frame(&mut wanted).expect("a picture");
    assert_eq!(pixels, wanted, "the first picture is that of the first frame");

    // A cancelled animation keeps the old file.
    let cancelled = Progress::default();
    let longer = Animation { every: 1, ..animation.clone() };
    let refused = thread::scope(|scope| {
        let drawing = scope.spawn(|| save_animation(&trace, &picture(), &longer, &apng, &cancelled));
        while cancelled.done() < 3 && !drawing.is_finished() {
            thread::yield_now();
        }
        cancelled.cancel();
        drawing.join().expect("no panic")
    });
    assert!(matches!(refused, Err(ExportError::Cancelled)), "{refused:?}");
    assert_eq!(std::fs::read(&apng).expect("there"), bytes);
    let svgs: Vec<String> =
        (10..=30).map(|frame| picture_svg(&trace, &Picture { frame, ..picture() }).expect("drawn")).collect();
    let changes = svgs.windows(2).filter(|two| two[0] != two[1]).count();
    assert_eq!(cancelled.total(), Some(1 + changes as u64));
    let rows = folder.path().join("frames.csv");
    let refused = save_rows(&trace, RowsOf::Frames, &rows, &cancelled).expect_err("cancelled");
    assert!(matches!(refused, ExportError::Cancelled) && !rows.exists());
    let figure = folder.path().join("figure.svg");
    let refused = save_picture(&trace, &picture(), &figure, &cancelled).expect_err("cancelled");
    assert!(matches!(refused, ExportError::Cancelled) && !figure.exists());
    let refused = save_chart(&chart(), &figure, &cancelled).expect_err("cancelled");
    assert!(matches!(refused, ExportError::Cancelled) && !figure.exists());
    let refused = save_animation(&trace, &picture(), &animation, &folder.path().join("a.mp4"), &Progress::default());
    assert!(refused.expect_err("no such kind").to_string().contains(".gif or .apng"));
}
