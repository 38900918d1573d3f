package runtime

import (
	"context"
	"sync"
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

var _ Merger = (*Context)(nil)

// Invocation returns the invocation to which the context belongs.
func (c *Context) Invocation() *Invocation { return c.inv }

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
// be called again and appends the same event, once, whatever became of the
// first attempt (the content of a later call is ignored). A second Commit
// after a success returns the event again and does nothing.
//
// The returned event is a copy of what was appended, temp keys included. Errors:
// those of Service.AppendEvent; ErrSealed after Discard or the invocation's
// End. If content can't be stored, the context stays open.
func (c *Context) Commit(ctx context.Context, content *Content) (*Event, error) {
	c.commit.Lock()
	defer c.commit.Unlock()
	switch {
	case c.committed:
		return c.event.Clone(), nil
	case c.discarded:
		return nil, ErrSealed
	case c.event == nil:
		copied, err := normalContent(content)
		if err != nil {
			return nil, err
		}
		c.event = &Event{
			InvocationID: c.inv.id, Author: c.author, Branch: c.branch, Content: copied,
			Actions: Actions{StateDelta: c.seal()},
		}
	}
	if err := c.inv.AppendEvent(ctx, c.event); err != nil {
		return nil, err
	}
	c.committed = true
	return c.event.Clone(), nil
}

// Discard drops what was written: the context shows it no longer, and takes no
// writes from then on. It does nothing after a successful Commit. After a failed
// one it can't undo what became of that attempt.
func (c *Context) Discard() {
	c.commit.Lock()
	defer c.commit.Unlock()
	if !c.committed {
		c.discarded = true
		c.drop()
	}
}
