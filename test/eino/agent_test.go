package eino

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/components/model"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/test/eino/trip"
)

// fakeModel answers with one message after the other, and keeps the system messages
// that it gets. See is called at each answer with the context of the run.
type fakeModel struct {
	mu      sync.Mutex
	answers []*schema.Message
	systems []string
	see     func(ctx context.Context)
}

func (m *fakeModel) Generate(ctx context.Context, input []*schema.Message, _ ...model.Option) (*schema.Message, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	system := ""
	if len(input) > 0 && input[0].Role == schema.System {
		system = input[0].Content
	}
	m.systems = append(m.systems, system)
	if m.see != nil {
		m.see(ctx)
	}
	answer := schema.AssistantMessage("done", nil)
	if len(m.answers) > 0 {
		answer, m.answers = m.answers[0], m.answers[1:]
	}
	return answer, nil
}

func (m *fakeModel) Stream(ctx context.Context, input []*schema.Message, opts ...model.Option) (*schema.StreamReader[*schema.Message], error) {
	answer, err := m.Generate(ctx, input, opts...)
	return schema.StreamReaderFromArray([]*schema.Message{answer}), err
}

func (m *fakeModel) WithTools([]*schema.ToolInfo) (model.ToolCallingChatModel, error) { return m, nil }

// agent makes an agent of a configuration with the fake model.
func agent(t *testing.T, c adk.ChatModelAgentConfig, m *fakeModel) adk.Agent {
	t.Helper()
	if c.Name == "" {
		c.Name = "agent"
	}
	c.Description, c.Model = "tests", m
	a, err := adk.NewChatModelAgent(context.Background(), &c)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// run runs an agent with session values, and returns the first error.
func run(a adk.Agent, values map[string]any) error {
	ctx := context.Background()
	events := adk.NewRunner(ctx, adk.RunnerConfig{Agent: a}).Query(ctx, "go", adk.WithSessionValues(values))
	for {
		e, ok := events.Next()
		if !ok {
			return nil
		}
		if e.Err != nil {
			return e.Err
		}
	}
}

// TestInstructionsOfEino holds what the documentation says of eino's instructions
// against eino.
func TestInstructionsOfEino(t *testing.T) {
	one := map[string]any{"topic": "go", "price": 1.5}
	for _, c := range []struct{ text, without, with string }{
		{"{topic}", "{topic}", "go"},
		{"{price:.2f}", "{price:.2f}", "1.50"},
		{"{topic:d}", "{topic:d}", "%!d(string=go)"},
		{"{user:name}", "{user:name}", "fails"},
		{"{topic?}", "{topic?}", "fails"},
		{"{ topic }", "{ topic }", "fails"},
		{"{topic.x}", "{topic.x}", "fails"},
		{"{{text}}", "{{text}}", "{text}"},
		{`Answer as {"a": 1}`, `Answer as {"a": 1}`, "fails"},
		{"a } b", "a } b", "fails"},
		{"{}", "{}", "map[price:1.5 topic:go]"},
		{"{0}", "{0}", "map[price:1.5 topic:go]"},
	} {
		for want, values := range map[string]map[string]any{"without " + c.without: nil, "with " + c.with: one} {
			m := &fakeModel{}
			got := "fails"
			if err := run(agent(t, adk.ChatModelAgentConfig{Instruction: c.text}, m), values); err == nil {
				got = m.systems[0]
			}
			if _, want, _ := strings.Cut(want, " "); got != want {
				t.Errorf("%q with %v becomes %q, not %q", c.text, values, got, want)
			}
		}
	}
}

// begin is what a run begins with.
func begin(t *testing.T) map[string]any {
	t.Helper()
	values, err := trip.Initial{Topic: "Bern"}.Build()
	if err != nil {
		t.Fatal(err)
	}
	return values
}

// TestGeneratedCode runs generated code in eino: a compiled instruction, tools that merge at
// the same time, an output key, and another agent of the run that reads it all.
func TestGeneratedCode(t *testing.T) {
	type args struct {
		Seat string `json:"seat"`
	}
	book, err := utils.InferTool("book", "books a seat", func(ctx context.Context, in args) (string, error) {
		state := trip.For(ctx)
		if err := state.AddCount(1); err != nil {
			return "", err
		}
		return "booked", trip.SetDelta(ctx, trip.NewDelta().AppendSeats(in.Seat).SetStep(trip.StepBook))
	})
	if err != nil {
		t.Fatal(err)
	}
	var calls []schema.ToolCall
	for i := range 40 {
		call := schema.FunctionCall{Name: "book", Arguments: fmt.Sprintf(`{"seat": "%02d"}`, i)}
		calls = append(calls, schema.ToolCall{ID: fmt.Sprint(i), Type: "function", Function: call})
	}
	writing := &fakeModel{answers: []*schema.Message{schema.AssistantMessage("", calls), schema.AssistantMessage("all booked", nil)}}
	writer := agent(t, adk.ChatModelAgentConfig{
		Name: "writer", GenModelInput: trip.WriterProvider, OutputKey: trip.KeyReport,
		ToolsConfig: adk.ToolsConfig{ToolsNodeConfig: compose.ToolsNodeConfig{Tools: []tool.BaseTool{book}}},
	}, writing)

	var got []string
	reading := &fakeModel{see: func(ctx context.Context) { got = append(got, seen(ctx)) }}
	reader := agent(t, adk.ChatModelAgentConfig{Name: "reader", GenModelInput: trip.WriterProvider}, reading)
	both, err := adk.NewSequentialAgent(context.Background(), &adk.SequentialAgentConfig{Name: "both", Description: "tests", SubAgents: []adk.Agent{writer, reader}})
	if err != nil {
		t.Fatal(err)
	}
	if err := run(both, begin(t)); err != nil {
		t.Fatal(err)
	}
	if want := `Write about Bern, step search, as {"seats": []}.`; strings.TrimSpace(writing.systems[0]) != want {
		t.Errorf("the model reads %q", writing.systems[0])
	}
	if want := []string{"book 40 40 all booked true"}; !slices.Equal(got, want) {
		t.Errorf("the other agent sees %q, not %q", got, want)
	}
	if !strings.Contains(reading.systems[0], `step book, as {"seats": ["`) || strings.Count(reading.systems[0], `","`) != 39 {
		t.Errorf("the other model reads %q", reading.systems[0])
	}
}

// seen is what generated getters say of a run.
func seen(ctx context.Context) string {
	state := trip.For(ctx)
	step, err1 := state.Step()
	count, err2 := state.Count()
	seats, err3 := state.Seats()
	report, isSet, err4 := state.Report()
	for _, err := range []error{err1, err2, err3, err4} {
		if err != nil {
			return err.Error()
		}
	}
	return fmt.Sprint(step, " ", count, " ", len(seats), " ", report, " ", isSet)
}

// TestValuesOfARun sets, clears and lists values, and what becomes of an optional key.
func TestValuesOfARun(t *testing.T) {
	m := &fakeModel{see: func(ctx context.Context) {
		state := trip.For(ctx)
		due := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
		if err := state.SetDue(due); err != nil {
			t.Error(err)
		}
		if got, ok, err := state.Due(); err != nil || !ok || !got.Equal(due) {
			t.Errorf("due is %v, %v, %v", got, ok, err)
		}
		if err := state.ClearDue(); err != nil {
			t.Error(err)
		}
		if got, ok, err := state.Due(); err != nil || ok {
			t.Errorf("due is still %v, %v", got, err)
		}
		if _, ok := adk.GetSessionValue(ctx, trip.KeySecret); ok {
			t.Error("there is a secret")
		}
		names := slices.Sorted(maps.Keys(adk.GetSessionValues(ctx)))
		if want := []string{"count", "due", "seats", "step", "topic"}; !slices.Equal(names, want) {
			t.Errorf("values are %q, not %q", names, want)
		}
		all, err := trip.Load(ctx2state(ctx))
		if err != nil || all.Topic != "Bern" {
			t.Errorf("all of them: %v, %v", all, err)
		}
	}}
	if err := run(agent(t, adk.ChatModelAgentConfig{}, m), begin(t)); err != nil || len(m.systems) != 1 {
		t.Fatal(err, m.systems)
	}
}

// ctx2state is the plain state of a run's values.
func ctx2state(ctx context.Context) runtime.ReadonlyState {
	return runtime.MapState(adk.GetSessionValues(ctx))
}

// TestOutsideOfARun checks that nothing is lost there without an error.
func TestOutsideOfARun(t *testing.T) {
	state := trip.For(context.Background())
	if step, err := state.Step(); err != nil || step != trip.StepSearch {
		t.Errorf("step is %q, %v", step, err)
	}
	if _, err := state.Topic(); !runtime.IsMissing(err) {
		t.Errorf("the topic is there: %v", err)
	}
	for name, err := range map[string]error{
		"a setter": state.SetTopic("Bern"), "a merge": state.AddCount(1),
		"a delta": trip.SetDelta(context.Background(), trip.NewDelta().SetTopic("Bern")),
	} {
		if err == nil || !strings.Contains(err.Error(), "belongs to no run of eino") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
