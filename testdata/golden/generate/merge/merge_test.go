package merge

import (
	"errors"
	"math"
	"reflect"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
)

func TestOnPlainState(t *testing.T) {
	m := runtime.MapState{"taps": 4}
	s := Of(m)
	if err := errors.Join(
		s.AddUserLoginCount(2), s.AddUserLoginCount(1), s.AddBalance(1), s.AddSpent(1), s.MinBestPrice(5), s.MinBestPrice(7),
		s.MaxAppHighScore(3), s.AppendCart("a", "b"), s.AppendItems(Item{Name: "x", Count: 1}), s.UnionSteps(StepDone, StepSearch), s.AddHits(1),
	); err != nil {
		t.Fatal(err)
	}
	got, err := Load(m)
	want := &Snapshot{
		UserLoginCount: 3, Balance: 9007199254740994, Spent: 2.5, BestPrice: new(5.0), AppHighScore: 10,
		Cart: []string{"bag", "a", "b"}, Items: []Item{{Name: "x", Count: 1}}, Steps: []Step{StepSearch, StepDone}, Hits: 5,
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v", got, err)
	}
	if _, ok := m["taps"]; ok {
		t.Error("the old name is still set")
	}
}

func TestLimits(t *testing.T) {
	s := Of(runtime.MapState{})
	for name, err := range map[string]error{
		"below min":  s.AddBalance(math.MinInt64),
		"above max":  s.AddSpent(99),
		"too many":   s.AppendCart("1", "2", "3", "4", "5"),
		"max of max": s.MaxAppHighScore(1001),
	} {
		if !errors.Is(err, runtime.ErrLimit) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := s.AppendItems(Item{}); err == nil {
		t.Error("an item over its limits was appended")
	}
	if err := s.UnionSteps("flying"); err == nil {
		t.Error("an unknown enum value was appended")
	}
}

func TestDelta(t *testing.T) {
	delta, err := NewDelta().AddUserLoginCount(1).AddUserLoginCount(2).AppendCart("a").AppendCart("b").AddHits(1).SetSpent(4).AddSpent(1).Build()
	if err != nil {
		t.Fatal(err)
	}
	if op, ok := delta["user:login_count"].(runtime.Op); !ok || op.Operand != 3 {
		t.Errorf("operations on one key don't fold: %v", delta["user:login_count"])
	}
	plain, err := delta.Resolve(runtime.MapState{"clicks": 2, "cart": []any{"x"}})
	want := map[string]any{
		"user:login_count": 3, "cart": []any{"x", "a", "b"}, "hits": 3, "clicks": nil, "taps": nil, "spent": 5.0,
	}
	if err != nil || !reflect.DeepEqual(plain, want) {
		t.Errorf("got %v, %v", plain, err)
	}
}
