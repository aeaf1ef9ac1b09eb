#!/usr/bin/env bash
# Regenerates the bundled fonts from the Debian packages, in this folder and, for browsers, in `resources/web/fonts`:
#
#   NotoSans-Regular.ttf   NotoSans-SemiBold.ttf    Latin, Greek, punctuation, a few math signs
#   NotoSansJP-Symbols.otf                          arrows, shapes, math operators, and the name of the language
#   NotoSansJP-Regular.otf                          kana and kanji
#   NotoSansJP-Bold.otf                             both, bold
#   NotoSansJP-Rare.otf                             kanji that only texts of others have
#   Hack-Regular.ttf                                for code in browsers
#
# Install first (Debian 12; any system with the same files will do):
#
#   apt-get install fonts-noto-core fonts-noto-extra fonts-noto-cjk fonts-hack-ttf python3 python3-venv
#   python3 -m venv /tmp/fonttools && /tmp/fonttools/bin/pip install fonttools brotli
#
# Then, from anywhere:
#
#   PYTHON=/tmp/fonttools/bin/python crates/edagari-draw/resources/fonts/subset.sh
#
# NOTO_TTF, NOTO_CJK and HACK say where the fonts are, if elsewhere than Debian puts them.
# Run it again when a kanji is used in the sources that is not in the fonts: it ends with a list of such characters.
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
root=$(cd -- "$here/../../../.." && pwd)
: "${PYTHON:=python3}"
: "${NOTO_TTF:=/usr/share/fonts/truetype/noto}"
: "${NOTO_CJK:=/usr/share/fonts/opentype/noto}"
: "${HACK:=/usr/share/fonts/truetype/hack}"

for file in "$NOTO_TTF"/NotoSans-{Regular,SemiBold}.ttf "$NOTO_TTF"/NotoSansMath-Regular.ttf \
    "$NOTO_TTF"/NotoSans{Tamil,Mono}-SemiBold.ttf "$NOTO_CJK"/NotoSansCJK-{Regular,Bold}.ttc "$HACK"/Hack-Regular.ttf; do
    [[ -r $file ]] || { echo "subset.sh: not found: $file (see the top of this script)" >&2; exit 1; }
done
"$PYTHON" -c "import fontTools" 2>/dev/null || { echo "subset.sh: $PYTHON has no fontTools" >&2; exit 1; }

# With a fixed seed the same fonts give the same bytes.
PYTHONHASHSEED=0 exec "$PYTHON" - "$here" "$root" "$NOTO_TTF" "$NOTO_CJK" "$HACK" <<'PY'
import io
import sys
from pathlib import Path

from fontTools import subset
from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTCollection, TTFont

here, root, ttf_dir, cjk_dir, hack_dir = map(Path, sys.argv[1:])


def span(first, last):
    return set(range(first, last + 1))


# ---- what goes in ----------------------------------------------------------------------------------------

LATIN = (
    span(0x0020, 0x007E)  # Basic Latin
    | span(0x00A0, 0x00FF)  # Latin-1, with × and ÷
    | span(0x0100, 0x017F)  # Latin Extended-A
    | span(0x0370, 0x03FF)  # Greek
    | span(0x2000, 0x206F)  # General Punctuation
    | span(0x2070, 0x209F)  # superscripts and subscripts
    | set(map(ord, "−≤≥≠∞"))
)

# Debian's Noto Sans has no − ≤ ≥ ≠ ∞. They are taken from its siblings, which draw them to the same
# measure (572 units, that of + and =): Noto Sans Math for Regular; for SemiBold the minus of Noto Sans Tamil,
# and the rest from Noto Sans Mono (600 units or more), the only sans of that weight that has them.
# An empty list leaves a font as it is.
GRAFTS = {
    "Regular": [("NotoSansMath-Regular.ttf", "−≤≥≠∞")],
    "SemiBold": [("NotoSansTamil-SemiBold.ttf", "−"), ("NotoSansMono-SemiBold.ttf", "≤≥≠∞")],
}

# English texts need these too, so a page for browsers has them from the start.
SYMBOLS = (
    span(0x2190, 0x21FF)  # arrows
    | span(0x25A0, 0x25FF)  # geometric shapes
    | span(0x2200, 0x22FF)  # math operators
    | {0x0020, 0x2713}  # the space and ✓
    | set(map(ord, "日本語"))  # in the list of languages
)

# A page for browsers fetches these. `is_for` in `src/export/fonts.rs` has the same ranges.
JAPANESE = (
    span(0x3040, 0x309F)  # hiragana
    | span(0x30A0, 0x30FF)  # katakana
    | span(0x3000, 0x303F)  # CJK punctuation
    | span(0xFF00, 0xFFEF)  # fullwidth and halfwidth forms
    | span(0x2460, 0x249B) | span(0x24EA, 0x24FF) | span(0x2776, 0x2793)  # enclosed numbers
    | {0x0020}  # the space
)
KANJI = span(0x3400, 0x9FFF) | span(0xF900, 0xFAFF) | span(0x20000, 0x3FFFF)

# JIS X 0208 level 1: rows 16 to 47.
LEVEL_1 = {
    ord(text)
    for row in range(16, 48)
    for cell in range(1, 95)
    if (text := bytes((0xA0 + row, 0xA0 + cell)).decode("euc_jp", "ignore"))
}
assert len(LEVEL_1) == 2965, len(LEVEL_1)

# For all fonts: kanji of interfaces, games and computing, for headings not yet written.
COMMON = set(map(ord, "".join("""
一二三四五六七八九十百千万零半両全各毎第目番号数個回度倍割率約
日月火水木金土年時分秒週間今昔前後先次早遅現在昨明朝昼夜
上下左右中内外表裏東西南北奥手横縦高低長短深浅広狭太細遠近辺隅角端側
大小多少最良悪新古強弱軽重速同異別他無有正負誤真偽必可不非未済
人名自相対者方私彼誰男女子友達員客主使用
開閉始終止再生停進退戻送早巻飛続繰返次動移替変更換消去除削追加入出
保存読込書記録編集写貼切取印刷選択決定確認取消実行中断完了成功失敗警告注意
設定画面表示窓一覧詳細簡単標準既定言語文字色黒白赤青緑黄灰明暗背景線点丸形図大型
操作説明手引使方案内助情報項目名前種類値型式単位合計平均差和積商比較
検索探索評価関数木枝葉根節点親子兄弟深先読刈狩幅優先順序並列直列反復深化展開訪問
局面盤駒石棋譜着手番勝負引分敗者先攻後攻合法終局千日詰将棋囲碁遊戯対戦相手玉王
計算機械電源容量記憶装置処理装速度時間測定結果性能効率回数総経過残状態履歴段階歩
窓枠幅高拡縮倍率位置場所範囲上限下限閾最適近似推定期待得点評
仮想置換表鍵盤押離叩打鼠指触音声映像動画静止
学習問題答解例題課練習試験研究理論証明定義仮説原因条件等式不等号記号代入変数
参照資料文書章節索引目次版権許諾著作者連絡先
起動終了接続通信網受信送信転送更新復元初期化同期環境構築開発試作検証修正不具合
特殊共通基本応用通常自動手動有効無効固定任意乱数種無限
見出聞話考思知覚忘感言書行来帰立座走持置作造組渡
何故理由説補足以降未満超過程独立連結統計率重要急必須
""".split())))

# ---- how -------------------------------------------------------------------------------------------------


def source_chars():
    """Every character of the sources that is not ASCII."""
    names = ("*.rs", "*.ron")
    sources = [path for folder in ("crates", "src") for name in names for path in sorted((root / folder).rglob(name))]
    text = "".join(path.read_text("utf-8") for path in sources)
    return {ord(c) for c in text if ord(c) > 0x7E}


def graft(font, donor_path, chars):
    """Copies the outlines and widths of `chars`, which `font` lacks, from another TrueType font."""
    donor = TTFont(donor_path)
    assert donor["head"].unitsPerEm == font["head"].unitsPerEm
    glyphs, names = donor.getGlyphSet(), donor.getBestCmap()
    for char in chars:
        if ord(char) in font.getBestCmap():
            continue
        source, name = names[ord(char)], f"uni{ord(char):04X}"
        assert name not in font.getGlyphOrder(), name
        recording, pen = DecomposingRecordingPen(glyphs), TTGlyphPen(None)
        glyphs[source].draw(recording)
        # Noto Sans Mono squeezes its ∞ to the edges; everywhere else there are some 50 units at either side.
        width, bearing = donor["hmtx"][source]
        pad = max(0, 45 - bearing)
        recording.replay(TransformPen(pen, (1, 0, 0, 1, pad, 0)))
        font.setGlyphOrder(font.getGlyphOrder() + [name])
        glyph = font["glyf"].glyphs[name] = pen.glyph()
        font["glyf"].glyphOrder = font.getGlyphOrder()
        glyph.recalcBounds(font["glyf"])
        font["hmtx"].metrics[name] = (width + 2 * pad, glyph.xMin)
        for table in font["cmap"].tables:
            if table.isUnicode():
                table.cmap[ord(char)] = name


def reduced(font, chars, desubroutinize=False):
    """The bytes of `font` with nothing but `chars` and their kerning."""
    options = subset.Options()
    options.layout_features = ["kern"]
    options.hinting = False
    options.desubroutinize = desubroutinize
    options.notdef_outline = True
    options.glyph_names = False
    options.legacy_kern = False
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 7, 13, 14, 16, 17]  # names, and who owns and licenses it
    options.drop_tables += ["DSIG", "gasp", "GSUB", "BASE", "VORG", "vhea", "vmtx"]  # and no vertical text
    options.recalc_timestamp = False
    font.recalcTimestamp = False
    worker = subset.Subsetter(options)
    worker.populate(unicodes=chars)
    worker.subset(font)
    buffer = io.BytesIO()
    subset.save_font(font, buffer, options)
    return buffer.getvalue()


def write(name, data, folder=here):
    path = folder / name
    path.write_bytes(data)
    chars = set(TTFont(path).getBestCmap())
    print(f"{name:24} {len(data):>9,} bytes {len(chars):>6,} characters")
    return chars


def latin(weight):
    font = TTFont(ttf_dir / f"NotoSans-{weight}.ttf")
    for donor, chars in GRAFTS[weight]:
        graft(font, ttf_dir / donor, chars)
    return write(f"NotoSans-{weight}.ttf", reduced(font, LATIN))


def japanese(name, weight, chars):
    path = cjk_dir / f"NotoSansCJK-{weight}.ttc"
    faces = [face["name"].getDebugName(1) for face in TTCollection(path, lazy=True).fonts]
    index = faces.index("Noto Sans CJK JP")
    # Which way of storing the outlines is smaller depends on how many there are: both are tried.
    data = min(
        (reduced(TTFont(path, fontNumber=index), chars, desub) for desub in (False, True)),
        key=len,
    )
    return write(f"NotoSansJP-{name}.otf", data)


used = source_chars()
latins = latin("Regular") & latin("SemiBold")
common = JAPANESE | COMMON | (used & KANJI)
symbols = japanese("Symbols", "Regular", SYMBOLS)
# Not in the page for browsers, which fetches them when one of their characters is shown.
regular = japanese("Regular", "Regular", common)
bold = japanese("Bold", "Bold", SYMBOLS | common)
japanese("Rare", "Regular", LEVEL_1 - common)
# Cyrillic and Vietnamese, because there it also draws the letters that the others lack.
code = LATIN | used | span(0x0400, 0x052F) | span(0x1E00, 0x1EFF)
write("Hack-Regular.ttf", reduced(TTFont(hack_dir / "Hack-Regular.ttf"), code), root / "resources/web/fonts")

for name, chars in (("Regular", latins | symbols | regular), ("Bold", latins | bold)):
    if lacking := sorted(used - chars):
        print(f"in the sources but in no {name} font: {' '.join(f'{chr(c)} U+{c:04X}' for c in lacking)}")
PY
