package update

import (
	"context"

	"github.com/seed92179c4c/stategen/runtime/internal/views"
	"github.com/seed92179c4c/stategen/runtime/store"
)

// seat is the part that an update has in the group of another one.
type seat struct {
	wants   store.HoldRequest
	view    chan *views.Part // to run the function on; closed: there is none
	decided chan *decision   // closed: the update has gone
	ended   chan *groupEnd   // closed: the update goes on alone
}

// decision is what a function came to.
type decision struct {
	request *store.Append
	nothing bool // is to be stored
}

// groupEnd tells that a group was committed.
type groupEnd struct {
	done    *store.Appended // nil for an update that stores nothing
	appends int             // how many were committed
}

func newSeat(wants store.HoldRequest) *seat {
	return &seat{
		wants: wants, view: make(chan *views.Part, 1),
		decided: make(chan *decision, 1), ended: make(chan *groupEnd, 1),
	}
}

// Refuse leaves the seat before anything was decided.
func (s *seat) Refuse() { close(s.decided) }

// sit takes part in a group. It reports whether that has settled the update, and
// how; if not, the update goes on alone.
func (u *Update) sit(ctx context.Context, s *seat) (settled bool, err error) {
	defer close(s.decided) // also if the function panics
	select {
	case view, ok := <-s.view:
		if !ok {
			return false, nil
		}
		d, ended := u.decideOn(view)
		if d == nil || ctx.Err() != nil {
			return false, nil
		}
		u.unsure = true
		s.decided <- d
		return u.await(ctx, s, d, ended)
	case <-ctx.Done():
		return false, nil
	}
}

// decideOn runs the function in a group and returns how it ended too. Without a
// decision, what it wrote can't be appended.
func (u *Update) decideOn(view *views.Part) (*decision, error) {
	u.Call.Attempt()
	reads := views.NewReadLog(view)
	delta, ended := runUpdate(reads, u.Func)
	if view.Failure() != nil {
		return nil, nil
	}
	nothing := ended != nil || len(delta) == 0
	if nothing {
		delta = nil
	}
	e, err := u.Handle.Prepare(delta)
	if err != nil {
		return nil, nil
	}
	return &decision{u.request(e, reads.Expected()), nothing}, ended
}

// await waits for the end of a group. Only what was committed counts, and nothing
// that was decided on top of what wasn't.
func (u *Update) await(ctx context.Context, s *seat, d *decision, ended error) (settled bool, err error) {
	select {
	case end, ok := <-s.ended:
		switch {
		case !ok:
			return false, nil
		case d.nothing:
			return true, ended
		}
		u.Call.Delta(d.request.Event)
		u.Call.Shared(end.appends)
		return true, u.Handle.Show(ctx, d.request, end.done)
	case <-ctx.Done():
		return true, ctx.Err()
	}
}
