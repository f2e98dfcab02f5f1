"""The agent program once more, in Python: what a model writes in a code-mode host that runs Python."""

from collections.abc import Callable

from out.python import ToolError, everything, files


async def agent(say: Callable[[str], None]) -> None:
    """Call tools of two servers and reckon with their results. Nothing here knows how the servers are reached."""
    # A typed result: `temperature` is a number because the tool's output schema says so.
    warmest, highest = "", float("-inf")
    for city in ("New York", "Chicago", "Los Angeles"):
        weather = await everything.get_structured_content(location=city)
        say(f"everything.get_structured_content  {city}: {weather.temperature} degrees, {weather.conditions.lower()}")
        if weather.temperature > highest:
            warmest, highest = city, weather.temperature

    # A plain dictionary with the raw keys is as good as a model; `oldText` is on the wire what the schema calls it.
    path = "weather.md"
    await files.write_file(path=path, content=f"Warmest: {warmest}\nMost: {highest}\n")
    await files.edit_file(path=path, edits=[{"oldText": "Most", "newText": "Temperature"}], dry_run=False)
    result = await files.read_text_file(path=path, head=2)
    say(f"files.read_text_file               {result.content!r}")
    assert result.content.rstrip() == f"Warmest: {warmest}\nTemperature: {highest}"

    # A tool that fails raises, and the error says which tool of which server it was.
    try:
        await files.read_text_file(path="../../../../package.json")
    except ToolError as error:
        say(f"ToolError from {error.server}.{error.tool}  {error.message.split(' - ')[0]}")
    else:
        raise AssertionError("the server let us out of its folder")
