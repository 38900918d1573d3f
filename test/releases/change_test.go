//go:build unix

package releases

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/seed92179c4c/stategen/testdata/golden/generate/release1"
)

// change is something that a program does, and what must be read after it.
type change struct {
	says  string
	write func(accessors) error
	apply func(*snapshot)
	reads bool // before it writes, so that it must be an Update
}

func initial() *snapshot {
	s, err := release1.Load(noState{})
	if err != nil {
		panic(err)
	}
	return s
}

func clone(s *snapshot) *snapshot {
	c := *s
	c.Basket, c.Labels = slices.Clone(s.Basket), slices.Clone(s.Labels)
	c.Stays, c.Memo = maps.Clone(s.Stays), maps.Clone(s.Memo)
	return &c
}

// draw draws a change.
func draw(r *rand.Rand, step int) change {
	n, word := r.IntN(5), fmt.Sprint("w", step)
	name := string(rune('a' + r.IntN(2)))
	changes := []change{
		{says: "AddTripCount", write: func(a accessors) error { return a.AddTripCount(n) }, apply: func(s *snapshot) { s.TripCount += n }},
		{says: "SetTripCount", write: func(a accessors) error { return a.SetTripCount(n) }, apply: func(s *snapshot) { s.TripCount = n }},
		{says: "ClearTripCount", write: accessors.ClearTripCount, apply: func(s *snapshot) { s.TripCount = 0 }},
		{says: "AddUserScore", write: func(a accessors) error { return a.AddUserScore(int64(n)) }, apply: func(s *snapshot) { s.UserScore += int64(n) }},
		{says: "SetUserScore", write: func(a accessors) error { return a.SetUserScore(int64(n)) }, apply: func(s *snapshot) { s.UserScore = int64(n) }},
		{says: "MaxAppTop", write: func(a accessors) error { return a.MaxAppTop(step) }, apply: func(s *snapshot) { s.AppTop = max(s.AppTop, step) }},
		{says: "AppendBasket", write: func(a accessors) error { return a.AppendBasket(word) }, apply: func(s *snapshot) { s.Basket = append(s.Basket, word) }},
		{says: "SetBasket", write: func(a accessors) error { return a.SetBasket([]string{word}) }, apply: func(s *snapshot) { s.Basket = []string{word} }},
		{says: "ClearBasket", write: accessors.ClearBasket, apply: func(s *snapshot) { s.Basket = []string{} }},
		{says: "UnionLabels", write: func(a accessors) error { return a.UnionLabels(name, "c") }, apply: func(s *snapshot) {
			for _, label := range []string{name, "c"} {
				if !slices.Contains(s.Labels, label) {
					s.Labels = append(s.Labels, label)
				}
			}
		}},
		{says: "SetDestination", write: func(a accessors) error { return a.SetDestination(word) }, apply: func(s *snapshot) { s.Destination = &word }},
		{says: "ClearDestination", write: accessors.ClearDestination, apply: func(s *snapshot) { s.Destination = nil }},
		{says: "SetLanguage", write: func(a accessors) error { return a.SetLanguage(word) }, apply: func(s *snapshot) { s.Language = word }},
		{says: "ClearLanguage", write: accessors.ClearLanguage, apply: func(s *snapshot) { s.Language = "en" }},
		{says: "AddStays", write: func(a accessors) error { return a.AddStays(name, n) }, apply: func(s *snapshot) { s.Stays[name] += n }},
		{says: "ClearStays", write: func(a accessors) error { return a.ClearStays(name) }, apply: func(s *snapshot) { delete(s.Stays, name) }},
		{says: "SetMemo", write: func(a accessors) error { return a.SetMemo(name, word) }, apply: func(s *snapshot) { s.Memo[name] = word }},
		{says: "ClearMemo", write: func(a accessors) error { return a.ClearMemo(name) }, apply: func(s *snapshot) { delete(s.Memo, name) }},
		{says: "Account", reads: true, apply: func(s *snapshot) { s.Account += n }, write: func(a accessors) error { return addToAccount(a, n) }},
	}
	return changes[r.IntN(len(changes))]
}

func addToAccount(a accessors, n int) error {
	balance, err := a.Account()
	return errors.Join(err, a.SetAccount(balance+n))
}

// rewrite writes back everything that is set, so that it is under the names of
// the release that does it.
func rewrite(from *snapshot) change {
	return change{says: "rewrite", reads: true, apply: func(*snapshot) {}, write: func(a accessors) error {
		errs := []error{
			a.SetTripCount(from.TripCount), a.SetUserScore(from.UserScore), a.SetAppTop(from.AppTop), a.SetBasket(from.Basket),
			a.SetLabels(from.Labels), a.SetAccount(from.Account), a.SetLanguage(from.Language),
		}
		if from.Destination != nil {
			errs = append(errs, a.SetDestination(*from.Destination))
		}
		for place, n := range from.Stays {
			errs = append(errs, a.SetStays(place, n))
		}
		for id, text := range from.Memo {
			errs = append(errs, a.SetMemo(id, text))
		}
		return errors.Join(errs...)
	}}
}
