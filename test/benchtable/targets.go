package main

// What the benchmarks in these folders are called starts with their folder.
const (
	memory   = "runtime/memory."
	adk      = "runtime/adksession."
	inject   = "runtime/instruction.Inject/"
	growth   = "runtime/instruction.InjectGrowth/"
	sqlite   = "runtime/sqlite."
	postgres = "runtime/postgres."
	beside   = "test/storebench."
	generate = "generator."
	check    = "internal/rules/project."
	command  = "cmd/stategen."
	editor   = "internal/lsp."

	cpu = "cpu-ns/op" // processor time
)

// targets are the lines of the table, in its order. A figure that may not grow
// is given a quarter for what machines do to two measurements of one thing.
var targets = []target{
	{work: "getter, int", bench: generate + "GetInt/ours", unit: cpu, reference: generate + "GetInt/reference", beside: "by hand", atMost: 1.25},
	{work: "getter, string", bench: generate + "GetString/ours", unit: cpu, reference: generate + "GetString/reference", beside: "by hand", atMost: 1.25},
	{work: "getter, enum", bench: generate + "GetEnum/ours", unit: cpu, reference: generate + "GetEnum/reference", beside: "by hand", atMost: 1.25},
	{work: "getter, allocations", bench: generate + "GetEnum/ours", unit: "allocs/op", atMost: 0},
	{work: "getter, renamed key", bench: generate + "GetRenamed/ours", unit: cpu, reference: generate + "GetRenamed/reference", beside: "the key not renamed", atMost: 1.25},
	{work: "getter, renamed key, allocations", bench: generate + "GetRenamed/ours", unit: "allocs/op", atMost: 0},
	{work: "setter, int", bench: generate + "SetInt/ours", unit: cpu, reference: generate + "SetInt/reference", beside: "by hand", atMost: 1.25},

	{work: "State.Get, state kept", bench: memory + "StateGet/held", unit: cpu, reference: memory + "StateGet/raw_map", beside: "a raw map read", atMost: 1.5},
	{work: "State.Get, from a session", bench: memory + "StateGet/fresh", unit: cpu, reference: memory + "StateGet/raw_map", beside: "a raw map read", atMost: 1.5},
	{work: "State.Get, allocations", bench: memory + "StateGet/fresh", unit: "allocs/op", atMost: 0},
	{work: "State.Get, two readers", bench: memory + "Scale/read/two", reference: memory + "Scale/read/one", beside: "one", atLeast: 1.8},

	{work: "memory append, 5 keys", bench: memory + "Append/keys=5", unit: cpu, reference: memory + "Append/raw_map", beside: "a raw map read", atMost: 80},
	{work: "memory append, allocations", bench: memory + "Append/keys=5", unit: "allocs/op", atMost: 3},
	{work: "memory append, history of 100,000", bench: memory + "AppendFlat/history", unit: cpu, reference: memory + "AppendFlat/new", beside: "none", atMost: 1.25},
	{work: "memory append, state of 1,000 keys", bench: memory + "AppendFlat/state", unit: cpu, reference: memory + "AppendFlat/new", beside: "10 keys", atMost: 1.25},
	{work: "memory append, two sessions on two cores", bench: memory + "Scale/append/two", reference: memory + "Scale/append/one", beside: "one", atLeast: 1.8},
	{work: "memory append beside readers, p99", bench: memory + "Tail/beside-readers", unit: "p99-ns", reference: memory + "Tail/idle", beside: "idle", atMost: 10},
	{work: "memory get", bench: memory + "Get/state=10/events=0", unit: cpu, reference: memory + "Get/raw_map", beside: "a raw map read", atMost: 40},
	{work: "memory get, history of 100,000", bench: memory + "Get/state=10/events=100000", unit: cpu, reference: memory + "Get/state=10/events=0", beside: "none", atMost: 1.25},
	{work: "memory get, state of 1,000 keys", bench: memory + "Get/state=1000/events=0", unit: cpu, reference: memory + "Get/state=10/events=0", beside: "10 keys", atMost: 1.25},

	{work: "inject, 300 B with 3", bench: inject + "300B-3/ours", unit: cpu, reference: inject + "300B-3/reference", beside: "one pass by hand", atMost: 1.3},
	{work: "inject, 4 KB with 10", bench: inject + "4KB-10/ours", unit: cpu, reference: inject + "4KB-10/reference", beside: "one pass by hand", atMost: 1.3},
	{work: "inject, 100 KB with 500", bench: inject + "100KB-500/ours", unit: cpu, reference: inject + "100KB-500/reference", beside: "one pass by hand", atMost: 1.3},
	{work: "inject, 100 KB of JSON", bench: inject + "100KB-JSON/ours", unit: cpu, reference: inject + "100KB-JSON/reference", beside: "one pass by hand", atMost: 1.3},
	{work: "inject, allocations", bench: inject + "100KB-500/ours", unit: "allocs/op", atMost: 2},
	{work: "inject, 4 × the opening braces", bench: growth + "open/fourfold", unit: cpu, reference: growth + "open/once", beside: "once", atMost: 5},
	{work: "inject, 4 × the unclosed groups", bench: growth + "half-groups/fourfold", unit: cpu, reference: growth + "half-groups/once", beside: "once", atMost: 5},
	{work: "inject, 4 × the brace never closed", bench: growth + "unclosed/fourfold", unit: cpu, reference: growth + "unclosed/once", beside: "once", atMost: 5},
	{work: "inject, 4 × the JSON", bench: growth + "json/fourfold", unit: cpu, reference: growth + "json/once", beside: "once", atMost: 5},
	{work: "compiled instruction", bench: generate + "Instruction/ours", unit: cpu, reference: generate + "Instruction/reference", beside: "appending by hand", atMost: 1.3},
	{work: "compiled instruction, allocations", bench: generate + "Instruction/ours", unit: "allocs/op", atMost: 1},

	{work: "a client's delta of 8 keys, checked", bench: generate + "Guard", unit: cpu, atMost: 8000},
	{work: "an agent's append, with a contract", bench: adk + "AgentAppend/guarded", unit: cpu, reference: adk + "AgentAppend/open", beside: "none", atMost: 1.25},
	{work: "a client's view of 100 keys", bench: generate + "View/ours", unit: cpu, reference: generate + "View/reference", beside: "encoding/json", atMost: 2},

	{work: "SQLite append, full", bench: sqlite + "Transaction/FULL/ours", reference: sqlite + "Transaction/FULL/reference", beside: "the driver alone", atMost: 1.3},
	{work: "SQLite append, normal", bench: sqlite + "Transaction/NORMAL/ours", reference: sqlite + "Transaction/NORMAL/reference", beside: "the driver alone", atMost: 1.3},
	{work: "SQLite append, normal, processor time", bench: sqlite + "Transaction/NORMAL/ours", unit: cpu, reference: sqlite + "Transaction/NORMAL/reference", beside: "the driver alone", atMost: 1.3},
	{work: "SQLite append, history of 100,000", bench: sqlite + "TransactionFlat/history", unit: cpu, reference: sqlite + "TransactionFlat/new", beside: "none", atMost: 1.25},
	{work: "SQLite append, state of 1,000 keys", bench: sqlite + "TransactionFlat/state", unit: cpu, reference: sqlite + "TransactionFlat/new", beside: "10 keys", atMost: 1.25},
	{work: "SQLite update that writes nothing, state of 1,000 keys", bench: sqlite + "UpdateNothing/state", reference: sqlite + "UpdateNothing/new", beside: "10 keys", atMost: 1.5},
	{work: "SQLite get, last 10 of 10,000", bench: sqlite + "Recent/ours", unit: cpu, reference: sqlite + "Recent/reference", beside: "the plain query", atMost: 3},

	{work: "Postgres append, round trips", bench: postgres + "Trips", unit: "trips/op", atMost: 1},
	{work: "Postgres append, 1 writer", bench: postgres + "Append/merged/writers=1", reference: postgres + "Append/bare-statement/writers=1", beside: "the bare statement", atMost: 1.25},
	{work: "Postgres append, 8 writers", bench: postgres + "Append/merged/writers=8", reference: postgres + "Append/bare-statement/writers=8", beside: "the bare statement", atLeast: 0.8},
	{work: "Postgres append, 16 writers", bench: postgres + "Append/merged/writers=16", reference: postgres + "Append/bare-statement/writers=16", beside: "the bare statement", atLeast: 0.8},
	{work: "Postgres append, 16 writers of one key", bench: postgres + "Hot/ours/writers=16", reference: postgres + "Hot/reference/writers=16", beside: "each in a transaction of its own", atLeast: 4},
	{work: "Postgres append, 16 writers of one key, against own keys", bench: postgres + "Hot/ours/writers=16", reference: postgres + "Hot/own/writers=16", beside: "16 that share nothing", atLeast: 0.8},
	{work: "Postgres append, one writer of the same key", bench: postgres + "Hot/ours/writers=1", reference: postgres + "Hot/reference/writers=1", beside: "each in a transaction of its own", atLeast: 0.8},
	{work: "Postgres update, 64 writers of one key", bench: postgres + "Contended/ours", reference: postgres + "Contended/reference", beside: "SELECT FOR UPDATE by hand", atLeast: 1},
	{work: "Postgres update, 64 writers, p99", bench: postgres + "Contended/ours", unit: "p99-ns", reference: postgres + "Contended/reference", beside: "SELECT FOR UPDATE by hand", atMost: 1.25},
	{work: "Postgres update, 64 writers, function runs", bench: postgres + "Contended/ours", unit: "runs/op", atMost: 2},
	{work: "Redis append, confirmed, 1 writer", bench: beside + "Append/redis/writers=1", reference: beside + "Append/postgres/writers=1", beside: "Postgres", atLeast: 0.5},
	{work: "Redis append, confirmed, 8 writers", bench: beside + "Append/redis/writers=8", reference: beside + "Append/postgres/writers=8", beside: "Postgres", atLeast: 0.5},
	{work: "Redis append, confirmed, 16 writers", bench: beside + "Append/redis/writers=16", reference: beside + "Append/postgres/writers=16", beside: "Postgres", atLeast: 0.5},
	{work: "Redis append, confirmed, 16 writers of one key", bench: beside + "Hot/redis/writers=16", reference: beside + "Hot/postgres/writers=16", beside: "Postgres", atLeast: 0.5},
	{work: "Redis get, last 10 of 10,000", bench: beside + "Get/redis", reference: beside + "Get/postgres", beside: "Postgres", atMost: 1},
	{work: "Redis, memory of an event on each server", bench: beside + "Size/redis", unit: "bytes/event", atMost: 600},

	{work: "generate, 10 keys", bench: generate + "Generate/keys=10/ours", unit: cpu, reference: generate + "Generate/keys=10/reference", beside: "YAML nodes and gofmt", atMost: 2},
	{work: "generate, 100 keys", bench: generate + "Generate/keys=100/ours", unit: cpu, reference: generate + "Generate/keys=100/reference", beside: "YAML nodes and gofmt", atMost: 2},
	{work: "generate, 1,000 keys", bench: generate + "Generate/keys=1000/ours", unit: cpu, reference: generate + "Generate/keys=1000/reference", beside: "YAML nodes and gofmt", atMost: 2},
	{work: "generate, 10,000 keys", bench: generate + "Generate/keys=10000/ours", unit: cpu, reference: generate + "Generate/keys=10000/reference", beside: "YAML nodes and gofmt", atMost: 2},
	{work: "generate, 10 × the keys", bench: generate + "Generate/keys=10000/ours", unit: cpu, reference: generate + "Generate/keys=1000/ours", beside: "1,000 keys", atMost: 12.5},
	{work: "generate, 10,000 keys, memory", bench: command + "GenerateCommand/first", unit: "peak-MiB", atMost: 300},
	{work: "generate, nothing changed", bench: command + "GenerateCommand/unchanged", unit: cpu, reference: command + "GenerateCommand/first", beside: "the first time", atMost: 0.3},
	{work: "inspect, a session of 100,000 events", bench: "internal/inspect.FirstView", unit: cpu, atMost: 250e6},
	{work: "docs, 10,000 keys", bench: "internal/reference.Docs", unit: cpu, atMost: 2e9},
	{work: "docs, 10,000 keys, the command", bench: command + "GraphCommands/reference", unit: cpu, atMost: 2e9},
	{work: "docs, 10,000 keys, memory", bench: command + "GraphCommands/reference", unit: "peak-MiB", atMost: 300},
	{work: "flow, 10,000 keys, the command", bench: command + "GraphCommands/flow", unit: cpu, atMost: 2e9},
	{work: "flow, 10,000 keys, memory", bench: command + "GraphCommands/flow", unit: "peak-MiB", atMost: 300},
	{work: "breaking, 1,000 keys", bench: "internal/breaking.Compare", unit: cpu, atMost: 500e6},
	{work: "go build, 1,000 keys", bench: generate + "Build/ours", unit: cpu, reference: generate + "Build/reference", beside: "getters by hand", atMost: 1.5},

	{work: "check prose", bench: check + "CleanText/prose/ours", unit: cpu, reference: check + "CleanText/prose/byte", beside: "a byte search", atMost: 10},
	{work: "scan a SQLite file", bench: "internal/scan.Scan/ours", unit: cpu, reference: "internal/scan.Scan/reference", beside: "the driver alone", atMost: 3},
	{work: "scan with prompts", bench: "internal/scan.ScanPrompts/ours", unit: cpu, reference: "internal/scan.ScanPrompts/reference", beside: "a scan without", atMost: 2},
	{work: "scan a PostgreSQL database", bench: "internal/scan.ScanPostgres/ours", reference: "internal/scan.ScanPostgres/reference", beside: "the driver alone", atMost: 3},
	{work: "SQLite append beside a scan, p99", bench: "internal/scan.Beside/sqlite/scan", unit: "p99-ns", reference: "internal/scan.Beside/sqlite/idle", beside: "idle", atMost: 2},
	{work: "Postgres append beside a scan, p99", bench: "internal/scan.Beside/postgres/scan", unit: "p99-ns", reference: "internal/scan.Beside/postgres/idle", beside: "idle", atMost: 2},
	{work: "check JSON", bench: check + "CleanText/json/ours", unit: cpu, reference: check + "CleanText/json/regexp", beside: "the regular expression", atLeast: 30},
	{work: "check the largest prompt, worst content", bench: check + "LargestPrompt/ours", unit: "cpu-ns/worst", reference: check + "LargestPrompt/reading", beside: "reading it once", atMost: 400},
	{work: "twice the findings on a line", bench: check + "ManyFindings/line/20000", unit: cpu, reference: check + "ManyFindings/line/10000", beside: "half as many", atMost: 3},
	{work: "twice the comments on a line", bench: check + "ManyFindings/comments/20000", unit: cpu, reference: check + "ManyFindings/comments/10000", beside: "half as many", atMost: 3},
	{work: "check Go, nothing changed", bench: command + "CheckCommand/warm/ours", unit: cpu, reference: command + "CheckCommand/warm/reference", beside: "go vet, one analyzer", atMost: 1.3},
	{work: "check Go, one file edited", bench: command + "CheckCommand/edited/ours", unit: cpu, reference: command + "CheckCommand/edited/reference", beside: "go vet, one analyzer", atMost: 1.3},

	{work: "graph, rules and all formats, 10,000 keys", bench: "internal/flow.Graph", unit: cpu, atMost: 2e9},
	{work: "editor, keystroke in a prompt of 100 KB, 1,000 keys", bench: editor + "Keystroke/prompt", unit: cpu, atMost: 50e6},
	{work: "editor, keystroke in a schema of 1,000 keys", bench: editor + "Keystroke/schema", unit: cpu, atMost: 50e6},
	{work: "editor, completion in the prompt", bench: editor + "Complete", unit: cpu, atMost: 50e6},
	{work: "editor, a Go edit in 150 packages", bench: editor + "GoEdit", unit: "total-cpu-ns/op", atMost: 1e9},
}
