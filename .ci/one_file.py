"""Makes one page of the folder that `.ci/web` built: style, scripts and program stand in it, so that it opens without a server. Its
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
scripts = [file.read_text() for file in (folder / "edagari.js", folder / "start.js", unpack)]
# A quarter smaller than by gzip, which browsers unpack by themselves.
filters = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "dict_size": 1 << 24, "lc": 4, "pb": 0}]
packed = lzma.compress((folder / "edagari_bg.wasm").read_bytes(), check=lzma.CHECK_CRC32, filters=filters)

hashes = [base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts]
policy = "; ".join([
    "default-src 'none'",
    "script-src 'wasm-unsafe-eval' " + " ".join(f"'sha256-{value}'" for value in hashes),
    "style-src 'unsafe-inline'",
    "img-src data: blob:",
    "worker-src blob:",
    "base-uri 'none'",
    "form-action 'none'",
])
program = f'<script type="application/octet-stream" id="program">{base64.b64encode(packed).decode()}</script>\n'

replaced = [
    (r'(Content-Security-Policy" content=)"[^"]*"', lambda found: f'{found[1]}"{policy}"'),
    (r'<link rel="stylesheet" href="page.css">', lambda _: f"<style>{style}</style>"),
    (r'<script id="glue" src="edagari.js"></script>', lambda _: f"{program}<script>{scripts[2]}</script>\n<script id=\"glue\">{scripts[0]}</script>"),
    (r'<script src="start.js"></script>', lambda _: f"<script>{scripts[1]}</script>"),
]
assert all("</script" not in script for script in scripts), "a script would end within itself"
for pattern, value in replaced:
    page, count = re.subn(pattern, value, page, count=1)
    assert count == 1, f"index.html has no {pattern}"
(folder / "one-file.html").write_text(page)
