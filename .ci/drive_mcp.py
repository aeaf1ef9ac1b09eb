"""Calls each tool of `edagari mcp` with the protocol's own client: python3 drive_mcp.py PROGRAM TRACE."""

import asyncio
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

LONGEST = 4000


def calls(trace):
    """Tools with right arguments."""
    return [
        ("open", {}),
        ("check", {"against_minimax": True}),
        ("figures", {"by_depth": True}),
        ("frame", {"frame": 126}),
        ("state", {"frame": 126, "path": "a1 b1"}),
        ("find", {"query": "cut at depth 3"}),
        ("why", {"frame": 126}),
        ("fate", {"line": "b2 a1"}),
        ("order", {}),
        ("diff", {"first": trace, "second": trace}),
        ("picture", {"frame": 126}),
        ("show", {"frame": 126, "path": "a1 b1"}),
    ]


async def pages(session, tool, arguments):
    """Number of pages of an answer, each within the limit."""
    count = 0
    while True:
        result = await session.call_tool(tool, arguments)
        texts = [block.text for block in result.content if block.type == "text"]
        assert not getattr(result, "is_error", getattr(result, "isError", False)), (tool, texts)
        assert sum(map(len, texts)) <= LONGEST, tool
        count += 1
        if len(texts) < 2:
            return count
        arguments = {**arguments, "cursor": texts[1].rsplit(" ", 1)[1]}


async def main(program, trace):
    server = StdioServerParameters(command=program, args=["mcp", trace])
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        listed = {tool.name for tool in (await session.list_tools()).tools}
        called = calls(trace)
        assert listed == {tool for tool, _ in called}, listed
        for tool, arguments in called:
            print(f"{tool}: {await pages(session, tool, arguments)} pages")
        refused = await session.call_tool("frame", {"frame": 10**9})
        assert "is past the end" in refused.content[0].text, refused


asyncio.run(main(*sys.argv[1:]))
