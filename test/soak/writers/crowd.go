package writers

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"

	"github.com/seed92179c4c/stategen/runtime"
)

// Crowd is writers in this process who write while something is done to their store. Each
// appends an event again until it is acknowledged, whatever the error, as a program would
// that must not lose one.
type Crowd struct {
	ctx     context.Context
	app     string
	stop    chan struct{}
	writing sync.WaitGroup

	mu      sync.Mutex
	changed chan struct{} // closed when something has been acknowledged
	acked   map[string]bool
	errors  map[string]int // that writers met
	failed  error
}

// StartCrowd starts writers who share an app and a user, and use the services in turn.
// They write until Stop.
func StartCrowd(ctx context.Context, app string, writers int, services ...*runtime.Service) (*Crowd, error) {
	c := &Crowd{ctx: ctx, app: app, stop: make(chan struct{}), changed: make(chan struct{}), acked: make(map[string]bool), errors: make(map[string]int)}
	sessions := make([]*runtime.Session, writers)
	for i := range sessions {
		var err error
		sessions[i], err = services[0].Create(ctx, runtime.CreateRequest{AppName: app, UserID: userID, SessionID: fmt.Sprintf("w%d", i)})
		if err != nil {
			return nil, err
		}
	}
	for i, session := range sessions {
		c.writing.Go(func() { c.write(services[i%len(services)], session) })
	}
	return c, nil
}

func (c *Crowd) write(svc *runtime.Service, session *runtime.Session) {
	for i := int64(1); ; i++ {
		select {
		case <-c.stop:
			return
		default:
		}
		for {
			err := svc.AppendEvent(c.ctx, session, event(session.ID(), i))
			if c.note(eventID(session.ID(), i), err) {
				break
			}
			if c.ctx.Err() != nil {
				return
			}
		}
	}
}

// note records what became of an append, and reports whether it was acknowledged.
func (c *Crowd) note(id string, err error) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if err != nil {
		c.errors[err.Error()]++
		if errors.Is(err, runtime.ErrEventExists) || c.ctx.Err() != nil {
			c.failed = fmt.Errorf("event %s: %w", id, err)
		}
		return false
	}
	c.acked[id] = true
	close(c.changed)
	c.changed = make(chan struct{})
	return true
}

// Await returns when so many more events have been acknowledged.
func (c *Crowd) Await(more int) error {
	c.mu.Lock()
	for want := len(c.acked) + more; len(c.acked) < want; {
		changed := c.changed
		c.mu.Unlock()
		select {
		case <-changed:
		case <-c.ctx.Done():
			return fmt.Errorf("nothing more is acknowledged: %w", c.ctx.Err())
		}
		c.mu.Lock()
	}
	c.mu.Unlock()
	return nil
}

// Stop lets each writer end when its last event is acknowledged.
func (c *Crowd) Stop() error {
	close(c.stop)
	c.writing.Wait()
	return c.failed
}

// Errors returns what writers were told, each once, with how often.
func (c *Crowd) Errors() []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var list []string
	for _, text := range slices.Sorted(maps.Keys(c.errors)) {
		list = append(list, fmt.Sprintf("%d × %s", c.errors[text], text))
	}
	return list
}
