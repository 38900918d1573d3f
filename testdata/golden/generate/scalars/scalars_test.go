package scalars

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/typed"
)

// reload gives a state as a store that keeps JSON does.
func reload(t *testing.T, m runtime.MapState) runtime.MapState {
	t.Helper()
	text, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var back runtime.MapState
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	return back
}

func fill(t *testing.T, s *State) {
	t.Helper()
	at := time.Date(2026, 5, 4, 3, 2, 1, 123456789, time.FixedZone("", 3600))
	if err := errors.Join(
		s.SetTitle("Oslo"), s.SetConfirmed(true), s.SetTurnCount(-7), s.SetAccountID(math.MinInt64),
		s.SetPrice(12.5), s.SetCreatedAt(at), s.SetTimeout(90*time.Second), s.SetTicket([]byte{0, 255}),
		s.SetPayload(map[string]any{"n": 1, "list": []any{nil, "x"}}),
	); err != nil {
		t.Fatal(err)
	}
}

func TestRoundTrip(t *testing.T) {
	m := runtime.MapState{}
	fill(t, Of(m))
	for name, state := range map[string]runtime.MapState{"memory": m, "json": reload(t, m)} {
		s, err := Load(state)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		at := time.Date(2026, 5, 4, 2, 2, 1, 123456789, time.UTC)
		want := &Snapshot{
			Title: "Oslo", Greeting: `hello, "you"`, Confirmed: true, Subscribed: true, TurnCount: -7, Retries: 3,
			AccountID: math.MinInt64, Quota: 9007199254740993, Price: 12.5, Discount: 0.5,
			CreatedAt: at, OpensAt: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Timeout: 90 * time.Second, GracePeriod: 90 * time.Minute,
			Ticket: []byte{0, 255}, Salt: []byte("salt"),
			Payload: map[string]any{"n": 1.0, "list": []any{nil, "x"}},
			Options: map[string]any{"retries": 2.0, "tags": []any{"a", nil}},
		}
		if !reflect.DeepEqual(s, want) {
			t.Errorf("%s:\n got %+v\nwant %+v", name, s, want)
		}
	}
}

func TestLoadJoinsErrors(t *testing.T) {
	_, err := Load(runtime.MapState{"title": 1, "price": "x", "turn_count": 1.5})
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{
		`state key "title": want string, found int 1`,
		`state key "price": want float, found string "x"`,
		`state key "turn_count": want int, found float64 1.5`,
		`state key "confirmed" is not set`,
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q lacks %q", err, want)
		}
	}
	if !errors.Is(err, runtime.ErrMissing) {
		t.Error("a missing key is no ErrMissing")
	}
}

func TestOptional(t *testing.T) {
	m := runtime.MapState{"nickname": nil}
	s := Of(m)
	if v, ok, err := s.Nickname(); v != "" || ok || err != nil {
		t.Errorf("null counts as %q, %v, %v", v, ok, err)
	}
	if err := s.SetNickname("Bo"); err != nil {
		t.Fatal(err)
	}
	if v, ok, err := s.Nickname(); v != "Bo" || !ok || err != nil {
		t.Errorf("got %q, %v, %v", v, ok, err)
	}
	if has, err := typed.Has(s.to, KeyNickname); !has || err != nil {
		t.Errorf("Has: %v, %v", has, err)
	}
	if err := s.ClearNickname(); err != nil {
		t.Fatal(err)
	}
	if has, err := typed.Has(s.to, KeyNickname); has || err != nil {
		t.Errorf("Has after Clear: %v, %v", has, err)
	}
}

func TestClearRestoresDefault(t *testing.T) {
	s := Of(runtime.MapState{})
	if err := errors.Join(s.SetRetries(9), s.ClearRetries()); err != nil {
		t.Fatal(err)
	}
	if n, err := s.Retries(); n != 3 || err != nil {
		t.Errorf("got %d, %v", n, err)
	}
}

func TestRefused(t *testing.T) {
	s := Of(runtime.MapState{})
	for name, err := range map[string]error{
		"NaN":      s.SetPrice(math.NaN()),
		"infinity": s.SetPrice(math.Inf(-1)),
		"UTF-8":    s.SetTitle("\xff"),
		"NUL":      s.SetTitle("a\x00b"),
		"year":     s.SetCreatedAt(time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)),
		"rounded":  s.SetPayload([]any{int64(9007199254740993)}),
		"channel":  s.SetPayload(make(chan int)),
	} {
		if err == nil {
			t.Errorf("%s was stored", name)
		} else if !strings.Contains(err.Error(), `"title"`) && !strings.Contains(err.Error(), `"price"`) &&
			!strings.Contains(err.Error(), `"created_at"`) && !strings.Contains(err.Error(), `"payload"`) {
			t.Errorf("%s: the error names no key: %v", name, err)
		}
	}
}

func TestRoundedIntegerIsAnError(t *testing.T) {
	_, err := Read(runtime.MapState{"account_id": 9007199254740992.0}).AccountID()
	var mismatch *typed.Error
	if !errors.As(err, &mismatch) || mismatch.Key != "account_id" || mismatch.Want != "int64" || mismatch.Found != "float64" {
		t.Errorf("got %v", err)
	}
}

// failing is a state that can't be read.
type failing struct{ runtime.MapState }

var errDown = errors.New("down")

func (failing) Get(string) (any, error) { return nil, errDown }

func TestOtherErrorsAreNotMissing(t *testing.T) {
	r := Read(failing{})
	_, _, optional := r.Nickname()
	_, withDefault := r.Greeting()
	_, required := r.Title()
	_, has := typed.Has(r.from, KeyTitle)
	for _, err := range []error{optional, withDefault, required, has} {
		if !errors.Is(err, errDown) || errors.Is(err, runtime.ErrMissing) {
			t.Errorf("got %v", err)
		}
	}
}

func TestNothingIsAliased(t *testing.T) {
	m := runtime.MapState{}
	s := Of(m)
	payload, ticket := map[string]any{"list": []any{"a"}}, []byte("abc")
	if err := errors.Join(s.SetPayload(payload), s.SetTicket(ticket)); err != nil {
		t.Fatal(err)
	}
	payload["list"].([]any)[0] = "changed"
	ticket[0] = 'X'
	got, err := s.Payload()
	if err != nil || !reflect.DeepEqual(got, map[string]any{"list": []any{"a"}}) {
		t.Errorf("got %v, %v", got, err)
	}
	got.(map[string]any)["list"].([]any)[0] = "changed"
	again, _ := s.Payload()
	if !reflect.DeepEqual(again, map[string]any{"list": []any{"a"}}) {
		t.Errorf("a reader's change reached the state: %v", again)
	}
	options, _ := s.Options()
	options.(map[string]any)["retries"] = "changed"
	if fresh, _ := s.Options(); fresh.(map[string]any)["retries"] != 2.0 {
		t.Errorf("a reader's change reached the default: %v", fresh)
	}
}

func TestInitial(t *testing.T) {
	state, err := Initial{Title: "x", Payload: "p", Retries: new(5)}.Build()
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]any{
		"title": "x", "greeting": `hello, "you"`, "retries": 5, "quota": "9007199254740993",
		"grace_period": "1h30m0s", "salt": "c2FsdA==", "opens_at": "2026-01-02T03:04:05Z", "turn_count": 0,
	} {
		if state[key] != want {
			t.Errorf("%s is %v, want %v", key, state[key], want)
		}
	}
	if _, ok := state["nickname"]; ok {
		t.Error("an optional key is stored")
	}
	if _, err := (Initial{Title: "x"}).Build(); !errors.Is(err, runtime.ErrMissing) {
		t.Errorf("a required null: %v", err)
	}
}
