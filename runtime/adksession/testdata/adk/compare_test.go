package adktest

import (
	"context"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/adksession"
	"github.com/seed92179c4c/stategen/runtime/storetest/cputime"
	"google.golang.org/adk/v2/session"
)

const writers, events = 16, 100

// TestCompare prints the table of docs/performance.md: make compare-adk.
func TestCompare(t *testing.T) {
	if os.Getenv("ADK_COMPARE") == "" {
		t.Skip("make compare-adk runs it")
	}
	fmt.Println("| | store | ADK's service | ours |\n|---|---|---|---|")
	for _, row := range []struct {
		name    string
		measure func(*testing.T, session.Service) string
	}{
		{"16 sessions of one user, each setting keys of its own under `user:`", ownKeys},
		{"one session, 16 handles, each setting keys of its own", oneSession},
		{"a counter under `app:`, read, incremented and set by 16 sessions", counterSet},
		{"a counter under `app:`, incremented with `merge: sum` by 16 sessions", counterMerged},
		{"fields of an event that are lost", lostFields},
	} {
		for _, kind := range []string{"memory", "sqlite", "sqlite, default settings", "postgres", "redis"} {
			theirs := "no such service"
			if rival := rivals[kind]; rival != nil {
				theirs = row.measure(t, rival(t))
			}
			ours, _, _ := strings.Cut(kind, ",")
			fmt.Printf("| %s | %s | %s | %s |\n", row.name, kind, theirs, row.measure(t, adksession.New(stores[ours](t))))
		}
	}
	for _, kind := range append(kinds, "redis") {
		rates(kind)
	}
}

// write lets each writer append its events, with the delta that is given for them.
func write(t *testing.T, svc session.Service, one bool, delta func(s session.Session, writer, event int) map[string]any) (failed int64) {
	var wg sync.WaitGroup
	var errs atomic.Int64
	if one {
		create(t, svc, "s")
	}
	var sessions []session.Session
	for w := range writers {
		if one {
			sessions = append(sessions, get(t, svc, "s"))
		} else {
			sessions = append(sessions, create(t, svc, fmt.Sprint("s", w)))
		}
	}
	for w, s := range sessions {
		wg.Go(func() {
			for i := range events {
				e := newEvent(i)
				e.ID = fmt.Sprintf("%d-%d", w, i)
				e.Actions.StateDelta = delta(s, w, i)
				if svc.AppendEvent(context.Background(), s, e) != nil {
					errs.Add(1)
				}
			}
		})
	}
	wg.Wait()
	return errs.Load()
}

// survivors says how many keys with a prefix are there, and how many calls failed.
func survivors(t *testing.T, svc session.Service, id, prefix string, failed int64) string {
	n := 0
	for key := range get(t, svc, id).State().All() {
		if strings.HasPrefix(key, prefix) {
			n++
		}
	}
	return said(n, failed)
}

// said shows a count beside what it should be.
func said(n int, failed int64) string {
	text := fmt.Sprintf("%d of %d", n, writers*events)
	if failed > 0 {
		text += fmt.Sprintf(", %d errors", failed)
	}
	if lost := writers*events - n - int(failed); lost > 0 {
		text += fmt.Sprintf(", **%d lost without an error**", lost)
	}
	return text
}

func ownKeys(t *testing.T, svc session.Service) string {
	failed := write(t, svc, false, func(_ session.Session, w, i int) map[string]any {
		return map[string]any{fmt.Sprintf("user:k-%d-%d", w, i): i}
	})
	return survivors(t, svc, "s0", "user:k-", failed)
}

func oneSession(t *testing.T, svc session.Service) string {
	failed := write(t, svc, true, func(_ session.Session, w, i int) map[string]any {
		return map[string]any{fmt.Sprintf("k-%d-%d", w, i): i}
	})
	return survivors(t, svc, "s", "k-", failed)
}

func counterSet(t *testing.T, svc session.Service) string {
	failed := write(t, svc, false, func(s session.Session, w, _ int) map[string]any {
		fresh, err := svc.Get(context.Background(), &session.GetRequest{AppName: "app", UserID: "ann", SessionID: s.ID(), NumRecentEvents: 1})
		if err != nil {
			return nil
		}
		v, _ := fresh.Session.State().Get("app:n")
		n, _ := runtime.DecodeInt(v)
		return map[string]any{"app:n": n + 1}
	})
	return counted(t, svc, failed)
}

func counterMerged(t *testing.T, svc session.Service) string {
	if !takesMerges(t, svc) {
		return "not known"
	}
	failed := write(t, svc, false, func(session.Session, int, int) map[string]any {
		return map[string]any{"app:n": runtime.Op{Kind: runtime.OpSum, Operand: 1}}
	})
	return counted(t, svc, failed)
}

func takesMerges(t *testing.T, svc session.Service) bool {
	_, ok := create(t, svc, "probe").State().(runtime.Merger)
	return ok
}

func counted(t *testing.T, svc session.Service, failed int64) string {
	v, _ := get(t, svc, "s0").State().Get("app:n")
	n, _ := runtime.DecodeInt(v)
	return said(int(n), failed)
}

// lostFields names the fields of an event that come back from the service as zero or
// otherwise changed.
func lostFields(t *testing.T, svc session.Service) string {
	want := fullEvent()
	plainTexts(reflect.ValueOf(want).Elem()) // some databases take no NUL
	s := create(t, svc, "s")
	must(t, svc.AppendEvent(t.Context(), s, want))
	got := get(t, svc, "s").Events().At(0)
	var lost []string
	for _, f := range reflect.VisibleFields(reflect.TypeFor[session.Event]()) {
		value := func(e *session.Event) reflect.Value { return reflect.ValueOf(e).Elem().FieldByIndex(f.Index) }
		if !f.Anonymous && !value(want).IsZero() && value(got).IsZero() {
			lost = append(lost, "`"+f.Name+"`")
		}
	}
	slices.Sort(lost)
	if len(lost) == 0 {
		return "none"
	}
	return strings.Join(lost, ", ")
}

// plainTexts takes the odd characters out of all texts.
func plainTexts(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			plainTexts(v.Elem())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				plainTexts(v.Field(i))
			}
		}
	case reflect.Slice:
		for i := range v.Len() {
			plainTexts(v.Index(i))
		}
	case reflect.Map:
		out := reflect.MakeMap(v.Type())
		for it := v.MapRange(); it.Next(); {
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			key.Set(it.Key())
			value.Set(it.Value())
			plainTexts(key)
			plainTexts(value)
			out.SetMapIndex(key, value)
		}
		if !v.IsNil() {
			v.Set(out)
		}
	case reflect.String:
		v.SetString(strings.ReplaceAll(v.String(), "\x00", ""))
	}
}

// rates prints how many events a second one writer appends, and how often one reads
// 500 events and the last 10 of 10,000.
func rates(kind string) {
	for _, row := range []struct {
		name  string
		bench func(*testing.B, session.Service, report)
	}{
		{"appends a second, five keys", benchAppend}, {"reads a second of 500 events", benchGet500},
		{"reads a second of the last 10 of 10,000 events", benchLast10},
	} {
		rate := func(svc func(b *testing.B) session.Service) string {
			r := testing.Benchmark(func(b *testing.B) { row.bench(b, svc(b), cputime.Report) })
			return fmt.Sprintf("%.0f", 1e9/float64(r.NsPerOp()))
		}
		theirs := "no such service"
		if rival := rivals[kind]; rival != nil {
			theirs = rate(func(b *testing.B) session.Service { return rival(b) })
		}
		ours := rate(func(b *testing.B) session.Service { return adksession.New(alike(b, kind)) })
		fmt.Printf("| %s | %s | %s | %s |\n", row.name, kind, theirs, ours)
	}
}
