package runtime

import (
	"context"
	"reflect"
	"sync"

	"github.com/seed92179c4c/stategen/runtime/internal/views"
)

// Context is the state as one step of an invocation sees it, and the capture
// of what that step writes: the session's state as it was when the context
// was made, the invocation's temp state as it is, and over both its own
// writes. Writes of other contexts show in it only if they are temp keys that
// were committed, or if it was made after their commit.
//
// A Context is a Merger. All methods are safe for concurrent use, so parallel
// tools may write through one.
type Context struct {
	*capture
	inv            *Invocation
	author, branch string

	commit    sync.Mutex
	event     *Event // from the first Commit on
	committed bool
	discarded bool
}

// capture has a name of its own here, which the field of a Context bears.
type capture = views.Capture

var _ Merger = (*Context)(nil)

// Invocation returns the invocation to which the context belongs.
func (c *Context) Invocation() *Invocation { return c.inv }

// Set records a copy of value; nil unsets the key. Errors: ErrSealed after
// Commit, Discard or the invocation's End; those of Normalize.
func (c *Context) Set(key string, value any) error {
	if c.inv.ended.Load() {
		return errEnded
	}
	return c.capture.Set(key, value)
}

// Merge records a merge operation on top of what was written to the key before.
// Errors: those of Set.
func (c *Context) Merge(key string, op Op) error { return c.Set(key, op) }

// SaveOutput sets key to the text of an agent's final content. If the content
// has no text, as that of a tool call has none, it does nothing, so that an
// earlier answer is never overwritten with "".
func (c *Context) SaveOutput(key string, content *Content) error {
	text := content.Text()
	if text == "" {
		return nil
	}
	return c.Set(key, text)
}

// Commit appends exactly one event with all that was written through the
// context, and content, which may be nil. The context takes no writes from
// then on. If the append fails, nothing of it is visible to anyone; Commit may
// be called again with the same content and appends the same event, once,
// whatever became of the first attempt. After a success, Commit with the same
// content returns the event again and does nothing.
//
// The first call fixes the event. A later one with other content, nil
// included, does nothing and returns ErrSealed, together with the event if
// that was appended.
//
// The returned event is a copy of what was appended, temp keys included. Errors:
// those of Service.AppendEvent; ErrSealed also after Discard or the
// invocation's End. If content can't be stored, the context stays as it was.
func (c *Context) Commit(ctx context.Context, content *Content) (*Event, error) {
	ctx, call := c.inv.svc.begin(ctx, "Commit", c.inv.session.key.AppName)
	e, err := c.commitOnce(ctx, content)
	call.end(err)
	return e, err
}

func (c *Context) commitOnce(ctx context.Context, content *Content) (*Event, error) {
	c.commit.Lock()
	defer c.commit.Unlock()
	if c.discarded {
		return nil, errDiscarded
	}
	if c.event == nil && c.inv.ended.Load() {
		return nil, errEnded
	}
	content, err := normalContent(content)
	if err != nil {
		return nil, err
	}
	if err := c.fix(content); err != nil {
		return c.appended(), err
	}
	if !c.committed {
		if err := c.inv.append(ctx, c.event); err != nil {
			return nil, err
		}
		c.committed = true
	}
	return c.appended(), nil
}

// fix makes the event, or finds that it was made with other content.
func (c *Context) fix(content *Content) error {
	if c.event != nil {
		if !reflect.DeepEqual(c.event.Content, content) {
			return errOtherContent
		}
		return nil
	}
	c.event = &Event{
		InvocationID: c.inv.id, Author: c.author, Branch: c.branch, Content: content,
		Actions: Actions{StateDelta: views.Seal(c.capture, errCommitted)},
	}
	return nil
}

// appended returns a copy of the event if it was appended.
func (c *Context) appended() *Event {
	if !c.committed {
		return nil
	}
	return c.event.Clone()
}

// Discard drops what was written: the context shows it no longer, and takes no
// writes from then on. It does nothing after a successful Commit. After a failed
// one it can't undo what became of that attempt.
func (c *Context) Discard() {
	c.commit.Lock()
	defer c.commit.Unlock()
	if !c.committed {
		c.discarded = true
		views.Drop(c.capture, errDiscarded)
	}
}
