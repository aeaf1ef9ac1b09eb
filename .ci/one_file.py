"""Makes one page of the folder that `.ci/web` built: style, scripts, program and the Japanese font stand in it, so that it opens without a server. Its
Content-Security-Policy lets these scripts alone run, and nothing be loaded. Usage: one_file.py FOLDER"""

import base64
import hashlib
import lzma
import re
import sys
from pathlib import Path

folder = Path(sys.argv[1])
page = (folder / "index.html").read_text()
style = (folder / "page.css").read_text()
unpack = Path(__file__).parent.parent / "resources/web/unpack/xz-decompress.min.js"
glue, names, embed, start, unpack = [file.read_text() for file in (*(folder / name for name in ("edagari.js", "names.js", "embed.js", "start.js")), unpack)]
# A quarter smaller than with gzip, which browsers decompress natively.
filters = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 24, "lc": 4, "pb": 0}]
font = (folder / "NotoSansJP-Regular.otf").read_bytes()
packed = lzma.compress(glue.encode() + (folder / "edagari_bg.wasm").read_bytes() + font, check=lzma.CHECK_CRC32, filters=filters)

# All of ASCII that HTML leaves as it is in a script, so that 7 of these letters encode 6 bytes. Base64 would take 14 % more.
LETTERS = bytes(letter for letter in range(1, 128) if letter not in b"\r<")
assert len(LETTERS) == 125


def in_letters(data):
    """Data as text, see `bytesOf` in `start.js`."""
    text = bytearray()
    for at in range(0, len(data), 6):
        number = int.from_bytes(data[at : at + 6], "little")
        for _ in range(7):
            number, letter = divmod(number, len(LETTERS))
            text.append(LETTERS[letter])
    return text.decode()

hashes = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in (glue, names, embed, start, unpack)]
figure = re.search(r"'wasm-unsafe-eval' '(sha256-[^']+)'", page)[1]
policy = "; ".join([
    "default-src 'none'",
    # The last one is that of figures, see `.ci/web`.
    "script-src 'wasm-unsafe-eval' " + " ".join(f"'sha256-{value}'" for value in hashes) + f" '{figure}'",
    "style-src 'unsafe-inline'",
    "img-src data: blob:",
    "worker-src blob:",
    "base-uri 'none'",
    "form-action 'none'",
])
sizes = f'data-packed="{len(packed)}" data-glue="{len(glue.encode())}" data-font="{len(font)}"'
program = f'<script type="application/octet-stream" id="program" {sizes}>{in_letters(packed)}</script>\n'

replaced = [
    # A page without a server has no manifest.
    (r'<link rel="manifest" href="[^"]*">\n', lambda _: ""),
    (r'(Content-Security-Policy" content=)"[^"]*"', lambda found: f'{found[1]}"{policy}"'),
    (r'<link rel="stylesheet" href="page.css">', lambda _: f"<style>{style}</style>"),
    (r'<script id="glue" src="edagari.js"></script>', lambda _: f"{program}<script>{unpack}</script>"),
    (r'<script src="names.js"></script>', lambda _: f"<script>{names}</script>"),
    (r'<script src="embed.js"></script>', lambda _: f"<script>{embed}</script>"),
    (r'<script src="start.js"></script>', lambda _: f"<script>{start}</script>"),
]
assert all("</script" not in script for script in (names, embed, start, unpack)), "a script would end within itself"
for pattern, value in replaced:
    page, count = re.subn(pattern, value, page, count=1)
    assert count == 1, f"index.html has no {pattern}"
(folder / "one-file.html").write_text(page)
