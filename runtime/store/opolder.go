package store

import (
	"fmt"

	"github.com/seed92179c4c/stategen/runtime/value"
)

// olderForms returns what an operation says about older values as JSON has it; nil
// if it says nothing. parseOlder is the inverse.
func olderForms(op value.Op) any {
	if len(op.Was) == 0 && len(op.Renamed) == 0 {
		return nil
	}
	forms := map[string]any{}
	if len(op.Was) > 0 {
		list := make([]any, len(op.Was))
		for i, w := range op.Was {
			list[i] = map[string]any{"name": w.Name, "item": string(w.Item), "drop": w.Drop}
		}
		forms["was"] = list
	}
	if len(op.Renamed) > 0 {
		renamed := map[string]any{}
		for from, to := range op.Renamed {
			renamed[from] = to
		}
		forms["renamed"] = renamed
	}
	return forms
}

// parseOlder sets what an operation says about older values.
func parseOlder(op *value.Op, forms any) error {
	if forms == nil {
		return nil
	}
	fields, ok := forms.(map[string]any)
	if !ok {
		return fmt.Errorf("a %T where an operation's older forms were expected", forms)
	}
	list, _ := fields["was"].([]any)
	for _, item := range list {
		entry, _ := item.(map[string]any)
		name, isName := entry["name"].(int)
		kind, isKind := entry["item"].(string)
		drop, isFlag := entry["drop"].(bool)
		if !isName || !isKind || !isFlag {
			return fmt.Errorf("an operation's older form has not the fields name, item and drop")
		}
		op.Was = append(op.Was, value.Was{Name: name, Item: value.ItemKind(kind), Drop: drop})
	}
	renamed, _ := fields["renamed"].(map[string]any)
	for from, to := range renamed {
		text, ok := to.(string)
		if !ok {
			return fmt.Errorf("a %T where an operation's renamed item was expected", to)
		}
		if op.Renamed == nil {
			op.Renamed = make(map[string]string, len(renamed))
		}
		op.Renamed[from] = text
	}
	return nil
}
