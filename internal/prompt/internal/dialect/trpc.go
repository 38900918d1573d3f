package dialect

import "github.com/seed92179c4c/stategen/runtime/instruction"

// tRPC-Agent-Go leaves text that it can't look up, and has names for its own invocations.
var trpc = Dialect{
	Dialect: instruction.TRPC, Framework: "tRPC-Agent-Go", LeavesMissing: true, StoresTemp: true, own: instruction.IsTRPCOwn,
}
