// Package writers drives writers against one session store, ends them at random
// moments, and proves from what the store holds afterwards that nothing
// acknowledged was lost and nothing is there by halves.
package writers

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
)

// All writers work for one user of one app, each in a session of its own.
const (
	appName = "soak"
	userID  = "user"
)

// Each writer goes round this many user keys; and each listEvery-th event
// appends to the app's list, which is rewritten by every append.
const (
	ring      = 20
	listEvery = 10
)

// event returns a writer's i-th event, from 1. It is the same whenever it is
// made, so that a writer who doesn't know what became of it can append it
// again.
func event(writer string, i int64) *runtime.Event {
	delta := runtime.Delta{
		"own":                 int(i),
		ringKey(writer, i):    int(i),
		"user:counter":        runtime.Op{Kind: runtime.OpSum, Operand: 1},
		"user:last_" + writer: int(i),
		"app:writers":         runtime.Op{Kind: runtime.OpUnion, Operand: []any{writer}},
		"temp:noise":          "never stored",
	}
	if i%listEvery == 0 {
		delta["app:list"] = runtime.Op{Kind: runtime.OpAppend, Operand: []any{eventID(writer, i)}}
	}
	return &runtime.Event{
		ID: eventID(writer, i), InvocationID: writer, Author: writer,
		Timestamp: time.UnixMicro(1_700_000_000_000_000 + i).UTC(),
		Content:   runtime.NewText("model", "event "+eventID(writer, i)),
		Actions:   runtime.Actions{StateDelta: delta},
	}
}

func eventID(writer string, i int64) string { return fmt.Sprintf("%s-%d", writer, i) }

func ringKey(writer string, i int64) string { return fmt.Sprintf("user:%s_%d", writer, i%ring) }

// Write appends a writer's events until ctx ends or the store fails, and
// prints each one's number on a line when it is acknowledged. It goes on where
// an earlier run of the same writer was ended, and repeats that run's last
// event first, as a program would that doesn't know whether it was stored.
// If limit is not 0 it stops after so many events.
func Write(ctx context.Context, svc *runtime.Service, writer string, limit int64, acks io.Writer) error {
	session, last, err := resume(ctx, svc, writer)
	if err != nil {
		return err
	}
	first := max(last, 1)
	for i := first; limit == 0 || i < first+limit; i++ {
		if err := svc.AppendEvent(ctx, session, event(writer, i)); err != nil {
			return fmt.Errorf("event %d: %w", i, err)
		}
		if _, err := fmt.Fprintln(acks, i); err != nil {
			return err
		}
	}
	return nil
}

// resume returns a writer's session and the number of its last event.
func resume(ctx context.Context, svc *runtime.Service, writer string) (*runtime.Session, int64, error) {
	session, err := svc.Get(ctx, runtime.GetRequest{AppName: appName, UserID: userID, SessionID: writer, NumRecentEvents: 1})
	if errors.Is(err, runtime.ErrSessionNotFound) {
		session, err = svc.Create(ctx, runtime.CreateRequest{AppName: appName, UserID: userID, SessionID: writer})
	}
	if err != nil || session.Events().Len() == 0 {
		return session, 0, err
	}
	return session, session.Events().At(0).Seq, nil
}
