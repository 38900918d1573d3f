package transfer_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/memory"
	"github.com/seed92179c4c/stategen/runtime/store"
	"github.com/seed92179c4c/stategen/runtime/transfer"
)

// fill puts into a service what is hard to move: shared state that several sessions
// merge into in turns, values at their limits, host data with line breaks, resolved
// operations, shared histories, sessions without events, clocks that run backwards.
func fill(t testing.TB, svc *runtime.Service) {
	t.Helper()
	ctx := t.Context()
	sum := func(n int) runtime.Op { return runtime.Op{Kind: runtime.OpSum, Operand: n, Base: 5} }
	var sessions []*runtime.Session
	for i, at := range []string{"trips ann 1", "trips ann 2", "trips bob 1", "other \u00e9\u2028 1"} {
		names := strings.Fields(strings.ReplaceAll(at, "\u2028", "\u2029x"))
		s, err := svc.Create(ctx, runtime.CreateRequest{
			AppName: names[0], UserID: names[1], SessionID: names[2], Timestamp: time.UnixMicro(1e15 + int64(i)),
			State: map[string]any{"begun": true, "user:first": at, "nested": map[string]any{"a": []any{1, 1.5, nil, "x\u2028\n"}}},
		})
		if err != nil {
			t.Fatal(err)
		}
		sessions = append(sessions, s)
	}
	for i := range 12 {
		s := sessions[i%3]
		e := &runtime.Event{
			ID: fmt.Sprint("e", i), Author: "author\t", Branch: "root.a", InvocationID: "inv", Timestamp: time.UnixMicro(2e15 - int64(i)),
			Content: runtime.NewText("model", strings.Repeat("said <&>\n", i*i)),
			Actions: runtime.Actions{StateDelta: runtime.Delta{
				"user:n": sum(i), "app:n": sum(1), "n": sum(2), "int": 9223372036854775807 - i, "float": 5.0, "begun": nil,
				"list": runtime.Op{Kind: runtime.OpAppend, Operand: []any{i}, Old: []string{"old"}},
			}},
		}
		if i%4 == 1 {
			e.Host = runtime.HostData("{ \"nul\":\"\\u0000\",\r\n\t\"big\": 123456789012345678901234567890.0e1, \"d\":1, \"d\":2}")
		}
		if i%4 == 2 {
			e.Host = `"<plain>"`
		}
		if _, err := svc.AppendResolved(ctx, s, e); err != nil {
			t.Fatal(err)
		}
	}
	for _, r := range []runtime.SharedRequest{{AppName: "trips"}, {AppName: "trips", UserID: "ann"}, {AppName: "trips", UserID: "shy"}} {
		h, err := svc.Shared(ctx, r)
		if err != nil {
			t.Fatal(err)
		}
		delta := runtime.Delta{"app:motd": "hi", "app:n": sum(1)}
		if r.UserID != "" {
			delta = runtime.Delta{"user:n": sum(100)}
		}
		if err := svc.AppendEvent(ctx, h, &runtime.Event{ID: "shared-" + r.UserID, Actions: runtime.Actions{StateDelta: delta}}); err != nil {
			t.Fatal(err)
		}
	}
}

// filled returns a store that is filled.
func filled(t testing.TB) store.Store {
	st := memory.NewStore()
	fill(t, runtime.NewService(st))
	return st
}

func exported(t testing.TB, st store.Store, s transfer.Select, keep func(string) bool) string {
	t.Helper()
	var out bytes.Buffer
	if err := transfer.Export(t.Context(), st, &out, s, keep); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func imported(t testing.TB, st store.Store, text string) transfer.Report {
	t.Helper()
	r, err := transfer.Import(t.Context(), st, strings.NewReader(text), transfer.ImportOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRoundTrip(t *testing.T) {
	source := filled(t)
	text := exported(t, source, transfer.Select{}, nil)
	copied := memory.NewStore()
	first := imported(t, copied, text)
	if first.Sessions != 4 || first.Shared != 5 || first.Events != 22 || first.Written < 22 || first.Problems != 0 {
		t.Errorf("imported %+v", first)
	}
	if got := exported(t, copied, transfer.Select{}, nil); got != text {
		t.Errorf("exported again:\n%s\nwas\n%s", got, text)
	}
	second := imported(t, copied, text)
	if second != (transfer.Report{Sessions: 4, Shared: 5, Events: 22}) {
		t.Errorf("imported again: %+v", second)
	}
	if got := exported(t, copied, transfer.Select{}, nil); got != text {
		t.Errorf("after the second import:\n%s", got)
	}
	// The copy is a live one: its sessions go on, and the import still changes nothing.
	svc := runtime.NewService(copied)
	s, err := svc.Get(t.Context(), runtime.GetRequest{AppName: "trips", UserID: "ann", SessionID: "1"})
	if err != nil {
		t.Fatal(err)
	}
	if err := svc.AppendEvent(t.Context(), s, &runtime.Event{ID: "new", Actions: runtime.Actions{StateDelta: runtime.Delta{
		"user:n": runtime.Op{Kind: runtime.OpSum, Operand: 1}, "app:motd": "bye",
	}}}); err != nil {
		t.Fatal(err)
	}
	live := exported(t, copied, transfer.Select{}, nil)
	if third := imported(t, copied, text); third.Written != 0 || third.Problems != 0 {
		t.Errorf("imported into what is in use: %+v", third)
	}
	if got := exported(t, copied, transfer.Select{}, nil); got != live {
		t.Errorf("the import changed what is in use:\n%s", got)
	}
}

func TestSelect(t *testing.T) {
	source := filled(t)
	for _, c := range []struct {
		only     transfer.Select
		sessions int64
		shared   int64
	}{
		{transfer.Select{App: "trips"}, 3, 4}, {transfer.Select{App: "trips", User: "ann"}, 2, 1},
		{transfer.Select{App: "trips", User: "ann", Session: "2"}, 1, 0}, {transfer.Select{App: "none"}, 0, 0},
	} {
		text := exported(t, source, c.only, nil)
		copied := memory.NewStore()
		if r := imported(t, copied, text); r.Sessions != c.sessions || r.Shared != c.shared {
			t.Errorf("%+v: %+v\n%s", c.only, r, text)
		}
		if got := exported(t, copied, transfer.Select{}, nil); got != text {
			t.Errorf("%+v: exported again:\n%s\nwas\n%s", c.only, got, text)
		}
	}
	var out bytes.Buffer
	if err := transfer.Export(t.Context(), source, &out, transfer.Select{User: "ann"}, nil); err == nil || out.Len() > 0 {
		t.Error("a user of no app is exported")
	}
}

func TestRedacted(t *testing.T) {
	keep := func(key string) bool { return key == "n" || key == "app:n" }
	text := exported(t, filled(t), transfer.Select{}, keep)
	for _, secret := range []string{"said", "nul", "plain", "motd", "user:", "list", "float", "nested"} {
		if strings.Contains(text, secret) {
			t.Errorf("%q is in\n%s", secret, text)
		}
	}
	copied := memory.NewStore()
	imported(t, copied, text)
	if got := exported(t, copied, transfer.Select{}, keep); got != text {
		t.Errorf("exported again:\n%s\nwas\n%s", got, text)
	}
}

// TestCutOff ends an import at each of its writes, by a full disk and by its context, and
// runs it again. The first report has all that was stored.
func TestCutOff(t *testing.T) {
	text := exported(t, filled(t), transfer.Select{}, nil)
	for cause, want := range map[string]error{"disk": errDisk, "context": context.Canceled} {
		for writes := range 40 {
			ctx, stop := context.WithCancel(t.Context())
			st := memory.NewStore()
			failing := &failing{Store: st}
			if failing.left.Store(int64(writes)); cause == "context" {
				failing.stop = stop
			}
			r, err := transfer.Import(ctx, failing, strings.NewReader(text), transfer.ImportOptions{Workers: 1 + writes%3})
			stop()
			if (err == nil) != (failing.left.Load() >= 0) {
				t.Fatalf("%s after %d writes: %v", cause, writes, err)
			}
			if err != nil && !errors.Is(err, want) {
				t.Fatalf("%s after %d writes: %v", cause, writes, err)
			}
			if stored := failing.stored.Load(); r.Written != stored || stored < min(int64(writes), r.Events) {
				t.Fatalf("%s after %d writes: %d stored, %+v", cause, writes, stored, r)
			}
			imported(t, st, text)
			if got := exported(t, st, transfer.Select{}, nil); got != text {
				t.Fatalf("%s after %d writes, and run again:\n%s", cause, writes, got)
			}
		}
	}
}

var errDisk = errors.New("no space left on device")

// failing fails after some writes, or ends the context.
type failing struct {
	store.Store
	left, stored atomic.Int64
	stop         func()
}

func (f *failing) fail() error {
	if f.left.Add(-1) >= 0 {
		return nil
	}
	if f.stop == nil {
		return errDisk
	}
	f.stop()
	return nil
}

// note counts a write that has succeeded.
func (f *failing) note(err error) {
	if err == nil {
		f.stored.Add(1)
	}
}

func (f *failing) Create(ctx context.Context, a *store.Append) (store.Loaded, error) {
	if err := f.fail(); err != nil {
		return store.Loaded{}, err
	}
	made, err := f.Store.Create(ctx, a)
	f.note(err)
	return made, err
}

func (f *failing) Append(ctx context.Context, a *store.Append) (*store.Appended, error) {
	if err := f.fail(); err != nil {
		return nil, err
	}
	done, err := f.Store.Append(ctx, a)
	f.note(err)
	return done, err
}

// busy is a store in which a program appends to each session that is made before its next
// event is imported, or once the import removes it.
type busy struct {
	store.Store
	when string
}

func (b busy) append(ctx context.Context, k store.SessionKey) error {
	_, err := b.Store.Append(ctx, &store.Append{Session: k, Event: &store.StoredEvent{ID: "theirs", Author: "program", Timestamp: time.UnixMicro(2e15)}})
	return err
}

func (b busy) Create(ctx context.Context, a *store.Append) (store.Loaded, error) {
	made, err := b.Store.Create(ctx, a)
	if err == nil && b.when == "create" {
		err = b.append(ctx, a.Session)
	}
	return made, err
}

func (b busy) Delete(ctx context.Context, q store.DeleteQuery) error {
	if b.when == "delete" {
		if err := b.append(ctx, q.Session); err != nil {
			return err
		}
	}
	return b.Store.Delete(ctx, q)
}

// TestUsedMeanwhile imports a wrong session that a program appends to: it stays, with what
// was acknowledged.
func TestUsedMeanwhile(t *testing.T) {
	const file = `{"stategen":"export","version":1}
{"session":{"app":"a","user":"u","id":"s"},"state":{"n":1}}
{"event":{"id":"c1","author":"create","timestamp":"2026-03-14T00:00:00Z","actions":{"stateDelta":{"n":2}}}}
{"event":{"id":"e1","seq":1,"author":"a","timestamp":"2026-03-14T00:00:01Z","actions":{}}}
{"end":2}
{"done":{"sessions":1,"events":2}}
`
	for when, want := range map[string]struct {
		err     string
		ids     string
		written int64
	}{
		"create": {`line 4: app "a", user "u", session "s": event "e1" got number 2 instead of 1: the store has another one already, which stays as it is
the session has been appended to since, and stays`, "c1 theirs e1", 2},
		"delete": {`line 5: app "a", user "u", session "s": the session's events don't come to the value of "n" in its state
the session has been appended to since, and stays`, "c1 e1 theirs", 2},
		"never": {`line 5: app "a", user "u", session "s": the session's events don't come to the value of "n" in its state`, "", 0},
	} {
		st := memory.NewStore()
		r, err := transfer.Import(t.Context(), busy{st, when}, strings.NewReader(file), transfer.ImportOptions{})
		if err == nil || err.Error() != want.err || r != (transfer.Report{Written: want.written, Problems: 1}) {
			t.Errorf("%s: %+v, %v", when, r, err)
		}
		events, err := st.Events(t.Context(), store.SessionKey{AppName: "a", UserID: "u", SessionID: "s"}, store.EventQuery{AfterSeq: -1})
		var ids []string
		for _, e := range events {
			ids = append(ids, e.ID)
		}
		if got := strings.Join(ids, " "); got != want.ids || errors.Is(err, store.ErrSessionNotFound) != (got == "") {
			t.Errorf("%s: the store has %q, error %v", when, got, err)
		}
	}
}

// TestInUse imports into a store that has a session, and state, of the same names.
func TestInUse(t *testing.T) {
	text := exported(t, filled(t), transfer.Select{}, nil)
	st := memory.NewStore()
	svc := runtime.NewService(st)
	if _, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "trips", UserID: "ann", SessionID: "2",
		State: map[string]any{"mine": 1, "user:mine": 2}}); err != nil {
		t.Fatal(err)
	}
	before := exported(t, st, transfer.Select{App: "trips", User: "ann"}, nil)
	r, err := transfer.Import(t.Context(), st, strings.NewReader(text), transfer.ImportOptions{})
	if !errors.Is(err, transfer.ErrInUse) || r.Problems != 2 || r.Sessions != 3 || r.Shared != 4 {
		t.Errorf("%+v, %v", r, err)
	}
	if got := exported(t, st, transfer.Select{App: "trips", User: "ann", Session: "2"}, nil); !strings.Contains(before, strings.Split(got, "\n")[2]) {
		t.Errorf("the session became\n%s\nand was\n%s", got, before)
	}
	s, err := svc.Shared(t.Context(), runtime.SharedRequest{AppName: "trips", UserID: "ann"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.State().Get("user:n"); !runtime.IsMissing(err) {
		t.Errorf("the user's state was merged: %v", err)
	}
}

// TestWrongFile changes the file in every line. The error names a line, and no wrong
// session is left.
func TestWrongFile(t *testing.T) {
	text := exported(t, filled(t), transfer.Select{}, nil)
	lines := strings.SplitAfter(strings.TrimSuffix(text, "\n"), "\n")
	try := func(what string, parts ...string) {
		t.Helper()
		st := memory.NewStore()
		_, err := transfer.Import(t.Context(), st, strings.NewReader(strings.Join(parts, "")), transfer.ImportOptions{})
		var at *transfer.ImportError
		if !errors.As(err, &at) {
			t.Errorf("%s: got error %v", what, err)
			return
		}
		// What is there is a part of the whole, and the right file completes it.
		imported(t, st, text)
		if got := exported(t, st, transfer.Select{}, nil); got != text {
			t.Errorf("%s: then the right file gives\n%s", what, got)
		}
	}
	for i, line := range lines {
		before, after := lines[:i:i], lines[i+1:]
		try(fmt.Sprintf("without line %d", i+1), append(before, after...)...)
		if i+1 < len(lines) {
			try(fmt.Sprintf("cut off after line %d", i+1), lines[:i+1]...)
			try(fmt.Sprintf("line %d twice", i+1), append(append(before, line, line), after...)...)
		}
		try(fmt.Sprintf("line %d cut off", i+1), append(append(before, line[:len(line)/2], "\n"), after...)...)
	}
	for what, replace := range map[string][2]string{
		"another value":     {`"n":13`, `"n":14`},
		"a temp key":        {`"begun":null`, `"temp:x":null`},
		"a session's key":   {`"app:motd":"hi"`, `"motd":"hi"`},
		"an unknown field":  {`{"end":`, `{"more":1,"end":`},
		"a newer version":   {`"version":1`, `"version":2`},
		"another number":    {`"seq":2,`, `"seq":7,`},
		"a wrong operation": {`"op":"append"`, `"op":"prepend"`},
		"a NUL character":   {`"author":"author\t"`, `"author":"\u0000"`},
		"nanoseconds":       {`.999999Z`, `.9999991Z`},
		"a missing value":   {`"int":9223372036854775807`, `"other":9223372036854775807`},
		"an empty name":     {`"app":"other"`, `"app":""`},
	} {
		if !strings.Contains(text, replace[0]) {
			t.Fatalf("%s: %s is not in\n%s", what, replace[0], text)
		}
		try(what, strings.Replace(text, replace[0], replace[1], 1))
	}
}

// TestTooLarge imports all but what is larger than the options say, and names key and line.
func TestTooLarge(t *testing.T) {
	svc := memory.New()
	long := []any{strings.Repeat("x", 60), strings.Repeat("y", 60)}
	for id, state := range map[string]map[string]any{"1": {"k": 1}, "2": {"k": long}, "3": {"k": long[:1]}, "4": {"user:k": long}} {
		s, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: id, SessionID: id, State: state})
		if err != nil {
			t.Fatal(err)
		}
		if id != "3" {
			continue
		}
		delta := runtime.Delta{"k": runtime.Op{Kind: runtime.OpAppend, Operand: long[1:]}}
		if err := svc.AppendEvent(t.Context(), s, &runtime.Event{Actions: runtime.Actions{StateDelta: delta}}); err != nil {
			t.Fatal(err)
		}
	}
	text := exported(t, svc.Store(), transfer.Select{}, nil)
	r, err := transfer.Import(t.Context(), memory.NewStore(), strings.NewReader(text), transfer.ImportOptions{Sizes: store.Sizes{Value: 100}})
	if r.Problems != 4 || r.Sessions != 1 || !errors.Is(err, runtime.ErrTooLarge) {
		t.Errorf("%+v, error %v", r, err)
	}
	lines := strings.Split(text, "\n")
	for problem := range strings.SplitSeq(err.Error(), "\n") {
		var number int
		if _, err := fmt.Sscanf(problem, "line %d: ", &number); err != nil || !strings.Contains(problem, `k": the value has 1`) || !strings.Contains(lines[number-1], "yyyyy") {
			t.Errorf("%s", problem)
		}
	}
	if r := imported(t, memory.NewStore(), text); r.Sessions != 4 {
		t.Errorf("with the default: %+v", r)
	}
}

func TestCheckOnly(t *testing.T) {
	text := exported(t, filled(t), transfer.Select{}, nil)
	if r := imported(t, nil, text); r != (transfer.Report{Sessions: 4, Shared: 5, Events: 22}) {
		t.Errorf("checked %+v", r)
	}
	_, err := transfer.Import(t.Context(), nil, strings.NewReader(strings.Replace(text, `"n":13`, `"n":14`, 1)), transfer.ImportOptions{})
	if err == nil || !strings.Contains(err.Error(), `the value of "n"`) {
		t.Errorf("got error %v", err)
	}
}

// damaged has an event and a value that can't be read.
type damaged struct{ store.Store }

func (d damaged) Events(ctx context.Context, k store.SessionKey, q store.EventQuery) ([]*store.StoredEvent, error) {
	events, err := d.Store.Events(ctx, k, q)
	if k.UserID == "bob" {
		for i, e := range events {
			if e.Seq == 2 {
				events = append(events[:i:i], events[i:]...)
				events[i], _ = store.DamagedEvent(2, errDisk)
			}
		}
	}
	return events, err
}

func TestDamaged(t *testing.T) {
	var out bytes.Buffer
	err := transfer.Export(t.Context(), damaged{filled(t)}, &out, transfer.Select{}, nil)
	if err == nil || !strings.Contains(err.Error(), `user "bob", session "1": the stored event 2 can't be read`) {
		t.Errorf("got error %v", err)
	}
	copied := memory.NewStore()
	r, err := transfer.Import(t.Context(), copied, &out, transfer.ImportOptions{})
	if err == nil || !strings.Contains(err.Error(), `could not be exported whole`) || r.Sessions != 3 || r.Shared != 5 || r.Problems != 1 {
		t.Errorf("%+v, %v", r, err)
	}
	if got := exported(t, copied, transfer.Select{App: "trips", User: "bob", Session: "1"}, nil); strings.Contains(got, `"session"`) {
		t.Errorf("half of it is left:\n%s", got)
	}
}

// TestPruned moves a session whose first events are gone, and goes on with it.
func TestPruned(t *testing.T) {
	st := memory.NewStore()
	svc := runtime.NewService(st)
	s, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s", Timestamp: time.UnixMicro(1e15)})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 6 {
		e := &runtime.Event{ID: fmt.Sprint("e", i), Timestamp: time.UnixMicro(1e15 + int64(i)), Actions: runtime.Actions{
			StateDelta: runtime.Delta{"n": runtime.Op{Kind: runtime.OpSum, Operand: 1}, fmt.Sprint("k", i): i}}}
		if err := svc.AppendEvent(t.Context(), s, e); err != nil {
			t.Fatal(err)
		}
	}
	if r, err := svc.Prune(t.Context(), runtime.PruneRequest{MaxEvents: 2}); err != nil || r.Events != 4 {
		t.Fatalf("%+v, %v", r, err)
	}
	text := exported(t, st, transfer.Select{}, nil)
	copied := memory.NewStore()
	for want := int64(3); want >= 0; want -= 3 {
		if r := imported(t, copied, text); r.Written != want || r.Events != 3 {
			t.Errorf("imported %+v, want %d written\n%s", r, want, text)
		}
	}
	to := runtime.NewService(copied)
	for asOf, want := range map[string]any{"e4": 5, "": 6} {
		got, err := to.Get(t.Context(), runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "s", AsOf: asOf})
		if err != nil {
			t.Fatal(err)
		}
		if n, err := got.State().Get("n"); err != nil || n != want {
			t.Errorf("as of %q, n is %v (%v) after %d events", asOf, n, err, got.Events().Len())
		}
	}
	if _, err := to.Get(t.Context(), runtime.GetRequest{AppName: "a", UserID: "u", SessionID: "s", AsOf: "e3"}); !errors.Is(err, runtime.ErrEventNotFound) {
		t.Errorf("got error %v", err)
	}
}

// TestManyProblems lists the first ones and counts the rest.
func TestManyProblems(t *testing.T) {
	text := exported(t, filled(t), transfer.Select{App: "trips", User: "bob"}, nil)
	lines := strings.SplitAfter(text, "\n")
	var many strings.Builder
	many.WriteString(lines[0])
	for i := range 30 {
		fmt.Fprintf(&many, "{\"session\":{\"app\":\"a\",\"user\":\"u\",\"id\":\"%d\"},\"state\":{}}\n{\"end\":0}\n", i)
	}
	many.WriteString("{\"done\":{\"sessions\":30,\"events\":0}}\n")
	r, err := transfer.Import(t.Context(), memory.NewStore(), strings.NewReader(many.String()), transfer.ImportOptions{})
	if err == nil || r.Problems != 30 || strings.Count(err.Error(), "has no events") != 20 || !strings.Contains(err.Error(), "and 10 more") {
		t.Errorf("%+v, %v", r, err)
	}
}

// between does something after the first page of events that is read.
type between struct {
	store.Store
	n  int
	fn func()
}

func (b *between) Events(ctx context.Context, k store.SessionKey, q store.EventQuery) ([]*store.StoredEvent, error) {
	e, err := b.Store.Events(ctx, k, q)
	if b.n++; b.n == 1 {
		b.fn()
	}
	return e, err
}

// TestExportOfRecreatedSession holds that no session is exported with events of another one, which has taken its
// place while it was read.
func TestExportOfRecreatedSession(t *testing.T) {
	svc := memory.New()
	fill := func(author string) {
		s, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s", State: map[string]any{"whose": author}})
		if err != nil {
			t.Fatal(err)
		}
		for i := range 100 {
			if err := svc.AppendEvent(t.Context(), s, &runtime.Event{Author: author, ID: fmt.Sprint(author, i)}); err != nil {
				t.Fatal(err)
			}
		}
	}
	fill("first")
	var out bytes.Buffer
	err := transfer.Export(t.Context(), &between{Store: svc.Store(), fn: func() {
		if err := svc.Delete(t.Context(), runtime.DeleteRequest{AppName: "a", UserID: "u", SessionID: "s"}); err != nil {
			t.Error(err)
		}
		fill("second")
	}}, &out, transfer.Select{}, nil)
	if err == nil && !strings.Contains(out.String(), "the session was deleted while it was read") {
		t.Errorf("one exported session has events of two:\n%s", out.String())
	}
}
