//go:build unix

package releases

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
)

var (
	walks = flag.Int("walks", 6, "how many random walks TestNeighbors makes on each store")
	seed  = flag.Uint64("seed", 1, "seed of the first walk")
)

// stages are what runs at a time: one release, or two neighbors during a
// deployment or a rollback.
var stages = [][]int{{0}, {0, 1}, {1}, {1, 2}, {2}}

// TestNeighbors deploys the releases and rolls them back at random, while they
// change everything in every way. After each change, all that run must read the
// same, and that must be what the changes come to.
func TestNeighbors(t *testing.T) {
	svcs := services(t)
	for i := range *walks {
		for _, name := range []string{"memory", "sqlite", "postgres", "plain"} {
			t.Run(fmt.Sprintf("%s/%d", name, i), func(t *testing.T) {
				w := &walk{Rand: rand.New(rand.NewPCG(*seed+uint64(i), 0)), model: initial()}
				if svc := svcs[name]; svc != nil {
					w.backend = newOnService(t, svc, fmt.Sprint("app", i))
				} else {
					w.backend = plain{runtime.MapState{}}
				}
				w.run(t, 60)
			})
		}
	}
}

type walk struct {
	*rand.Rand
	backend backend
	model   *snapshot
	stage   int
	moved   bool // whether release 3 has written anything since all was rewritten
	pending []pending
	log     []string
	past    []moment
}

// pending is a context whose changes have not been committed.
type pending struct {
	by      release
	changes []change
	commit  func() string
}

// moment is what was to be read when an event had been appended.
type moment struct {
	event string
	model *snapshot
	moved bool
}

func (w *walk) run(t *testing.T, steps int) {
	for step := range steps {
		if w.IntN(4) == 0 {
			w.deploy(t)
		}
		w.change(t, step)
		w.check(t)
	}
	w.commit(t, 0)
	w.check(t)
	w.checkPast(t)
}

// deploy starts or ends a deployment, or a rollback. What a release has not
// committed when it stops is lost. Before the release before the rename comes
// back, the middle one writes everything back under the old names.
func (w *walk) deploy(t *testing.T) {
	next := min(max(w.stage+w.IntN(2)*2-1, 0), len(stages)-1)
	w.commit(t, 0)
	if next == 1 && w.stage == 2 && w.moved {
		w.apply(t, releases[1], []change{rewrite(w.model)})
		w.moved = false
	}
	w.stage = next
	w.log = append(w.log, fmt.Sprint("running: ", stages[next]))
}

func (w *walk) change(t *testing.T, step int) {
	running := stages[w.stage]
	by := releases[running[w.IntN(len(running))]]
	var changes []change
	for range 1 + w.IntN(3) {
		changes = append(changes, draw(w.Rand, step))
	}
	w.apply(t, by, changes)
	w.commit(t, 2)
}

func (w *walk) apply(t *testing.T, by release, changes []change) {
	t.Helper()
	event, later := w.backend.write(t, w.Rand, by, changes)
	p := pending{by, changes, later}
	if later != nil {
		w.log = append(w.log, fmt.Sprintf("release %d begins %s", by.number, names(changes)))
		w.pending = append(w.pending, p)
		return
	}
	w.done(p, event)
}

// commit commits contexts in any order until no more than some are left.
func (w *walk) commit(t *testing.T, left int) {
	t.Helper()
	for len(w.pending) > left {
		i := w.IntN(len(w.pending))
		p := w.pending[i]
		w.pending = slices.Delete(w.pending, i, i+1)
		w.done(p, p.commit())
	}
}

func (w *walk) done(p pending, event string) {
	w.log = append(w.log, fmt.Sprintf("release %d: %s", p.by.number, names(p.changes)))
	for _, c := range p.changes {
		c.apply(w.model)
	}
	w.moved = w.moved || p.by.number == 3
	w.past = append(w.past, moment{event, clone(w.model), w.moved})
}

func names(changes []change) string {
	var list []string
	for _, c := range changes {
		list = append(list, c.says)
	}
	return fmt.Sprint(list)
}

func (w *walk) check(t *testing.T) {
	t.Helper()
	state := w.backend.state(t)
	for _, i := range stages[w.stage] {
		got, err := releases[i].load(state)
		if err != nil || !reflect.DeepEqual(got, w.model) {
			t.Fatalf("release %d reads\n%+v, %v\nwant\n%+v\nafter %v", i+1, got, err, w.model, w.log)
		}
	}
}

// checkPast reads the session as of each event. What users and apps share is not
// part of that.
func (w *walk) checkPast(t *testing.T) {
	t.Helper()
	for _, m := range w.past {
		state := w.backend.asOf(t, m.event)
		if state == nil {
			return
		}
		for _, r := range releases {
			if r.number == 1 && (m.moved || w.moved) {
				continue // it doesn't know the new names
			}
			got, err := r.load(state)
			if err != nil {
				t.Fatal(err)
			}
			got.UserScore, got.AppTop, got.Language = m.model.UserScore, m.model.AppTop, m.model.Language
			if !reflect.DeepEqual(got, m.model) {
				t.Fatalf("as of event %s, release %d reads\n%+v\nwant\n%+v", m.event, r.number, got, m.model)
			}
		}
	}
}
