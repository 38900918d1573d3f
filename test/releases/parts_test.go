//go:build unix

package releases

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/testdata/golden/generate/parts1"
	"github.com/seed92179c4c/stategen/testdata/golden/generate/parts2"
	"github.com/seed92179c4c/stategen/testdata/golden/generate/parts3"
)

// parts are what a release reads of keys whose values have moved inside: Pay is
// which steps are payments.
type parts struct {
	Pay   bool
	Steps []bool
	Leg   leg
	Legs  []leg
}

type leg struct {
	Number string
	Pay    *bool
	Others string // fields that the release doesn't know
}

// partsRelease is a program that was built from one release of the schema.
type partsRelease struct {
	number int
	write  func(runtime.State, parts) error // replaces everything
	merge  func(s runtime.State, pay bool, l leg) error
	read   func(runtime.ReadonlyState) (parts, error)
}

// partsOf makes a release of what its package generated.
func partsOf[S ~string, L any](
	number int, search, pay S, toLeg func(leg, *S) L, fromLeg func(L) (leg, *S),
	write func(s runtime.State, step S, steps []S, l L, legs []L) error, merge func(runtime.State, S, L) error,
	read func(runtime.ReadonlyState) (step S, steps []S, l L, legs []L, err error),
) partsRelease {
	step := func(is bool) S {
		if is {
			return pay
		}
		return search
	}
	makeLeg := func(l leg) L {
		if l.Pay == nil {
			return toLeg(l, nil)
		}
		return toLeg(l, new(step(*l.Pay)))
	}
	readLeg := func(made L) leg {
		l, s := fromLeg(made)
		if s != nil {
			l.Pay = new(*s == pay)
		}
		return l
	}
	return partsRelease{
		number: number,
		write: func(s runtime.State, p parts) error {
			var steps []S
			for _, is := range p.Steps {
				steps = append(steps, step(is))
			}
			var legs []L
			for _, l := range p.Legs {
				legs = append(legs, makeLeg(l))
			}
			return write(s, step(p.Pay), steps, makeLeg(p.Leg), legs)
		},
		merge: func(s runtime.State, is bool, l leg) error { return merge(s, step(is), makeLeg(l)) },
		read: func(s runtime.ReadonlyState) (p parts, err error) {
			one, steps, l, legs, err := read(s)
			p.Pay, p.Leg = one == pay, readLeg(l)
			for _, s := range steps {
				p.Steps = append(p.Steps, s == pay)
			}
			for _, l := range legs {
				p.Legs = append(p.Legs, readLeg(l))
			}
			return p, err
		},
	}
}

var partsReleases = []partsRelease{
	partsOf(1, parts1.StepSearch, parts1.StepPay,
		func(l leg, s *parts1.Step) parts1.Leg { return parts1.Leg{Number: l.Number, Step: s} },
		func(l parts1.Leg) (leg, *parts1.Step) {
			return leg{Number: l.Number, Others: string(l.UnknownFields)}, l.Step
		},
		func(s runtime.State, step parts1.Step, steps []parts1.Step, l parts1.Leg, legs []parts1.Leg) error {
			st := parts1.Of(s)
			return errors.Join(st.SetStep(step), st.SetSteps(steps), st.SetLeg(l), st.SetLegs(legs))
		},
		func(s runtime.State, step parts1.Step, l parts1.Leg) error {
			return errors.Join(parts1.Of(s).UnionSteps(step), parts1.Of(s).AppendLegs(l))
		},
		func(s runtime.ReadonlyState) (parts1.Step, []parts1.Step, parts1.Leg, []parts1.Leg, error) {
			p, err := parts1.Load(s)
			return p.Step, p.Steps, p.Leg, p.Legs, err
		}),
	partsOf(2, parts2.StepSearch, parts2.StepPay,
		func(l leg, s *parts2.Step) parts2.Leg { return parts2.Leg{Number: l.Number, Step: s} },
		func(l parts2.Leg) (leg, *parts2.Step) {
			return leg{Number: l.Number, Others: string(l.UnknownFields)}, l.Step
		},
		func(s runtime.State, step parts2.Step, steps []parts2.Step, l parts2.Leg, legs []parts2.Leg) error {
			st := parts2.Of(s)
			return errors.Join(st.SetStep(step), st.SetSteps(steps), st.SetLeg(l), st.SetLegs(legs))
		},
		func(s runtime.State, step parts2.Step, l parts2.Leg) error {
			return errors.Join(parts2.Of(s).UnionSteps(step), parts2.Of(s).AppendLegs(l))
		},
		func(s runtime.ReadonlyState) (parts2.Step, []parts2.Step, parts2.Leg, []parts2.Leg, error) {
			p, err := parts2.Load(s)
			return p.Step, p.Steps, p.Leg, p.Legs, err
		}),
	partsOf(3, parts3.StepSearch, parts3.StepPay,
		func(l leg, s *parts3.Step) parts3.Leg { return parts3.Leg{Number: l.Number, Step: s} },
		func(l parts3.Leg) (leg, *parts3.Step) {
			return leg{Number: l.Number, Others: string(l.UnknownFields)}, l.Step
		},
		func(s runtime.State, step parts3.Step, steps []parts3.Step, l parts3.Leg, legs []parts3.Leg) error {
			st := parts3.Of(s)
			return errors.Join(st.SetStep(step), st.SetSteps(steps), st.SetLeg(l), st.SetLegs(legs))
		},
		func(s runtime.State, step parts3.Step, l parts3.Leg) error {
			return errors.Join(parts3.Of(s).UnionSteps(step), parts3.Of(s).AppendLegs(l))
		},
		func(s runtime.ReadonlyState) (parts3.Step, []parts3.Step, parts3.Leg, []parts3.Leg, error) {
			p, err := parts3.Load(s)
			return p.Step, p.Steps, p.Leg, p.Legs, err
		}),
}

// TestNeighborsRenameParts renames a field and an enum's value in two releases: at
// any time one of the names holds the value, and all that run know it.
func TestNeighborsRenameParts(t *testing.T) {
	for name, svc := range services(t) {
		for seed := range uint64(5) {
			t.Run(fmt.Sprintf("%s/%d", name, seed), func(t *testing.T) {
				renameParts(t, rand.New(rand.NewPCG(seed, 1)), newOnService(t, svc, fmt.Sprint("parts", seed)))
			})
		}
	}
}

func renameParts(t *testing.T, r *rand.Rand, b onService) {
	want := parts{Steps: []bool{true}, Leg: leg{Number: "first", Pay: new(true)}}
	do := func(f func(runtime.State) error) {
		must(t, runtime.Update(t.Context(), b.svc, b.session, &runtime.Event{Author: "test"}, f))
	}
	do(func(s runtime.State) error { return partsReleases[0].write(s, want) })
	for step, running := range [][]int{{0}, {0, 1}, {0, 1}, {1}, {1, 2}, {1, 2}, {1}, {1, 2}, {2}} {
		for n := range 4 {
			by := partsReleases[running[r.IntN(len(running))]]
			is, l := r.IntN(2) == 0, leg{Number: fmt.Sprint(step, n), Pay: new(r.IntN(2) == 0)}
			switch r.IntN(3) {
			case 0:
				want.Pay, want.Leg = is, l
				do(func(s runtime.State) error { return by.write(s, want) })
			case 1:
				if want.Legs = append(want.Legs, l); is != want.Steps[0] && len(want.Steps) == 1 {
					want.Steps = append(want.Steps, is)
				}
				do(func(s runtime.State) error { return by.merge(s, is, l) })
			default: // what was read is written back
				do(func(s runtime.State) error {
					got, err := by.read(s)
					return errors.Join(err, by.write(s, got))
				})
			}
			for _, i := range running {
				got, err := partsReleases[i].read(b.state(t))
				if err != nil || !reflect.DeepEqual(got, want) {
					t.Fatalf("step %d: release %d reads\n%+v, %v\nwant\n%+v", step, i+1, got, err, want)
				}
			}
		}
	}
}
