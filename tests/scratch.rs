//! scratch
use edagari::viewer::*;
use egui_kittest::Harness;
#[test]
fn pic() {
    let size = std::env::var("SIZE").unwrap_or("1600x900".into());
    let (w, h) = size.split_once('x').unwrap();
    let dark = std::env::var("THEME").unwrap_or_default() != "light";
    let frame: usize = std::env::var("FRAME").unwrap_or("126".into()).parse().unwrap();
    let mut hs = Harness::builder()
        .with_size(egui::vec2(w.parse().unwrap(), h.parse().unwrap()))
        .with_theme(if dark { egui::Theme::Dark } else { egui::Theme::Light })
        .with_max_steps(500)
        .wgpu()
        .build_eframe(|cc| Edagari::new(&cc.egui_ctx, SettingsStore::nowhere()));
    for _ in 0..400 {
        hs.step();
        if !hs.state().panes.iter().any(Pane::is_recording) {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let ctx = hs.ctx.clone();
    hs.state_mut().apply(&ctx, Command::SetTheme(if dark { ThemeChoice::Dark } else { ThemeChoice::Light }));
    if std::env::var("JA").is_ok() {
        hs.state_mut().apply(&ctx, Command::Do(Action::Japanese));
    }
    hs.state_mut().apply(&ctx, Command::GoTo { pane: 1, frame });
    for a in std::env::var("ACTS").unwrap_or_default().split_whitespace() {
        let act = *Action::ALL.iter().find(|x| format!("{x:?}") == a).unwrap();
        hs.state_mut().apply(&ctx, Command::Do(act));
        hs.run_steps(1);
    }
    hs.run_steps(4);
    let t = std::time::Instant::now();
    for _ in 0..10 {
        hs.step();
    }
    println!("step {:?}", t.elapsed() / 10);
    hs.render().unwrap().save(std::env::var("OUT").unwrap_or("/tmp/a.png".into())).unwrap();
}
