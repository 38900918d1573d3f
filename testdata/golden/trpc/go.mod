// A module of its own, so that code generated for tRPC-Agent-Go is built against the
// stubs here while stategen itself never depends on it.
module example.com/trpcgolden

go 1.26.0

require (
	github.com/seed92179c4c/stategen/runtime v0.0.0
	trpc.group/trpc-go/trpc-agent-go v0.0.0
)

replace (
	github.com/seed92179c4c/stategen/runtime => ../../../runtime
	trpc.group/trpc-go/trpc-agent-go => ./stub
)
