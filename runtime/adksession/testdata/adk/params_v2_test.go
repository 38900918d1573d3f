//adk:only v2
//adk:needs workflow

package adktest

import (
	"fmt"
	"strings"
	"testing"

	state "github.com/seed92179c4c/stategen/runtime/adksession/real/state"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/workflow"
)

// withSchema is a workflow with a node that takes its parameters from the state.
func withSchema[Params any](fn func(Params) string) (*workflow.Workflow, error) {
	node, err := workflow.NewFunctionNodeFromState("params", func(_ agent.InvocationContext, p Params) (string, error) {
		return fn(p), nil
	}, workflow.NodeConfig{})
	if err != nil {
		return nil, err
	}
	schema, err := state.WorkflowSchema()
	if err != nil {
		return nil, err
	}
	return workflow.New("flow", workflow.Chain(workflow.Start, node), workflow.WithStateSchema(schema))
}

// TestWorkflowSchema tries what ADK finds with the schema, and what it doesn't: docs/adk.md
// has the table.
func TestWorkflowSchema(t *testing.T) {
	type right struct {
		Step string `state:"step"`
		N    int    `state:"user:counter"`
	}
	type misspelt struct {
		Stpe string `state:"stpe"`
	}
	type misspeltUser struct {
		N int `state:"user:conuter"`
	}
	type ofAnotherType struct {
		Step int `state:"step"`
	}
	if _, err := withSchema(func(right) string { return "" }); err != nil {
		t.Error(err)
	}
	if _, err := withSchema(func(misspelt) string { return "" }); err == nil || !strings.Contains(err.Error(), `"stpe" which is not declared`) {
		t.Errorf("of a misspelt key: %v", err)
	}
	if _, err := withSchema(func(misspeltUser) string { return "" }); err != nil {
		t.Errorf("ADK looks at prefixed keys now: %v", err)
	}
	if _, err := withSchema(func(ofAnotherType) string { return "" }); err != nil {
		t.Errorf("ADK looks at types now: %v", err)
	}
	if _, err := withSchema(func(state.Snapshot) string { return "" }); err == nil || !strings.Contains(err.Error(), `"hits_{page}"`) {
		t.Errorf("of a Snapshot with a family: %v", err)
	}
}

// TestParamsFromState runs a node whose parameters are set, and ones that aren't.
func TestParamsFromState(t *testing.T) {
	onAll(t, "params", func(t *testing.T, svc session.Service) {
		run := func(node workflow.Node, err error) error {
			must(t, err)
			defer func() {
				must(t, svc.Delete(t.Context(), &session.DeleteRequest{AppName: "app", UserID: "ann", SessionID: "s"}))
			}()
			return tryFlow(t, svc, node)
		}
		got := ""
		must(t, run(workflow.NewFunctionNodeFromState("set", func(_ agent.InvocationContext, p struct {
			Step string `state:"step"`
			N    int    `state:"user:counter"`
		}) (string, error) {
			got = fmt.Sprint(p.Step, p.N)
			return got, nil
		}, workflow.NodeConfig{})))
		if got != "pay1" {
			t.Errorf("the parameters are %q", got)
		}
		err := run(workflow.NewFunctionNodeFromState("optional", func(_ agent.InvocationContext, p struct {
			Name *string `state:"name"`
		}) (string, error) {
			return "", nil
		}, workflow.NodeConfig{}))
		if err == nil || !strings.Contains(err.Error(), "missing state value") {
			t.Errorf("of an optional key that isn't set: %v", err)
		}
	})
}
