package renamed

import (
	"errors"
	"reflect"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/typed"
)

func TestReadFallsBack(t *testing.T) {
	r := Read(runtime.MapState{"user:lang": "fr", "town": "Oslo", "purchase-a-v1": "x"})
	if v, err := r.UserLanguage(); v != "fr" || err != nil {
		t.Errorf("language: %q, %v", v, err)
	}
	if v, ok, err := r.City(); v != "Oslo" || !ok || err != nil {
		t.Errorf("city: %q, %v, %v", v, ok, err)
	}
	if v, ok, err := r.Order("a"); v != "x" || !ok || err != nil {
		t.Errorf("order: %q, %v, %v", v, ok, err)
	}
	if has, err := typed.Has(movesCity.From(r.from), KeyCity); !has || err != nil {
		t.Errorf("HasCity: %v, %v", has, err)
	}
}

func TestNewNameWins(t *testing.T) {
	r := Read(runtime.MapState{"city": "Rome", "town": "Oslo", "user:language": nil, "lang": "de"})
	if v, _, _ := r.City(); v != "Rome" {
		t.Errorf("city: %q", v)
	}
	if v, _ := r.UserLanguage(); v != "de" {
		t.Errorf("language: %q", v)
	}
}

func TestWritesClearOldNames(t *testing.T) {
	m := runtime.MapState{"town": "Oslo", "lang": "de", "user:lang": "fr", "purchase-a-v1": "x", "hits_p": 3}
	s := Of(m)
	if err := errors.Join(s.SetCity("Rome"), s.ClearUserLanguage(), s.SetOrder("a", "y"), s.AddClicks("p", 1)); err != nil {
		t.Fatal(err)
	}
	want := runtime.MapState{"city": "Rome", "order_a": "y", "clicks_p": 4}
	if !reflect.DeepEqual(m, want) {
		t.Errorf("got %v", m)
	}
}

func TestDeltaClearsOldNames(t *testing.T) {
	delta, err := NewDelta().SetCity("Rome").ClearOrder("a").Build()
	want := runtime.Delta{"city": "Rome", "town": nil, "order_a": nil, "purchase-a-v1": nil}
	if err != nil || !reflect.DeepEqual(delta, want) {
		t.Errorf("got %v, %v", delta, err)
	}
}

func TestLoad(t *testing.T) {
	snap, err := Load(runtime.MapState{"purchase-a-v1": "x", "order_b": "y", "hits_p": 2})
	want := &Snapshot{UserLanguage: "en", Order: map[string]string{"a": "x", "b": "y"}, Clicks: map[string]int{"p": 2}}
	if err != nil || !reflect.DeepEqual(snap, want) {
		t.Errorf("got %+v, %v", snap, err)
	}
}

func TestInstruction(t *testing.T) {
	text, err := SummaryInstruction(runtime.MapState{"town": "Oslo", "purchase-7-v1": "x", "lang": "de"})
	if text != "Oslo x de" || err != nil {
		t.Errorf("got %q, %v", text, err)
	}
}
