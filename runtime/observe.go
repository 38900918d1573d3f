package runtime

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/seed92179c4c/stategen/runtime/store"
	"github.com/seed92179c4c/stategen/runtime/value"
)

// Observer is told of a call once it has ended, in the goroutine of its caller and
// with its context, which may have ended too. No lock is held meanwhile: an observer
// that takes long delays that caller alone, and it may use the service. If it panics,
// the call's result stays what it was; the first panic is logged by slog.Error.
//
// It is called by several goroutines at once.
type Observer func(ctx context.Context, c Call)

// Call is what an observer is told: how a call went, and never which values or which
// keys it was about, nor whose session. Later versions may have more fields.
type Call struct {
	// Name is the method's: "Create", "Get", "AppendEvent", "Update", "Commit". One
	// that streams is reported once for each piece that it reads from the store.
	Name     string
	AppName  string
	Start    time.Time
	Duration time.Duration
	// Attempts says how often the function of Update ran; it is 1 for other calls.
	Attempts int
	// Conflicts says how many attempts of Update were in vain, because others had
	// changed what it had read or were about to.
	Conflicts int
	// Retries says how often the store tried again: after a lost connection, or as
	// the victim of a deadlock.
	Retries int
	// Batch says how many appends shared the commit, this one included; 0 if
	// nothing was appended.
	Batch int
	// Events says how many events were read or appended.
	Events int
	// DeltaKeys and DeltaBytes say how many keys the last delta to be appended has,
	// and how long they and their values are as JSON text.
	DeltaKeys, DeltaBytes int
	// Err is what the call returned. Its text names no values; but it may name a
	// session, and keys: ErrorType doesn't.
	Err error
}

// Observed returns the service with an observer. It is the same service: on the same
// store, and closing one of both closes the other. A service has one observer; the
// last one counts, and nil is none.
func (svc *Service) Observed(o Observer) *Service {
	observed := *svc
	if observed.observer = nil; o != nil {
		observed.observer = &observer{tell: o}
	}
	return &observed
}

// observer calls an Observer.
type observer struct {
	tell     Observer
	panicked sync.Once
}

// observation is a call under way that is going to be reported. A nil one is a call
// that isn't, and does nothing.
type observation struct {
	Call
	ctx    context.Context // the caller's
	note   *store.Note
	by     *observer
	writes []store.Write
}

type observationKey struct{}

// begin begins a call. Without an observer it returns ctx and nil.
func (svc *Service) begin(ctx context.Context, name, app string) (context.Context, *observation) {
	if svc.observer == nil {
		return ctx, nil
	}
	return svc.observer.begin(ctx, name, app)
}

func (by *observer) begin(ctx context.Context, name, app string) (context.Context, *observation) {
	o := &observation{Call: Call{Name: name, AppName: app, Start: time.Now()}, ctx: ctx, by: by}
	ctx, o.note = store.WithNote(ctx)
	return context.WithValue(ctx, observationKey{}, o), o
}

// observed returns the call under way.
func (svc *Service) observed(ctx context.Context) *observation {
	if svc.observer == nil {
		return nil
	}
	o, _ := ctx.Value(observationKey{}).(*observation)
	return o
}

// attempt counts a run of an update's function.
func (o *observation) attempt() {
	if o != nil {
		o.Attempts++
	}
}

// conflict counts an attempt in vain.
func (o *observation) conflict() {
	if o != nil {
		o.Conflicts++
	}
}

// read counts events that were read.
func (o *observation) read(n int) {
	if o != nil {
		o.Events += n
	}
}

// delta notes what is about to be appended.
func (o *observation) delta(e *store.StoredEvent) {
	if o != nil {
		o.writes, o.Batch = e.Writes, 1
	}
}

// end ends the call and reports it.
func (o *observation) end(err error) {
	if o != nil {
		o.finish(err)
	}
}

func (o *observation) finish(err error) {
	o.Duration, o.Err = time.Since(o.Start), err
	o.Attempts, o.Retries = max(o.Attempts, 1), o.note.Retries()
	switch {
	case err != nil:
		o.Batch = 0
	case o.Batch > 0:
		o.Events, o.Batch = 1, max(o.note.Batch(), 1)
	}
	o.DeltaKeys = len(o.writes)
	for _, w := range o.writes {
		o.DeltaBytes += len(w.Key) + sizeOf(w.Value)
	}
	defer o.by.survive(o.Name)
	o.by.tell(o.ctx, o.Call)
}

// sizeOf returns the length of a value, or of an operation's operand, as JSON.
func sizeOf(v any) int {
	if op, ok := v.(value.Op); ok {
		v = op.Operand
	}
	text, err := value.Encode(v)
	if err != nil {
		return 0
	}
	return len(text)
}

// survive keeps an observer's panic from its caller. The text of what was panicked
// with is the observer's own, and nothing that it was told has a value in it.
func (by *observer) survive(call string) {
	if p := recover(); p != nil {
		by.panicked.Do(func() { slog.Error("stategen: the observer panicked", "call", call, "panic", fmt.Sprint(p)) })
	}
}

// ErrorType returns one of a few words for Err, for metrics and logs: "" for none,
// and "other" for errors of the store's driver and of the function of an Update.
func (c Call) ErrorType() string {
	if c.Err == nil {
		return ""
	}
	var conflict *ConflictError
	if errors.As(c.Err, &conflict) { // before what ended the attempts
		return "conflict"
	}
	for _, known := range errorTypes {
		if errors.Is(c.Err, known.err) {
			return known.word
		}
	}
	var argument *ArgumentError
	var invalid *ValueError
	switch {
	case errors.As(c.Err, &argument):
		return "argument"
	case errors.As(c.Err, &invalid):
		return "value"
	case value.DamageIn(c.Err) != nil:
		return "damaged"
	}
	return "other"
}

var errorTypes = []struct {
	err  error
	word string
}{
	{context.Canceled, "canceled"}, {context.DeadlineExceeded, "timeout"}, {ErrSessionNotFound, "session_not_found"},
	{ErrSessionExists, "session_exists"}, {ErrEventNotFound, "event_not_found"}, {ErrEventExists, "event_exists"},
	{ErrLimit, "limit"}, {ErrSealed, "sealed"}, {ErrClosed, "closed"}, {ErrNewerTables, "newer_tables"},
}
