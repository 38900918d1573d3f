package transfer

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/seed92179c4c/stategen/runtime/store"
)

// ImportOptions say how to import. The zero value will do.
type ImportOptions struct {
	// Workers is how many sessions are written at once; 0 is 16. Stores that take
	// turns share their waiting for the disk among them, and SQLite the pages that it
	// writes: with 256 it is several times as fast.
	Workers int
	// Sizes are those of Service.Limited. What is larger is a problem of its session.
	Sizes store.Sizes
	// Progress is called after each session, by one goroutine at a time.
	Progress func(Report)
}

// Report counts what an import has found and done.
type Report struct {
	Sessions int64 // in the file that are in the store now
	Shared   int64 // likewise, users and apps with what their sessions share
	Events   int64 // of all these
	Written  int64 // events that this import has stored: also of sessions at which it was cut off
	Problems int64 // sessions, users and apps that could not be imported
}

// ImportError says which line of a file is wrong.
type ImportError struct {
	Line int
	Err  error
}

// Error begins with the number of the line.
func (e *ImportError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

// Unwrap returns what is wrong.
func (e *ImportError) Unwrap() error { return e.Err }

// ErrInUse: the store has a session, or state that sessions share, which isn't the one
// to be imported. It is left as it is.
var ErrInUse = errors.New("the store has another one already, which stays as it is")

// maxProblems is how many sessions' problems an error of Import lists.
const maxProblems = 20

// Import stores the sessions that Export has written, with their events as they were:
// IDs, times, authors and host data. Each event is checked like one that is appended,
// and the events must come to the state that the file has; if not, a session that this
// call has made isn't left in the store, unless somebody has appended to it since. A nil
// store only checks.
//
// Import may be cut off at any moment and run again: it goes on where it was, and what
// is there isn't written twice, also if the sessions have been used since. A session
// that is there, and isn't the one in the file, is an ErrInUse; all others are
// imported. So is state that sessions share: set once, as a whole, and only where there
// was none. Nobody else should write to these sessions meanwhile.
//
// An error of one session is an *ImportError, and of several they are joined: the first
// ones, in order. A line that isn't of the format ends the import.
func Import(ctx context.Context, st store.Store, r io.Reader, o ImportOptions) (Report, error) {
	if o.Workers <= 0 {
		o.Workers = 16
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	im := &importing{ImportOptions: o, st: st, slots: make(chan struct{}, o.Workers), room: newRoom(), cancel: cancel}
	err := im.read(ctx, r)
	im.wait.Wait()
	if cause := context.Cause(ctx); err == nil && cause != nil {
		err = cause
	}
	return im.report, errors.Join(im.listed(), err)
}

// importing is one call of Import.
type importing struct {
	ImportOptions
	st     store.Store
	slots  chan struct{}
	room   *room
	cancel context.CancelCauseFunc
	wait   sync.WaitGroup

	mu       sync.Mutex
	report   Report
	problems []*ImportError
}

// job is a session's lines on their way to a worker.
type job struct {
	owner
	line  numbered
	lines chan numbered
}

// linesAhead is how many lines of a session the reader may be ahead of its worker.
const linesAhead = 64

type numbered struct {
	number int
	size   int
	line
}

// read hands each session's lines to a worker. Its error is about the file as a whole.
func (im *importing) read(ctx context.Context, r io.Reader) error {
	in := newReader(r)
	var current *job
	defer func() {
		if current != nil {
			close(current.lines)
		}
	}()
	for {
		n, err := in.next()
		if err != nil {
			return err
		}
		switch {
		case n.Done != nil:
			return in.atEnd()
		case n.Session != nil:
			if current = im.begin(ctx, n); current == nil {
				return context.Cause(ctx)
			}
			continue
		}
		im.room.take(n.size)
		current.lines <- n
		if n.End != nil {
			close(current.lines)
			current = nil
		}
	}
}

// begin starts a worker for a session when there is one to spare.
func (im *importing) begin(ctx context.Context, n numbered) *job {
	select {
	case im.slots <- struct{}{}:
	case <-ctx.Done():
		return nil
	}
	j := &job{owner: *n.Session, line: n, lines: make(chan numbered, linesAhead)}
	im.wait.Add(1)
	go func() {
		defer im.wait.Done()
		defer func() { <-im.slots }()
		im.work(ctx, j)
	}()
	return j
}

// work imports one session. It takes all of its lines, whatever happens.
func (im *importing) work(ctx context.Context, j *job) {
	s := newIncoming(im.st, im.Sizes, j)
	at, err := j.line.number, s.begin(ctx)
	ended := false
	for n := range j.lines {
		if err == nil {
			at, err = n.number, s.take(ctx, n)
		}
		ended = n.End != nil
		im.room.give(n.size)
	}
	if err != nil {
		err = errors.Join(err, s.undo(ctx))
	}
	im.note(ctx, s, at, ended, err)
}

func (im *importing) note(ctx context.Context, s *incoming, at int, ended bool, err error) {
	im.mu.Lock()
	defer im.mu.Unlock()
	im.report.Written += s.written
	switch {
	case err == nil && !ended, err != nil && ctx.Err() != nil:
		return // the error of the file, or of the context, tells
	case err == nil:
		im.count(s)
	default:
		if im.report.Problems++; len(im.problems) < maxProblems {
			im.problems = append(im.problems, &ImportError{at, fmt.Errorf("app %q, user %q, session %q: %w", s.App, s.User, s.ID, err)})
		}
		if s.fatal {
			im.cancel(errStopped)
		}
	}
	if im.Progress != nil {
		im.Progress(im.report)
	}
}

func (im *importing) count(s *incoming) {
	if s.ID == "" {
		im.report.Shared++
	} else {
		im.report.Sessions++
	}
	im.report.Events += s.next
}

// errStopped ends an import whose store has failed.
var errStopped = errors.New("the import has stopped there; run again, it goes on")

// listed returns the first problems as one error.
func (im *importing) listed() error {
	slices.SortFunc(im.problems, func(a, b *ImportError) int { return a.Line - b.Line })
	var all []error
	for _, p := range im.problems {
		all = append(all, p)
	}
	if more := im.report.Problems - int64(len(all)); more > 0 {
		all = append(all, fmt.Errorf("and %d more", more))
	}
	return errors.Join(all...)
}

// room bounds the lines that are read ahead, by their length.
type room struct {
	mu   sync.Mutex
	cond *sync.Cond
	left int
}

const readAhead = 16 << 20

func newRoom() *room {
	r := &room{left: readAhead}
	r.cond = sync.NewCond(&r.mu)
	return r
}

// take waits for room. A line that is longer than all of it waits for all.
func (r *room) take(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for r.left < min(n, readAhead) {
		r.cond.Wait()
	}
	r.left -= min(n, readAhead)
}

func (r *room) give(n int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.left += min(n, readAhead)
	r.cond.Broadcast()
}
