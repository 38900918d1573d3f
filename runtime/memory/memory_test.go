package memory_test

import (
	"context"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/memory"
	"github.com/seed92179c4c/stategen/runtime/store"
	"github.com/seed92179c4c/stategen/runtime/storetest"
)

func TestConformance(t *testing.T) {
	storetest.Run(t, func(testing.TB) storetest.Opened { return storetest.Opened{Service: memory.New()} })
}

// hintless is the store without what only spares it work: the tokens of handles,
// the word that an ID is new, and the room for its answers.
type hintless struct{ store.Store }

func (h hintless) Append(ctx context.Context, a *store.Append) (*store.Appended, error) {
	plain := *a
	plain.Token, plain.NewID = nil, false
	done, err := h.Store.Append(ctx, &plain)
	if err != nil {
		return nil, err
	}
	own := *done
	if own.Writes == nil {
		own.Writes = a.Writes()
	}
	return &own, nil
}

// TestConformanceWithoutHints also opens the store twice: with and without them.
func TestConformanceWithoutHints(t *testing.T) {
	storetest.Run(t, func(testing.TB) storetest.Opened {
		store := memory.NewStore()
		return storetest.Opened{
			Service: runtime.NewService(hintless{store}),
			Again:   func(testing.TB) *runtime.Service { return runtime.NewService(store) },
		}
	})
}
