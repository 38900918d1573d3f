package includes

import (
	"errors"
	"reflect"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/testdata/golden/generate/common"
)

func TestTypesAreShared(t *testing.T) {
	m := runtime.MapState{}
	money := common.Money{Cents: 5, Currency: common.CurrencyUsd}
	theirs, ours := common.Of(m), Of(m)
	if err := errors.Join(theirs.SetBudget(money), ours.SetOffers([]Offer{{Price: money, PaidIn: new(common.CurrencyEur)}})); err != nil {
		t.Fatal(err)
	}
	budget, ok, err := ours.Budget()
	if budget != money || !ok || err != nil {
		t.Errorf("got %v, %v, %v", budget, ok, err)
	}
	offers, err := ours.Offers()
	if err != nil || !reflect.DeepEqual(offers[0].Price, budget) {
		t.Errorf("got %v, %v", offers, err)
	}
	if total, err := ours.Total(); total != (common.Money{Currency: common.CurrencyUsd}) || err != nil {
		t.Errorf("default: %v, %v", total, err)
	}
	if err := ours.SetLimits(map[string]common.Money{"x": {Cents: -1, Currency: common.CurrencyUsd}}); err == nil {
		t.Error("limits of an included type are not checked")
	}
}
