package typed_test

import (
	"testing"
	"time"

	"github.com/seed92179c4c/stategen/runtime/typed"
)

type node struct {
	Next *node
	List []node
	Map  map[string]node
	At   time.Time
	JSON any
	back *node
}

func TestFinite(t *testing.T) {
	byPointer, byList, byMap, byJSON := &node{}, node{List: make([]node, 1)}, node{Map: map[string]node{}}, map[string]any{}
	byPointer.Next = byPointer
	byList.List[0] = byList
	byMap.Map["x"] = byMap
	byJSON["x"] = []any{byJSON}
	var held any
	held = &held
	for name, v := range map[string]any{"pointer": byPointer, "list": byList, "map": byMap, "json": node{JSON: byJSON}, "any": held} {
		if err := typed.Finite(v); err == nil || err.Error() != "want a value that doesn't contain itself, found one that nests too deeply" {
			t.Errorf("%s: got %v", name, err)
		}
	}
	unexported := &node{At: time.Now()}
	unexported.back = unexported
	deep := &node{}
	for range 900 {
		deep = &node{Next: deep, List: []node{{}}}
	}
	for name, v := range map[string]any{"nil": nil, "nil pointer": (*node)(nil), "unexported": unexported, "deep": deep} {
		if err := typed.Finite(v); err != nil {
			t.Errorf("%s: got %v", name, err)
		}
	}
}
