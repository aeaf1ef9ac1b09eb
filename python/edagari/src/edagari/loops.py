"""Reads the variables of the loops around a call from the bytecode of the caller. They contain the searched move."""

import dis
from functools import lru_cache
from types import CodeType, FrameType
from typing import List, Optional, Tuple

#: Names of functions that belong to the function around them.
PARTS = frozenset(["<lambda>", "<listcomp>", "<genexpr>", "<setcomp>", "<dictcomp>"])
#: Maximum number of frames of lambdas and helpers between a call and its search, in which the move is looked for.
FARTHEST_CALLER = 4
#: First and last offset of the body of a loop, the names of its variables, and the `Source` of its values.
_Loop = Tuple[int, int, Tuple[str, ...], Optional["Source"]]
#: The variable over which a loop iterates, and whether the loop iterates over its `values`, its `indices`, or `both`.
Source = Tuple[str, str]


@lru_cache(maxsize=1024)
def loops_of(code: CodeType) -> Tuple[_Loop, ...]:
    """Returns the `for` loops of a function, the outer ones first."""
    instructions = list(dis.get_instructions(code))
    loops: List[_Loop] = []
    for place, instruction in enumerate(instructions):
        if instruction.opname == "FOR_ITER":
            end = instruction.argval
            # The loop ends at the target of its jump; the body begins with the assignment to its variables.
            loops.append(
                (instruction.offset, int(end), _assigned(instructions, place + 1), _source(instructions, place))
            )
    return tuple(loops)


def _assigned(instructions: List[dis.Instruction], place: int) -> Tuple[str, ...]:
    """Returns the names assigned by the instructions from `place` on, up to the first instruction that is no assignment."""
    names: List[str] = []
    count: int = 1
    while len(names) < count and place < len(instructions):
        instruction = instructions[place]
        operation, value = instruction.opname, instruction.argval
        if operation == "UNPACK_SEQUENCE":
            count += int(instruction.arg or 0) - 1
        elif operation in ("STORE_FAST_STORE_FAST",):
            names.extend(value)
        elif operation == "STORE_FAST_LOAD_FAST":
            names.append(value[0])
        elif operation.startswith("STORE_") and isinstance(value, str):
            names.append(value)
        elif operation not in ("EXTENDED_ARG", "CACHE", "NOP"):
            break
        place += 1
    return tuple(names)


def _source(instructions: List[dis.Instruction], place: int) -> Optional[Source]:
    """Returns the list of a loop `for x in xs`, `for i, x in enumerate(xs)` or `for i in range(len(xs))`.

    Only a variable can be looked at again; calling a function once more could change the search.
    """
    before: List[dis.Instruction] = []
    for instruction in reversed(instructions[max(0, place - 16) : place]):
        if instruction.opname not in _PASSED:
            before.append(instruction)
    if not before or before[0].opname != "GET_ITER":
        return None
    calls = 1
    while calls < len(before) and before[calls].opname.startswith("CALL"):
        calls += 1
    if calls >= len(before) or before[calls].opname not in _VARIABLES:
        return None
    functions = [str(instruction.argval) for instruction in before[calls + 1 : 2 * calls]]
    name = str(before[calls].argval)
    kinds = {(): "values", ("enumerate",): "both", ("len", "range"): "indices"}
    kind = kinds.get(tuple(functions))
    return None if kind is None else (name, kind)


_PASSED = frozenset(["EXTENDED_ARG", "CACHE", "NOP", "PRECALL", "PUSH_NULL", "RESUME"])
_VARIABLES = frozenset(["LOAD_FAST", "LOAD_DEREF", "LOAD_NAME", "LOAD_FAST_CHECK", "LOAD_FAST_BORROW"])


def only_source(code: CodeType, offset: int) -> Optional[Source]:
    """Returns the list of the loop around the instruction at `offset`, if there is only one loop."""
    around = [loop for loop in loops_of(code) if loop[0] < offset < loop[1]]
    return around[0][3] if len(around) == 1 else None


def loop_variables(code: CodeType, offset: int) -> Tuple[str, ...]:
    """Returns the names of the variables of all loops around the instruction at `offset`, those of the outer loop first."""
    names: List[str] = []
    for first, last, variables, _ in loops_of(code):
        if first < offset < last:
            names.extend(name for name in variables if name not in names)
    return tuple(names)


def owner_of(frame: FrameType) -> FrameType:
    """Returns the frame of the function around a lambda or a comprehension."""
    outer, distance = frame.f_back, 0
    if frame.f_code.co_name not in PARTS:
        return frame
    while outer is not None and distance < FARTHEST_CALLER:
        if frame.f_code in outer.f_code.co_consts:
            return outer
        outer, distance = outer.f_back, distance + 1
    return frame


def first_of(names: Tuple[str, ...], known: Tuple[str, ...]) -> Optional[str]:
    """Returns the first name in `known` that is also in `names`."""
    return next((name for name in known if name in names), None)
