package replay

import (
	"context"
	"iter"

	"github.com/seed92179c4c/stategen/runtime/store"
)

// ReadEvents is Store.Events.
type ReadEvents func(context.Context, store.SessionKey, store.EventQuery) ([]*store.StoredEvent, error)

// stream reads events a piece at a time, so that no history has to fit in
// memory and no store is held up by a slow reader.
func stream(
	ctx context.Context, key store.SessionKey, q store.EventQuery, read ReadEvents,
) iter.Seq2[*store.StoredEvent, error] {
	q.First = 256
	return func(yield func(*store.StoredEvent, error) bool) {
		for {
			events, err := read(ctx, key, q)
			if err != nil {
				yield(nil, err)
				return
			}
			for _, e := range events {
				if !yield(e, nil) {
					return
				}
				q.AfterSeq = e.Seq
			}
			if len(events) < q.First {
				return
			}
		}
	}
}
