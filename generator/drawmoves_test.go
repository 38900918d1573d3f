package generator_test

import (
	"fmt"
	"strings"
)

// oldName draws a name that nothing else has.
func (d *drawer) oldName(prefix, suffix string) string {
	return prefix + fmt.Sprintf(pick(d, []string{"old%d", "*/ old%d", "`old\"%d", "//go:embed %d", "日本%d"}), d.Uint32()) + suffix
}

// keyMoves draws how a key has changed. Prefix and suffix are those of its name.
func (d *drawer) keyMoves(k tree, prefix, suffix string) {
	if d.maybe(10, "renamed_from") {
		k["renamed_from"] = []string{d.oldName(prefix, suffix), d.oldName(prefix, suffix)}
	}
	if d.maybe(10, "renamed_to") {
		k["renamed_to"] = prefix + d.name("key") + suffix
	}
	if !d.chance(15) {
		return
	}
	merged, _ := k["merge"].(string)
	was := d.was(k, merged != "" && merged != "last")
	if was != nil && d.chance(60) {
		d.note("was with a key")
		was["key"] = d.oldName(prefix, suffix)
	}
	if was != nil {
		k["was"] = []any{was}
	}
}

// fieldMoves draws how a field has changed.
func (d *drawer) fieldMoves(f tree) {
	if d.maybe(10, "field with renamed_from") {
		f["renamed_from"] = []string{d.oldName("", "")}
	}
	if d.chance(15) {
		if was := d.was(f, false); was != nil {
			d.note("field with was")
			was["key"] = d.oldName("", "")
			f["was"] = []any{was}
		}
	}
}

// was draws an earlier declaration of a key or a field.
func (d *drawer) was(today tree, merged bool) tree {
	name, _ := today["type"].(string)
	item, isList := strings.CutPrefix(name, "[]")
	switch {
	case isList && !strings.HasPrefix(item, "[]") && d.maybe(50, "was an item"):
		return tree{"type": item}
	case name == "float" && d.maybe(50, "was an int"):
		return tree{"type": "int"}
	case merged:
		return nil
	case name == "string" && d.maybe(50, "was a scalar or other words"):
		return tree{"type": pick(d, []string{"int", "float", "bool"})}
	case name == "string" && d.maybe(70, "was a scalar or other words"):
		return tree{"key": d.oldName("", ""), "type": "string", "values": tree{pick(d, hostileTexts): pick(d, hostileTexts)}}
	case name == "bool" && d.maybe(50, "was a scalar or other words"):
		return tree{"type": "string", "else": "fail"}
	}
	d.note("was converted in Go")
	older := d.typeName(1)
	return tree{"type": older, "convert": "go"}
}
