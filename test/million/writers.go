//go:build unix

package million

import (
	"context"
	"fmt"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/runtime"
)

const writers = 16

// writing is writers that append without a pause, each to a session of its own.
type writing struct {
	svc    *runtime.Service
	app    string
	cancel context.CancelFunc
	wait   sync.WaitGroup
	turn   sync.RWMutex // held for reading by those who append
	phase  atomic.Pointer[latencies]
	stored [writers]atomic.Int64 // appends that have returned
}

// start has writers append until stop is called.
func start(t *testing.T, svc *runtime.Service) *writing {
	ctx, cancel := context.WithCancel(t.Context())
	w := &writing{svc: svc, app: fmt.Sprint("w", time.Now().Unix()), cancel: cancel}
	w.phase.Store(new(latencies))
	for i := range writers {
		_, err := svc.Create(ctx, runtime.CreateRequest{AppName: w.app, UserID: fmt.Sprint("w", i), SessionID: "s"})
		must(t, err)
		w.wait.Add(1)
		go func() {
			defer w.wait.Done()
			if err := w.append(ctx, i); err != nil && ctx.Err() == nil {
				t.Errorf("writer %d: %v", i, err)
			}
		}()
	}
	return w
}

func (w *writing) stop() {
	w.cancel()
	w.wait.Wait()
}

func (w *writing) session(ctx context.Context, i, events int) (*runtime.Session, error) {
	return w.svc.Get(ctx, runtime.GetRequest{AppName: w.app, UserID: fmt.Sprint("w", i), SessionID: "s", NumRecentEvents: events})
}

func (w *writing) append(ctx context.Context, i int) error {
	for {
		s, err := w.session(ctx, i, -1)
		for n := 0; n < 500 && err == nil && ctx.Err() == nil; n++ { // handles keep what is appended through them
			err = w.appendOne(context.WithoutCancel(ctx), i, s)
		}
		if err != nil || ctx.Err() != nil {
			return err
		}
	}
}

func (w *writing) appendOne(ctx context.Context, i int, s *runtime.Session) error {
	w.turn.RLock()
	defer w.turn.RUnlock()
	phase, began := w.phase.Load(), time.Now()
	err := w.svc.AppendEvent(ctx, s, &runtime.Event{Actions: runtime.Actions{StateDelta: runtime.Delta{
		"n": runtime.Op{Kind: runtime.OpSum, Operand: 1}, "text": strings.Repeat("x", 100)}}})
	if err == nil {
		w.stored[i].Add(1)
	}
	if !phase.idle || w.phase.Load() == phase {
		phase.add(time.Since(began))
	}
	return err
}

// lost returns how many appends have returned and are not there, or are there twice.
func (w *writing) lost(t *testing.T) (n int64) {
	w.turn.Lock()
	defer w.turn.Unlock()
	for i := range writers {
		s, err := w.session(t.Context(), i, 1)
		must(t, err)
		stored := w.stored[i].Load()
		if stored == 0 {
			continue
		}
		sum, err := s.State().Get("n")
		must(t, err)
		if seq := s.Events().At(0).Seq; seq != stored || int64(sum.(int)) != stored {
			n += max(1, stored-min(seq, int64(sum.(int))))
			t.Errorf("writer %d: %v after %d events of %d", i, sum, seq, stored)
		}
	}
	return n
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// latencies counts how long appends took, to one part in fifty.
type latencies struct {
	idle   bool
	counts [1024]atomic.Int64
}

func (l *latencies) add(d time.Duration) {
	at := int(50 * math.Log(max(1, float64(d.Microseconds())/10)))
	l.counts[min(at, len(l.counts)-1)].Add(1)
}

// p99 returns milliseconds; 0 if there is nothing.
func (l *latencies) p99() float64 {
	total, seen := int64(0), int64(0)
	for i := range l.counts {
		total += l.counts[i].Load()
	}
	for i := range l.counts {
		if seen += l.counts[i].Load(); total > 0 && seen*100 >= total*99 {
			return math.Exp(float64(i)/50) / 100
		}
	}
	return 0
}
