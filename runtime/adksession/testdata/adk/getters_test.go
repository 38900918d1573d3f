//adk:only v2

package adktest

import (
	"errors"
	"testing"

	"github.com/seed92179c4c/stategen/runtime/adksession"
	state "github.com/seed92179c4c/stategen/runtime/adksession/real/state"
	"github.com/seed92179c4c/stategen/runtime/memory"
	"github.com/seed92179c4c/stategen/runtime/storetest/cputime"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/plugin"
	"google.golang.org/adk/v2/runner"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/functiontool"
	"google.golang.org/genai"
)

// BenchmarkGetters reads inside of a tool: by ADK and a type assertion, and through
// generated code.
func BenchmarkGetters(b *testing.B) {
	for name, svc := range map[string]session.Service{
		"adk memory": session.InMemoryService(), "our memory": adksession.New(closed(b, memory.New())),
	} {
		b.Run(name, func(b *testing.B) { inTool(b, svc, getters(b)) })
	}
}

// The ways to read a key in a tool, each in a function as tools are.
var ways = []struct {
	name string
	read func(ctx agent.Context) (string, error)
}{
	{"raw", func(ctx agent.Context) (string, error) {
		v, err := ctx.State().Get("step")
		if err != nil {
			return "", err
		}
		step, ok := v.(string)
		if !ok {
			return "", errors.New("not a string")
		}
		return step, nil
	}},
	{"Of", func(ctx agent.Context) (string, error) { return state.Of(ctx.State()).Step() }},
	{"For", func(ctx agent.Context) (string, error) { return state.For(ctx).Step() }},
}

func getters(b *testing.B) func(ctx agent.Context) {
	return func(ctx agent.Context) {
		for _, way := range ways {
			b.Run(way.name, func(b *testing.B) {
				b.ReportAllocs()
				defer cputime.Report(b)()
				for b.Loop() {
					if step, err := way.read(ctx); step != "pay" || err != nil {
						b.Fatal(step, err)
					}
				}
			})
		}
	}
}

// inTool calls f inside of a tool of a run.
func inTool(b *testing.B, svc session.Service, f func(agent.Context)) {
	b.Helper()
	contexts, done := make(chan agent.Context), make(chan bool)
	holding, err := functiontool.New(functiontool.Config{Name: "count", Description: "waits"},
		func(ctx agent.Context, _ countArgs) (countResult, error) {
			contexts <- ctx
			<-done
			return countResult{}, nil
		})
	must(b, err)
	a, err := llmagent.New(llmagent.Config{Name: "a", Model: caller{1}, Tools: []tool.Tool{holding}})
	must(b, err)
	merges, err := state.Plugin()
	must(b, err)
	r, err := runner.New(runner.Config{
		AppName: "app", Agent: a, SessionService: svc, PluginConfig: runner.PluginConfig{Plugins: []*plugin.Plugin{merges}},
	})
	must(b, err)
	_, err = svc.Create(b.Context(), &session.CreateRequest{AppName: "app", UserID: "ann", SessionID: "s",
		State: map[string]any{"step": "pay", "user:counter": 1, "cart": []any{}}})
	must(b, err)
	go func() {
		defer close(done)
		f(<-contexts)
	}()
	for _, err := range r.Run(b.Context(), "ann", "s", genai.NewContentFromText("Go!", "user"), agent.RunConfig{}) {
		must(b, err)
	}
}
