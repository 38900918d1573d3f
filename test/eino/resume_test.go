package eino

import (
	"context"
	"errors"
	"net/netip"
	"reflect"
	"testing"
	"time"

	"github.com/cloudwego/eino/adk"
	"github.com/cloudwego/eino/components/tool"
	"github.com/cloudwego/eino/components/tool/utils"
	"github.com/cloudwego/eino/compose"
	"github.com/cloudwego/eino/schema"

	"github.com/seed92179c4c/stategen/test/eino/trip"
)

// checkpoints keeps the checkpoints of runs.
type checkpoints map[string][]byte

func (c checkpoints) Get(_ context.Context, id string) ([]byte, bool, error) {
	data, ok := c[id]
	return data, ok, nil
}

func (c checkpoints) Set(_ context.Context, id string, data []byte) error {
	c[id] = data
	return nil
}

// lastError reads all events of a run.
func lastError(events *adk.AsyncIterator[*adk.AgentEvent]) (err error) {
	for {
		e, ok := events.Next()
		if !ok {
			return err
		}
		err = errors.Join(err, e.Err)
	}
}

// interrupted runs an agent whose one tool sets what set does and interrupts the run. It
// returns the state then and when the run was resumed from its checkpoint.
func interrupted(t *testing.T, set func(*trip.State) error) (before, after *trip.Snapshot) {
	t.Helper()
	ask, err := utils.InferTool("ask", "asks the user", func(ctx context.Context, _ struct{}) (string, error) {
		resumed, _, _ := tool.GetInterruptState[any](ctx)
		if !resumed {
			err := set(trip.For(ctx))
			before = loaded(t, ctx)
			return "", errors.Join(err, tool.Interrupt(ctx, "sure?"))
		}
		after = loaded(t, ctx)
		return "yes", nil
	})
	if err != nil {
		t.Fatal(err)
	}
	call := schema.ToolCall{ID: "1", Type: "function", Function: schema.FunctionCall{Name: "ask", Arguments: "{}"}}
	a := agent(t, adk.ChatModelAgentConfig{ToolsConfig: adk.ToolsConfig{ToolsNodeConfig: compose.ToolsNodeConfig{Tools: []tool.BaseTool{ask}}}},
		&fakeModel{answers: []*schema.Message{schema.AssistantMessage("", []schema.ToolCall{call})}})
	ctx := context.Background()
	runner := adk.NewRunner(ctx, adk.RunnerConfig{Agent: a, CheckPointStore: checkpoints{}})
	if err := lastError(runner.Query(ctx, "go", adk.WithSessionValues(begin(t)), adk.WithCheckPointID("1"))); err != nil {
		t.Fatal(err)
	}
	events, err := runner.Resume(ctx, "1")
	if err != nil {
		t.Fatal(err)
	}
	if err := lastError(events); err != nil {
		t.Fatal(err)
	}
	return before, after
}

func loaded(t *testing.T, ctx context.Context) *trip.Snapshot {
	t.Helper()
	all, err := trip.Load(ctx2state(ctx))
	if err != nil {
		t.Error(err)
	}
	return all
}

// TestResume holds that a run which was interrupted has its values again when it is
// resumed from a checkpoint: those of Initial, and one of every type.
func TestResume(t *testing.T) {
	leg := trip.Leg{Number: "LX1", Seats: []int{1, 2}}
	sets := map[string]func(*trip.State) error{
		"nothing":         func(*trip.State) error { return nil },
		"a text":          func(s *trip.State) error { return s.SetReport("a") },
		"an enum":         func(s *trip.State) error { return s.SetStep(trip.StepBook) },
		"a bool":          func(s *trip.State) error { return s.SetPaid(true) },
		"an int":          func(s *trip.State) error { return s.AddCount(1 << 40) },
		"a float":         func(s *trip.State) error { return s.SetShare(0.5) },
		"an int64":        func(s *trip.State) error { return s.SetBig(1 << 60) },
		"a time":          func(s *trip.State) error { return s.SetDue(time.Date(2026, 1, 2, 3, 4, 5, 6, time.UTC)) },
		"a duration":      func(s *trip.State) error { return s.SetWait(time.Minute) },
		"bytes":           func(s *trip.State) error { return s.SetPhoto([]byte{0, 255}) },
		"a list":          func(s *trip.State) error { return s.AppendSeats("1A", "1B") },
		"an object":       func(s *trip.State) error { return s.SetLeg(leg) },
		"objects":         func(s *trip.State) error { return s.SetLegs([]trip.Leg{leg, leg}) },
		"a map":           func(s *trip.State) error { return s.SetPrices(map[string]float64{"a": 1.5, "b": 2}) },
		"an empty list":   func(s *trip.State) error { return s.SetLegs([]trip.Leg{}) },
		"an empty map":    func(s *trip.State) error { return s.SetPrices(map[string]float64{}) },
		"any JSON":        func(s *trip.State) error { return s.SetExtra(map[string]any{"a": []any{1.0, nil, "x", []any{}}}) },
		"an encoded one":  func(s *trip.State) error { return s.SetText(leg) },
		"a type of yours": func(s *trip.State) error { return s.SetHost(netip.MustParseAddr("::1")) },
		"a family":        func(s *trip.State) error { return s.SetNote("monday", "a") },
		"a cleared key":   func(s *trip.State) error { return errors.Join(s.SetReport("a"), s.ClearReport(), s.ClearSeats()) },
	}
	begun, _ := interrupted(t, sets["nothing"])
	for name, set := range sets {
		before, after := interrupted(t, set)
		if !reflect.DeepEqual(after, before) {
			t.Errorf("%s: before %v, resumed %v", name, before, after)
		}
		if changes := name != "nothing" && name != "a cleared key"; changes == reflect.DeepEqual(before, begun) {
			t.Errorf("%s is not tried: %v", name, before)
		}
	}
}
