"""Client profiles as data: what model vendors and editors accept of tool definitions, one TOML file each."""
