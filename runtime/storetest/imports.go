package storetest

import (
	"context"
	"errors"
	"maps"
	"strings"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/store"
	"github.com/seed92179c4c/stategen/runtime/transfer"
)

// importTests import into a store that has the session already: it stays, with all that
// was appended since.
var importTests = []test{
	{"TheSameAgain", importAgain(nil, func(f1, _ string) string { return f1 }, nil)},
	{"TheSameAfterAppends", importAgain(appendLater, func(f1, _ string) string { return f1 }, nil)},
	{"SourceWentOn", importAgain(appendLater, func(_, f2 string) string { return f2 }, transfer.ErrInUse)},
	{"OtherState", importAgain(appendLater, replaced(`"state":{"n":1}`, `"state":{"n":9}`), errWrongFile)},
	{"OtherEvent", importAgain(appendLater, replaced(`"id":"e1"`, `"id":"x1"`), transfer.ErrInUse)},
	{"DamagedAtTheEnd", importAgain(appendLater, replaced(`{"end":2}`, `{"end":2,"error":"spoilt"}`), errWrongFile)},
	{"AppendBetween", importBesideAProgram},
	{"MarkedSince", whenMaintained(importMarked)},
	{"LargeState", whenMaintained(importLargeState)},
	{"Pruned", whenMaintained(importAgain(func(e *env) {
		appendLater(e)
		e.same("removed", e.prune(runtime.PruneRequest{MaxEvents: 1}).Events, int64(1))
	}, func(f1, _ string) string { return f1 }, transfer.ErrInUse))},
}

// errWrongFile stands for any error that is no transfer.ErrInUse.
var errWrongFile = errors.New("the file is wrong")

// importAgain returns a test that imports f1, which has the creation and e1, does what is
// to happen meanwhile, and then imports what second makes of f1 and f2, which has e2, too.
func importAgain(meanwhile func(*env), second func(f1, f2 string) string, want error) func(*env) {
	return func(e *env) {
		f1, f2 := e.exports()
		report, err := e.load(f1)
		e.must(err)
		e.same("written first", report.Written, int64(2))
		if meanwhile != nil {
			meanwhile(e)
		}
		before := e.export()
		report, err = e.load(second(f1, f2))
		if (err == nil) != (want == nil) || errors.Is(err, transfer.ErrInUse) != errors.Is(want, transfer.ErrInUse) {
			e.Errorf("got error %v, want %v", err, want)
		}
		e.same("written again", report.Written, int64(0))
		e.same("afterwards", e.export(), before)
	}
}

// besideAProgram is a store in which a program adds 10 to n in each session that is made.
type besideAProgram struct {
	store.Store
	append func(store.SessionKey) error
}

func (b besideAProgram) Create(ctx context.Context, a *store.Append) (store.Loaded, error) {
	made, err := b.Store.Create(ctx, a)
	if err == nil {
		err = b.append(a.Session)
	}
	return made, err
}

// importBesideAProgram has a program append to a session between two events that are
// imported: that stays, in the state as in the history.
func importBesideAProgram(e *env) {
	_, file := e.exports()
	beside := besideAProgram{e.svc.Store(), func(store.SessionKey) error {
		return e.svc.AppendEvent(e.Context(), e.get(), change(runtime.Delta{"n": sum(10)}))
	}}
	_, err := transfer.Import(e.Context(), beside, strings.NewReader(file), transfer.ImportOptions{})
	if !errors.Is(err, transfer.ErrInUse) {
		e.Errorf("got error %v, want %v", err, transfer.ErrInUse)
	}
	e.wantState(e.get(), map[string]any{"n": 10})
	e.same("events", e.get().Events().Len(), 1)
}

// exports returns what a session comes to after its first event and after its second, and
// leaves the store without it.
func (e *env) exports() (f1, f2 string) {
	s := e.createEarly(nil)
	for i, id := range []string{"e1", "e2"} {
		e.must(e.svc.AppendEvent(e.Context(), s, &runtime.Event{
			ID: id, Author: "a", Timestamp: at(2 + i), Actions: runtime.Actions{StateDelta: runtime.Delta{"n": sum(1)}}}))
		f1, f2 = f2, e.export()
	}
	e.must(e.delete(user, id))
	return f1, f2
}

// importMarked imports again what a purge has marked, and left as it was.
func importMarked(e *env) {
	e.must(e.svc.AppendEvent(e.Context(), e.createEarly(nil), telling("call 555-1234")))
	file := e.export()
	e.append(e.createAs(app, user, "other", nil), runtime.Delta{"user:k": "555-1234"})
	e.same("marked", e.purge(runtime.PurgeRequest{Key: "user:k"}).Elsewhere, int64(1))
	report, err := e.load(file)
	e.must(err)
	e.same("written", report.Written, int64(0))
}

// importLargeState imports a history that begins with more state than one event may write.
func importLargeState(e *env) {
	s := e.createEarly(nil)
	for i, key := range []string{"a", "b", "c", "d", "e"} {
		e.must(e.svc.AppendEvent(e.Context(), s, &runtime.Event{
			Author: "a", Timestamp: at(2 + i), Actions: runtime.Actions{StateDelta: runtime.Delta{key: textOf(small.Value)}}}))
	}
	e.prune(runtime.PruneRequest{MaxEvents: 1})
	for range 2 {
		file := e.export()
		e.must(e.delete(user, id))
		_, err := transfer.Import(e.Context(), e.svc.Store(), strings.NewReader(file), transfer.ImportOptions{Sizes: small})
		e.must(err)
		e.same("keys", len(maps.Collect(e.get().State().All())), 5)
	}
}

func appendLater(e *env) { e.append(e.get(), runtime.Delta{"n": sum(1)}) }

func replaced(old, new string) func(f1, f2 string) string {
	return func(f1, _ string) string { return strings.Replace(f1, old, new, 1) }
}

func (e *env) export() string {
	e.Helper()
	var out strings.Builder
	e.must(transfer.Export(e.Context(), e.svc.Store(), &out, transfer.Select{}, nil))
	return out.String()
}

func (e *env) load(file string) (transfer.Report, error) {
	return transfer.Import(e.Context(), e.svc.Store(), strings.NewReader(file), transfer.ImportOptions{})
}
