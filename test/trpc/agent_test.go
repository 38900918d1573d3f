package trpc

import (
	"context"
	"fmt"
	"sync"
	"testing"

	state "example.com/trpcgolden/state"
	"trpc.group/trpc-go/trpc-agent-go/agent/llmagent"
	"trpc.group/trpc-go/trpc-agent-go/model"
	"trpc.group/trpc-go/trpc-agent-go/runner"
	"trpc.group/trpc-go/trpc-agent-go/session"
	"trpc.group/trpc-go/trpc-agent-go/session/inmemory"
	"trpc.group/trpc-go/trpc-agent-go/tool"
	"trpc.group/trpc-go/trpc-agent-go/tool/function"
)

// caller is a model that calls one tool so many times at once, and is done.
type caller struct{ calls int }

func (c caller) Info() model.Info { return model.Info{Name: "caller"} }

func (c caller) GenerateContent(_ context.Context, request *model.Request) (<-chan *model.Response, error) {
	answer := model.NewAssistantMessage("done")
	if request.Messages[len(request.Messages)-1].Role == model.RoleUser {
		answer = model.NewAssistantMessage("")
		for i := range c.calls {
			answer.ToolCalls = append(answer.ToolCalls, model.ToolCall{
				ID: fmt.Sprint(i), Type: "function", Function: model.FunctionDefinitionParam{Name: "spend", Arguments: []byte("{}")},
			})
		}
	}
	responses := make(chan *model.Response, 1)
	responses <- &model.Response{Object: model.ObjectTypeChatCompletion, Choices: []model.Choice{{Message: answer}}, Done: true}
	close(responses)
	return responses, nil
}

var key = session.Key{AppName: "bot", UserID: "ann", SessionID: "1"}

// spend is the tool: it merges.
func spend(ctx context.Context, _ struct{}) (string, error) {
	st, err := state.For(ctx)
	if err == nil {
		err = st.AddBudget(1)
	}
	if err == nil {
		err = st.AddUserTrips(1)
	}
	if err == nil {
		err = st.AppendStops("Rome")
	}
	return "spent", err
}

// runOnce runs an agent whose model calls the tool, and reads its events.
func runOnce(service session.Service, calls int, parallel bool) error {
	a := llmagent.New("agent", llmagent.WithModel(caller{calls}), llmagent.WithEnableParallelTools(parallel),
		llmagent.WithTools([]tool.Tool{function.NewFunctionTool(spend, function.WithName("spend"), function.WithDescription("spends"))}))
	r := runner.NewRunner(key.AppName, a, runner.WithSessionService(service))
	events, err := r.Run(context.Background(), key.UserID, key.SessionID, model.NewUserMessage("go"))
	if err != nil {
		return err
	}
	for e := range events {
		if e.Error != nil {
			err = fmt.Errorf("%s", e.Error.Message)
		}
	}
	return err
}

// TestMerges holds that on the real framework no merge of a tool is lost, whether the
// tools of a run or the runs of a session are at work at the same time.
func TestMerges(t *testing.T) {
	for _, c := range []struct {
		runs, calls int
		parallel    bool
	}{{1, 2, true}, {1, 100, true}, {1, 10, false}, {4, 50, true}, {4, 50, false}} {
		service := inmemory.NewSessionService()
		initial, err := state.Initial{City: "Bern"}.Build()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := state.CreateSession(t.Context(), service, key, initial); err != nil {
			t.Fatal(err)
		}
		var all sync.WaitGroup
		for range c.runs {
			all.Go(func() {
				if err := runOnce(service, c.calls, c.parallel); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		s, err := service.GetSession(t.Context(), key)
		if err != nil {
			t.Fatal(err)
		}
		got, err := state.Load(state.SessionState(t.Context(), service, s))
		if err != nil {
			t.Fatal(err)
		}
		if n := c.runs * c.calls; got.Budget != n || len(got.Stops) != n || got.UserTrips != n {
			t.Errorf("%+v: budget %d, %d stops, %d trips, want %d of each", c, got.Budget, len(got.Stops), got.UserTrips, n)
		}
		if err := service.Close(); err != nil {
			t.Error(err)
		}
	}
}
