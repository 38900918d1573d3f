package workspace_test

import (
	"testing"
)

// planned are agents of Go with the bugs that comments announce.
const planned = `
-- go.mod --
module example.com/planned

go 1.24

require google.golang.org/adk/v2 v2.0.0

replace google.golang.org/adk/v2 => ./adk
-- adk/tool/exitlooptool/tool.go --
package exitlooptool

import "google.golang.org/adk/v2/tool"

func New() (tool.Tool, error) { return nil, nil }
-- loop/main.go --
package main

import (
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/agent/workflowagents/loopagent"
	"google.golang.org/adk/v2/agent/workflowagents/sequentialagent"
	"google.golang.org/adk/v2/runner"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/exitlooptool"
	"google.golang.org/adk/v2/tool/functiontool"
)

func approve(ctx tool.Context, in struct{}) (string, error) {
	ctx.Actions().Escalate = true
	return "", nil
}

func search(ctx tool.Context, in struct{}) (string, error) { return "", nil }

func must(a agent.Agent, _ error) agent.Agent { return a }

func refiner() agent.Agent {
	exit, _ := exitlooptool.New()
	find, _ := functiontool.New(functiontool.Config{Name: "search"}, search)
	a, _ := llmagent.New(llmagent.Config{
		Name:        "refiner",
		Instruction: "Refine {doc} by {criticism}.", // warning own-output-key
		OutputKey:   "doc", // error emptied-output-key
		Tools:       []tool.Tool{exit, find},
	})
	return a
}

func main() {
	done, _ := functiontool.New(functiontool.Config{Name: "approve"}, approve)
	writer := must(llmagent.New(llmagent.Config{Name: "writer", Instruction: "Write.", OutputKey: "doc"}))
	critic := must(llmagent.New(llmagent.Config{
		Name: "critic", Instruction: "Judge {doc}.", OutputKey: "criticism", Tools: []tool.Tool{done},
	}))
	loop := must(loopagent.New(loopagent.Config{AgentConfig: agent.Config{Name: "loop", SubAgents: []agent.Agent{critic, refiner()}}}))
	last := must(llmagent.New(llmagent.Config{Name: "last", Instruction: "Show {doc}."}))
	all := must(sequentialagent.New(sequentialagent.Config{AgentConfig: agent.Config{Name: "all", SubAgents: []agent.Agent{writer, loop, last}}}))
	_, _ = runner.New(runner.Config{Agent: all})
}
`

// TestAuditOfGoAgents holds that an audit knows the agents of Go code: which end the loop
// around them, and which have tools.
func TestAuditOfGoAgents(t *testing.T) {
	auditPlanted(t, planned)
}
