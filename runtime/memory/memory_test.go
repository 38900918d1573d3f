package memory_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/memory"
	"github.com/seed92179c4c/stategen/runtime/slogobserver"
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

// TestConformanceObserved holds that no observer changes what the store does: one that
// panics, one that waits for another goroutine which uses the store, and one that logs.
func TestConformanceObserved(t *testing.T) {
	for name, observer := range map[string]func(testing.TB, *runtime.Service) runtime.Observer{
		"panics": func(testing.TB, *runtime.Service) runtime.Observer {
			return func(context.Context, runtime.Call) { panic("observer") }
		},
		"blocks": func(t testing.TB, svc *runtime.Service) runtime.Observer {
			return func(context.Context, runtime.Call) {
				done := make(chan error)
				go func() { done <- svc.Ping(context.Background()) }()
				if err := <-done; err != nil && !errors.Is(err, runtime.ErrClosed) {
					t.Error(err)
				}
			}
		},
		"logs": func(testing.TB, *runtime.Service) runtime.Observer {
			l := slog.New(slog.NewJSONHandler(io.Discard, &slog.HandlerOptions{Level: slog.LevelDebug}))
			return slogobserver.New(l, slogobserver.Options{})
		},
	} {
		t.Run(name, func(t *testing.T) {
			storetest.Run(t, func(t testing.TB) storetest.Opened {
				svc := memory.New()
				return storetest.Opened{Service: svc.Observed(observer(t, svc))}
			})
		})
	}
}
