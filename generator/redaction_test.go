package generator

import (
	"bytes"
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/memory"
	"github.com/seed92179c4c/stategen/testdata/golden/generate/sensitive"
)

// TestGeneratedTypesHideSensitiveValues prints what generated code hands out,
// in every way, over a state that also holds keys which the schema doesn't
// declare.
func TestGeneratedTypesHideSensitiveValues(t *testing.T) {
	held := map[string]any{
		"name": "Ann", "user:passport_number": "SECRET", "user:pin": 987654, "card_visa": "SECRET",
		"user:passport": "SECRET", "card_": "SECRET", "foreign key": "SECRET",
	}
	session, err := memory.New().Create(context.Background(), runtime.CreateRequest{AppName: "a", UserID: "u", State: held})
	if err != nil {
		t.Fatal(err)
	}
	state := sensitive.Of(runtime.MapState(held))
	snapshot, err := sensitive.Load(session.State())
	if err != nil {
		t.Fatal(err)
	}
	const want = `State{card_: "[not declared]", card_visa: "[redacted]", foreign key: "[not declared]", name: "Ann", ` +
		`user:passport: "[not declared]", user:passport_number: "[redacted]", user:pin: "[redacted]"}`
	delta := sensitive.NewDelta().SetUserPin(987654).SetCard("visa", "SECRET")
	for name, thing := range map[string]any{
		"delta": delta, "delta value": *delta, "wrapped delta": struct{ Delta *sensitive.Delta }{delta},
		"state": state, "state value": *state, "reader": sensitive.Read(session.State()), "reader value": state.Reader,
		"snapshot": snapshot, "snapshot value": *snapshot,
		"wrapped": struct{ State *sensitive.State }{state},
	} {
		var text, json bytes.Buffer
		slog.New(slog.NewTextHandler(&text, nil)).Info("m", "v", thing)
		slog.New(slog.NewJSONHandler(&json, nil)).Info("m", "v", thing)
		printed := map[string]string{"slog": text.String(), "slog, JSON": json.String()}
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%d", "%x", "%t", "%c", "%U", "%e"} {
			printed[verb] = fmt.Sprintf(verb, thing)
			if isState := strings.HasPrefix(name, "state") || strings.HasPrefix(name, "reader"); isState && printed[verb] != want {
				t.Errorf("%s, %s:\n got %s\nwant %s", name, verb, printed[verb], want)
			}
		}
		for way, text := range printed {
			if strings.Contains(text, "SECRET") || strings.Contains(text, "987654") || strings.Contains(text, "534543524554") {
				t.Errorf("%s, %s: %s", name, way, text)
			}
		}
	}
	if got := fmt.Sprint(sensitive.Of(nil)); got != "State{}" {
		t.Errorf("of nothing: %s", got)
	}
}
