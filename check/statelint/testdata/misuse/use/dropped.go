package use

import (
	"context"

	"github.com/seed92179c4c/stategen/runtime"
	"misuse/tripstate"
)

func dropped(ctx context.Context, inv *runtime.Invocation) error {
	tripstate.NewDelta().SetCity("Bern").Build() // want `this state delta is dropped: nothing in it is stored`
	tripstate.NewDelta().SetCity("Bern")         // want `this state delta is dropped`
	tripstate.Initial{City: "Bern"}.Build()      // want `this initial state is dropped`
	d := tripstate.NewDelta()                    // want `this state delta is never built`
	d.SetCity("Bern").SetTone("brisk")
	d.ClearSeat()

	c := inv.Context("desk", "")
	if err := tripstate.Of(c).SetCity("Bern"); err != nil {
		return err
	}
	c.Commit(ctx, nil)              // want `the error of this commit is not checked`
	lost := inv.Context("desk", "") // want `this context is never committed`
	if err := tripstate.Of(lost).SetCity("Bern"); err != nil {
		return err
	}
	raw := inv.Context("desk", "") // want `this context is never committed`
	return raw.Set("city", "Bern")
}

func committed(ctx context.Context, inv *runtime.Invocation) (*tripstate.Delta, error) {
	c := inv.Context("desk", "")
	defer c.Commit(ctx, nil) // want `the error of this commit is not checked`
	read := inv.Context("desk", "")
	if _, err := tripstate.Of(read).City(); err != nil {
		return nil, err
	}
	discarded := inv.Context("desk", "")
	discarded.Set("city", "Bern")
	discarded.Discard()
	passed := inv.Context("desk", "")
	passed.Set("city", "Bern")
	finish(passed)
	later := inv.Context("desk", "")
	later.Set("city", "Bern")
	commit := func() error { _, err := later.Commit(ctx, nil); return err }
	if _, err := passed.Commit(ctx, nil); err != nil {
		return nil, err
	}
	_, _ = c.Commit(ctx, nil)
	d := tripstate.NewDelta().SetCity("Bern")
	e := tripstate.NewDelta()
	e.SetCity("Bern")
	built := tripstate.NewDelta()
	built.SetCity("Bern")
	if _, err := built.Build(); err != nil {
		return nil, err
	}
	e = e.SetTone("brisk")
	_ = d
	return e, commit()
}

func finish(*runtime.Context) {}
