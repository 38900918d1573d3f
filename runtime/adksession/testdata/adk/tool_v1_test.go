//adk:only v1

package adktest

import (
	"testing"

	state "github.com/seed92179c4c/stategen/runtime/adksession/real/state"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/functiontool"
)

func countTool(t testing.TB) tool.Tool {
	counting, err := functiontool.New(functiontool.Config{Name: "count", Description: "counts"},
		func(ctx tool.Context, args countArgs) (countResult, error) { return count(state.For(ctx), args) })
	must(t, err)
	return counting
}

// testInvocation is the argument of session.NewEvent.
func testInvocation(testing.TB) string { return "test" }
