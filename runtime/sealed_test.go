package runtime_test

import (
	"context"
	"errors"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/memory"
)

// TestWritesThatComeTooLate writes through contexts whose writes have ended, each
// for a reason of its own.
func TestWritesThatComeTooLate(t *testing.T) {
	ctx := context.Background()
	svc := memory.New()
	session, err := svc.Create(ctx, runtime.CreateRequest{AppName: "a", UserID: "u"})
	must(t, err)
	inv, ended := runtime.NewInvocation(svc, session), runtime.NewInvocation(svc, session)
	committed, other, discarded, late := inv.Context("", ""), inv.Context("", ""), inv.Context("", ""), ended.Context("", "")
	_, err = committed.Commit(ctx, nil)
	must(t, err)
	_, err = other.Commit(ctx, runtime.NewText("model", "a"))
	must(t, err)
	discarded.Discard()
	ended.End()
	var left runtime.State
	must(t, runtime.Update(ctx, svc, session, &runtime.Event{}, func(state runtime.State) error {
		left = state
		return nil
	}))
	commit := func(c *runtime.Context, content *runtime.Content) error {
		_, err := c.Commit(ctx, content)
		return err
	}
	const sealed = "the context no longer takes writes: "
	for _, c := range []struct {
		err  error
		want string
	}{
		{committed.Set("k", 1), "Commit has made its event; write through another context"},
		{committed.Merge("k", runtime.Op{Kind: runtime.OpSum, Operand: 1}), "Commit has made its event; write through another context"},
		{commit(other, nil), "an earlier Commit gave its event other content"},
		{discarded.Set("k", 1), "it was discarded; write through another context"},
		{commit(discarded, nil), "it was discarded; write through another context"},
		{late.Set("k", 1), "its invocation has ended; begin another one"},
		{commit(late, nil), "its invocation has ended; begin another one"},
		{ended.AppendEvent(ctx, &runtime.Event{}), "its invocation has ended; begin another one"},
		{left.Set("k", 1), "the function of Update that was given it has returned"},
	} {
		if !errors.Is(c.err, runtime.ErrSealed) || c.err.Error() != sealed+c.want {
			t.Errorf(" got %v\nwant %s%s", c.err, sealed, c.want)
		}
	}
}
