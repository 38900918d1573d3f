package value

import "fmt"

// Was says how values that an earlier schema stored under a key, or under one of
// its old names, count for an operation.
type Was struct {
	// Name is which of the operation's old names it is about, counted from 1. 0
	// stands for the key itself and all old names that have no entry of their own.
	Name int
	// Item is what one item of the list is, for an append or union: a value of this
	// kind counts as the list that contains only it. Under the key itself a list is
	// always a list.
	Item ItemKind
	// Drop lets a value count as not set that the operation can't work on.
	Drop bool
}

// ItemKind is what JSON stores an item as.
type ItemKind string

// The kinds of items. Whole numbers beyond MaxExactInt are stored as text.
const (
	NoItem     ItemKind = ""
	TextItem   ItemKind = "text"
	BoolItem   ItemKind = "bool"
	IntItem    ItemKind = "int"
	FloatItem  ItemKind = "float"
	ListItem   ItemKind = "list"
	ObjectItem ItemKind = "object"
	AnyItem    ItemKind = "any"
)

func (k ItemKind) known() bool {
	switch k {
	case NoItem, TextItem, BoolItem, IntItem, FloatItem, ListItem, ObjectItem, AnyItem:
		return true
	}
	return false
}

// holds reports whether a value in normal form is of the kind.
func (k ItemKind) holds(v any) bool {
	switch k {
	case TextItem:
		_, ok := v.(string)
		return ok
	case BoolItem:
		_, ok := v.(bool)
		return ok
	case IntItem:
		_, ok := DecodeInt(v)
		return ok
	case FloatItem:
		_, ok := DecodeFloat(v)
		return ok
	case ListItem:
		_, ok := v.([]any)
		return ok
	case ObjectItem:
		_, ok := v.(map[string]any)
		return ok
	}
	return k == AnyItem
}

// today returns what a value stored under a name counts as: 0 is the key. Nil
// means that it counts as not set.
func (o Op) today(name int, v any) any {
	for _, w := range o.Was {
		if w.Name != o.entry(name) {
			continue
		}
		if _, isList := v.([]any); w.Item != NoItem && (w.Name > 0 || !isList) && w.Item.holds(v) {
			return []any{v}
		}
		if w.Drop && !o.takes(v) {
			return nil
		}
	}
	return v
}

// entry returns the number by which entries are about a name.
func (o Op) entry(name int) int {
	for _, w := range o.Was {
		if w.Name == name {
			return name
		}
	}
	return 0
}

// takes reports whether the operation can work on a value.
func (o Op) takes(v any) bool {
	if o.Kind == OpAppend || o.Kind == OpUnion {
		_, ok := v.([]any)
		return ok
	}
	_, err := readNumber(v, isWhole(o.Operand))
	return err == nil
}

// renamedItems replaces texts of a list that have become others. It may change
// the list.
func (o Op) renamedItems(list []any) []any {
	for i, item := range list {
		if text, ok := item.(string); ok {
			if now, ok := o.Renamed[text]; ok {
				list[i] = now
			}
		}
	}
	return list
}

func (o Op) checkWas(key string) error {
	for _, w := range o.Was {
		if w.Name < 0 || w.Name > len(o.Old) || !w.Item.known() {
			return &Error{Key: key, Problem: fmt.Sprintf("is a merge operation with older values that it can't have: %+v", w)}
		}
	}
	for _, texts := range o.Renamed {
		if bad := checkText(texts); bad != nil {
			return &Error{Key: key, Problem: "is a merge operation with a renamed item that " + bad.Problem}
		}
	}
	return nil
}
