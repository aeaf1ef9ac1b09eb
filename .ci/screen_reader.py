"""What a screen reader of Linux is told by the window: read through AT-SPI, as Orca does. Run by .ci/screen_reader."""

import subprocess
import sys
import time

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib


def below(node):
    """All that lies in a node, in order."""
    for index in range(node.get_child_count()):
        child = node.get_child_at_index(index)
        if child is not None:
            yield child
            yield from below(child)


def plain(text):
    """A text without the spaces at which no line ends."""
    return text.replace("\N{NO-BREAK SPACE}", " ")


def wait(seconds):
    """Lets events come in."""
    loop = GLib.MainLoop()
    GLib.timeout_add(int(seconds * 1000), loop.quit)
    loop.run()


def window():
    for _ in range(120):
        desktop = Atspi.get_desktop(0)
        programs = [desktop.get_child_at_index(index) for index in range(desktop.get_child_count())]
        found = [program for program in programs if program and program.get_name() == "edagari"]
        if found and any(node.get_role_name() == "slider" for node in below(found[0])):
            return found[0]
        wait(0.5)
    sys.exit("no window is known to screen readers")


def said(program):
    """The frame and the sentence of the slider, and the items of the tree with their levels."""
    slider, items = None, []
    for node in below(program):
        role = node.get_role_name()
        if role == "slider":
            slider = (node.get_current_value(), plain(node.get_description()))
        elif role == "tree item":
            items.append((node.get_name(), node.get_description()))
    return slider, items


def check(holds, message):
    if not holds:
        sys.exit(f"a screen reader is told the wrong: {message}")


announced = []
listener = Atspi.EventListener.new(lambda event: announced.append(plain(str(event.any_data))))
Atspi.init()
listener.register("object:announcement")
program = window()
wait(2)
(frame, sentence), items = said(program)
check(frame == 0 and sentence.startswith("The search enters "), f"the slider says {frame}, {sentence!r}")
check(items and ", open (" in items[0][0], f"the first item of the tree is {items[:1]}")
check([level for _, level in items[:2]] == ["level 1", "level 2"], f"the tree begins with {items[:2]}")

for number in (1, 2):
    announced.clear()
    since = time.monotonic()
    subprocess.run(["xdotool", "key", "--clearmodifiers", "Right"], check=True)
    while not announced and time.monotonic() - since < 10:
        wait(0.1)
    wait(0.5)
    (frame, sentence), items = said(program)
    check(frame == number, f"at frame {number} the slider says {frame}")
    check(sentence and sentence in announced, f"of {sentence!r} it is told {announced}")
check(any(", open " in name for name, _ in items[1:]), f"no child is open: {items}")
print("a screen reader is told frames, sentences, levels and states")
