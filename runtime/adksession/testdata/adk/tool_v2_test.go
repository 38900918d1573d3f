//adk:only v2

package adktest

import (
	"context"
	"testing"

	state "github.com/seed92179c4c/stategen/runtime/adksession/real/state"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/functiontool"
)

func countTool(t testing.TB) tool.Tool {
	counting, err := functiontool.New(functiontool.Config{Name: "count", Description: "counts"},
		func(ctx agent.Context, args countArgs) (countResult, error) { return count(state.For(ctx), args) })
	must(t, err)
	return counting
}

// testInvocation are the arguments of session.NewEvent.
func testInvocation(t testing.TB) (context.Context, string) { return t.Context(), "test" }
