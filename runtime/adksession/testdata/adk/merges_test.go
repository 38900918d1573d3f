//adk:needs tool/loadmemorytool

package adktest

import (
	"context"
	"fmt"
	"iter"
	"sync"
	"testing"

	state "github.com/seed92179c4c/stategen/runtime/adksession/real/state"
	"google.golang.org/adk/v2/agent"
	"google.golang.org/adk/v2/agent/llmagent"
	"google.golang.org/adk/v2/model"
	"google.golang.org/adk/v2/plugin"
	"google.golang.org/adk/v2/runner"
	"google.golang.org/adk/v2/session"
	"google.golang.org/adk/v2/tool"
	"google.golang.org/adk/v2/tool/functiontool"
	"google.golang.org/genai"
)

// caller is a model that calls a tool several times at once, and then answers.
type caller struct{ times int }

func (c caller) Name() string { return "caller" }

func (c caller) GenerateContent(_ context.Context, r *model.LLMRequest, _ bool) iter.Seq2[*model.LLMResponse, error] {
	return func(yield func(*model.LLMResponse, error) bool) {
		content := genai.NewContentFromText("Done.", "model")
		if last := r.Contents[len(r.Contents)-1].Parts; last[len(last)-1].FunctionResponse == nil {
			content = &genai.Content{Role: "model"}
			for i := range c.times {
				content.Parts = append(content.Parts, &genai.Part{FunctionCall: &genai.FunctionCall{
					ID: fmt.Sprint("c", i), Name: "count", Args: map[string]any{"seat": fmt.Sprint(i)},
				}})
			}
		}
		yield(&model.LLMResponse{Content: content}, nil)
	}
}

type countArgs struct {
	Seat string `json:"seat"`
}

type countResult struct {
	Seen int `json:"seen"`
}

func count(s *state.State, args countArgs) (countResult, error) {
	if err := s.AppendCart(args.Seat); err != nil {
		return countResult{}, err
	}
	if err := s.AddUserCounter(1); err != nil {
		return countResult{}, err
	}
	n, err := s.UserCounter()
	return countResult{n}, err
}

func countTool(t testing.TB) tool.Tool {
	counting, err := functiontool.New(functiontool.Config{Name: "count", Description: "counts"},
		func(ctx toolContext, args countArgs) (countResult, error) { return count(state.For(ctx), args) })
	must(t, err)
	return counting
}

func newRunner(t testing.TB, svc session.Service, times int) *runner.Runner {
	t.Helper()
	a, err := llmagent.New(llmagent.Config{Name: "a", Model: caller{times}, Tools: []tool.Tool{countTool(t)}})
	must(t, err)
	merges, err := state.Plugin()
	must(t, err)
	r, err := runner.New(runner.Config{
		AppName: "app", Agent: a, SessionService: svc, PluginConfig: runner.PluginConfig{Plugins: []*plugin.Plugin{merges}},
	})
	must(t, err)
	return r
}

// TestMerges has eight runs of one user at the same time, whose tools count and
// append at the same time.
func TestMerges(t *testing.T) {
	onEach(t, func(t *testing.T, svc session.Service) {
		const runs, turns, times = 8, 2, 10
		var group sync.WaitGroup
		for i := range runs {
			r := newRunner(t, svc, times) // ADK's has a data race with itself
			create(t, svc, fmt.Sprint(i))
			group.Add(1)
			go func() {
				defer group.Done()
				for range turns {
					runOnce(t, r, fmt.Sprint(i))
				}
			}()
		}
		group.Wait()
		for i := range runs {
			s := state.Of(get(t, svc, fmt.Sprint(i)).State())
			if n, err := s.UserCounter(); n != runs*turns*times || err != nil {
				t.Errorf("counter is %d, %v", n, err)
			}
			if cart, err := s.Cart(); len(cart) != turns*times || err != nil {
				t.Errorf("cart of session %d has %d items, %v", i, len(cart), err)
			}
		}
		checkResults(t, get(t, svc, "0"))
	})
}

func runOnce(t *testing.T, r *runner.Runner, id string) {
	for event, err := range r.Run(t.Context(), "ann", id, genai.NewContentFromText("Count!", "user"), agent.RunConfig{}) {
		if err != nil {
			t.Error(err)
			return
		}
		for key, v := range event.Actions.StateDelta {
			switch v.(type) {
			case int, []any:
			default:
				t.Errorf("%s of an event is a %T", key, v)
			}
		}
	}
}

// checkResults compares what the stored events hold with what they are a part of.
func checkResults(t *testing.T, s session.Session) {
	items := 0
	for event := range s.Events().All() {
		cart, ok := event.Actions.StateDelta["cart"].([]any)
		if !ok {
			continue
		}
		if items += 10; len(cart) != items {
			t.Errorf("event %s has a cart of %d items, want %d", event.ID, len(cart), items)
		}
	}
	if items != 20 {
		t.Errorf("the events have %d items", items)
	}
}

// TestAppendDelta counts outside of runs, by sessions of one user that were read
// long before.
func TestAppendDelta(t *testing.T) {
	onEach(t, func(t *testing.T, svc session.Service) {
		var group sync.WaitGroup
		for i := range 8 {
			s := create(t, svc, fmt.Sprint(i))
			group.Add(1)
			go func() {
				defer group.Done()
				for range 20 {
					event := &session.Event{Author: "import", InvocationID: "import"}
					if err := state.AppendDelta(t.Context(), svc, s, event, state.NewDelta().AddUserCounter(1)); err != nil {
						t.Error(err)
					}
				}
			}()
		}
		group.Wait()
		if n, err := state.Of(get(t, svc, "0").State()).UserCounter(); n != 160 || err != nil {
			t.Errorf("counter is %d, %v", n, err)
		}
	})
}
