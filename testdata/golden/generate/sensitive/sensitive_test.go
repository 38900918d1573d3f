package sensitive

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
)

const secret = "SECRET123"

func mustHide(t *testing.T, what, text string) {
	t.Helper()
	if strings.Contains(text, secret) || strings.Contains(text, "4711") {
		t.Errorf("%s shows a secret: %s", what, text)
	}
}

func TestErrors(t *testing.T) {
	m := runtime.MapState{"user:pin": secret, "user:passport_number": 4711, "card_x": 4711}
	s := Of(m)
	_, pin := s.UserPin()
	_, _, passport := s.UserPassportNumber()
	_, _, card := s.Card("x")
	_, load := Load(m)
	set := s.SetUserPassportNumber(secret)
	_, build := NewDelta().SetUserPassportNumber(secret).Build()
	for what, err := range map[string]error{"pin": pin, "passport": passport, "card": card, "Load": load, "Set": set, "Build": build} {
		if err == nil {
			t.Errorf("%s: no error", what)
			continue
		}
		mustHide(t, what, err.Error())
	}
}

func TestPrinting(t *testing.T) {
	m := runtime.MapState{"name": "Ann", "user:pin": 4711, "user:passport_number": "SECRET", "card_x": secret}
	snap, err := Load(m)
	if err != nil {
		t.Fatal(err)
	}
	want := `Snapshot{name: "Ann", user:passport_number: "[redacted]", user:pin: "[redacted]", card_{name}: "[redacted]"}`
	if got := fmt.Sprint(snap); got != want {
		t.Errorf("got %s", got)
	}
	var log bytes.Buffer
	slog.New(slog.NewJSONHandler(&log, nil)).Info("x", "snapshot", snap, "value", *snap)
	mustHide(t, "slog", log.String())
	if !strings.Contains(log.String(), `"name":"Ann"`) {
		t.Errorf("log lacks the name: %s", log.String())
	}
	initial := Initial{UserPin: new(4711), UserPassportNumber: new(secret)}
	encoded, err := json.Marshal([]any{snap, initial})
	if err != nil {
		t.Fatal(err)
	}
	mustHide(t, "JSON", string(encoded))
	mustHide(t, "Snapshot", fmt.Sprintf("%#v %#v %+v", snap, *snap, struct{ S *Snapshot }{snap}))
	mustHide(t, "Initial", fmt.Sprintf("%v %+v %#v %#v", initial, &initial, initial, &initial))
	if got, want := initial.String(), `Initial{user:passport_number: "[redacted]", user:pin: "[redacted]"}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	mustHide(t, "Delta", fmt.Sprintf("%v %+v", NewDelta().SetUserPin(4711), NewDelta().SetCard("x", secret)))
}
