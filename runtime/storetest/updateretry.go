package storetest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	goruntime "runtime"

	"github.com/seed92179c4c/stategen/runtime"
)

// These updates are called again with the same event, because the answer of the
// first call was lost: then the caller's handle has not seen it succeed.
var updateRetryTests = []test{
	{"LostAnswer", func(e *env) {
		s, twin := e.create(map[string]any{"balance": 100}), e.get()
		event := by("till")
		e.must(runtime.Update(e.Context(), e.svc, twin, event, pay(30)))
		for _, handle := range []*runtime.Session{s, s, twin, e.get()} {
			e.must(runtime.Update(e.Context(), e.svc, handle, event, pay(30)))
			e.wantStored(handle, map[string]any{"balance": 70})
			e.same("events in the handle", eventIDs(handle), event.ID)
		}
		e.same("events", e.get().Events().Len(), 1)
	}},
	{"FunctionWouldDecideOtherwise", func(e *env) {
		for name, fn := range map[string]func(runtime.State) error{
			"fails":                  pay(80), // there were 100
			"fails, nothing read":    func(runtime.State) error { return errPoor },
			"writes nothing":         func(st runtime.State) error { _, err := st.Get("balance"); return err },
			"reads nothing":          func(runtime.State) error { return nil },
			"writes another key":     func(st runtime.State) error { return st.Set("other", 1) },
			"reads all, another key": func(st runtime.State) error { return st.Set("other", len(keysOf(st))) },
		} {
			s, twin := e.createAs(name, user, id, map[string]any{"balance": 100}), e.getAs(name, user, id)
			event := by("till")
			e.must(runtime.Update(e.Context(), e.svc, twin, event, pay(80)))
			e.append(twin, runtime.Delta{"user:x": 1})
			for range 2 {
				if err := runtime.Update(e.Context(), e.svc, s, event, fn); err != nil {
					e.Fatalf("%s: got error %v", name, err)
				}
				e.wantState(s, map[string]any{"balance": 20})
				e.same(name+": events in the handle", eventIDs(s), event.ID)
			}
			e.wantState(e.getAs(name, user, id), map[string]any{"balance": 20, "user:x": 1})
		}
	}},
	{"OthersWroteMeanwhile", func(e *env) {
		s, twin := e.create(map[string]any{"balance": 100}), e.get()
		event := by("till")
		e.must(runtime.Update(e.Context(), e.svc, twin, event, pay(30)))
		e.append(twin, runtime.Delta{"balance": sum(5)})
		e.must(runtime.Update(e.Context(), e.svc, s, event, pay(30)))
		e.wantStored(s, map[string]any{"balance": 75})
	}},
	{"RebuiltWithTheSameID", func(e *env) {
		s := e.create(map[string]any{"balance": 100})
		for range 3 {
			event := &runtime.Event{ID: "order 7", Author: "till", InvocationID: "i", Branch: "root.till", Content: runtime.NewText("model", "paid")}
			e.must(runtime.Update(e.Context(), e.svc, s, event, pay(30)))
		}
		e.wantStored(s, map[string]any{"balance": 70})
		got := e.get().Events().At(0)
		e.same("event", []string{got.ID, got.Author, got.InvocationID, got.Branch, got.Content.Text()},
			[]string{"order 7", "till", "i", "root.till", "paid"})
		e.same("delta", got.Actions.StateDelta, runtime.Delta{"balance": 70})
	}},
	{"AnotherEventUnderTheID", func(e *env) {
		s := e.create(map[string]any{"balance": 100})
		e.must(runtime.Update(e.Context(), e.svc, s, &runtime.Event{ID: "e", Author: "till"}, pay(30)))
		for _, fn := range []func(runtime.State) error{pay(30), pay(80), func(runtime.State) error { return nil }} {
			other := &runtime.Event{ID: "e", Author: "desk"}
			e.wantIs(runtime.Update(e.Context(), e.svc, s, other, fn), runtime.ErrEventExists, "")
		}
		e.wantStored(s, map[string]any{"balance": 70})
	}},
	{"BadEvents", func(e *env) {
		s := e.create(nil)
		for _, event := range []*runtime.Event{nil, {Partial: true}, change(runtime.Delta{"a": 1}), {Author: "\x00"}} {
			err := runtime.Update(e.Context(), e.svc, s, event, func(st runtime.State) error { return st.Set("b", 1) })
			e.wantArgument(err, "event %v", event)
		}
		e.wantStored(s, map[string]any{})
	}},
	{"ManyAtOnce", func(e *env) {
		e.create(map[string]any{"balance": 100})
		event := runtime.Event{ID: "e", Author: "till", Timestamp: at(1)}
		e.together(8, func(int) error {
			try := event
			return runtime.Update(e.Context(), e.svc, e.get(), &try, pay(60))
		})
		e.wantState(e.get(), map[string]any{"balance": 40})
		e.same("events", eventIDs(e.get()), "e")
	}},
	{"CutOff", func(e *env) {
		e.create(map[string]any{"user:balance": 1000})
		e.together(4, func(w int) error {
			return repeat(10, func(i int) error { return payUntilSure(e, rand.New(rand.NewPCG(uint64(w), uint64(i)))) })
		})
		e.wantState(e.get(), map[string]any{"user:balance": 960})
		e.same("events", e.get().Events().Len(), 40)
	}},
}

var errPoor = errors.New("not enough")

// pay returns a function that takes an amount from the session's balance.
func pay(amount int) func(runtime.State) error { return payFrom("balance", amount) }

func payFrom(key string, amount int) func(runtime.State) error {
	return func(st runtime.State) error {
		v, err := st.Get(key)
		if err != nil {
			return err
		}
		if v.(int) < amount {
			return errPoor
		}
		return st.Set(key, v.(int)-amount)
	}
}

// payUntilSure pays 1, in calls whose context ends at any moment, until one is
// certain to have succeeded.
func payUntilSure(e *env, random *rand.Rand) error {
	event := by("till")
	for try := 0; ; try++ {
		ctx, cancel := context.WithCancel(e.Context())
		if spins := random.IntN(1 << (2 * try)); try < 5 {
			go func() {
				for range spins {
					goruntime.Gosched()
				}
				cancel()
			}()
		}
		s, err := e.svc.Get(e.Context(), runtime.GetRequest{AppName: app, UserID: user, SessionID: id})
		if err == nil {
			err = runtime.Update(ctx, e.svc, s, event, payFrom("user:balance", 1))
		}
		cancel()
		if err == nil {
			return nil
		}
		if !errors.Is(err, context.Canceled) {
			return fmt.Errorf("try %d: %w", try, err)
		}
	}
}

func keysOf(st runtime.State) (keys []string) {
	for key := range st.All() {
		keys = append(keys, key)
	}
	return keys
}
