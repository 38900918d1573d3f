package schematest

import (
	"fmt"
	"strings"

	"github.com/seed92179c4c/stategen/schema"
)

// earlier has entries of was for types without constraints, or with constraints
// that every converted value meets. OLD stands for a name, ELSE for what else can
// be.
var earlier = map[string][]string{
	"float":    {"{type: int}", "{key: OLD, type: int64, else: ELSE}", "{key: OLD, type: string, else: ELSE}", "{type: string, else: ELSE}"},
	"int":      {"{type: float, else: ELSE}", "{key: OLD, type: string, else: ELSE}", "{key: OLD, type: int64}", "{encoding: json-string}"},
	"string":   {"{type: int}", "{type: bool}", "{type: float}", "{type: time}", "{key: OLD, type: Step}", "{key: OLD, values: {a: abc}}"},
	"bool":     {"{type: string, else: ELSE}", "{key: OLD, type: string, else: ELSE}"},
	"Step":     {"{type: string, values: {abc: done}}", "{type: Mood, values: {gone: search}, else: ELSE}", "{key: OLD, type: string, else: ELSE}"},
	"[]string": {"{type: string}", "{key: OLD, type: string}", "{key: OLD, type: string}, {type: string}"},
	"[]float":  {"{type: float}", "{key: OLD, type: float}"},
	"[]Seat":   {"{type: Seat}"},
	"json":     {"{type: string}", "{key: OLD, type: time}"},
	"time":     {"{key: OLD, type: string, else: ELSE}"},
	"duration": {"{key: OLD, type: string, else: ELSE}"},
}

// was draws earlier declarations of a key or a field; often none.
func (d Drawer) was(typ, limits string, key bool, otherwise ...string) []string {
	all := earlier[typ]
	if len(all) == 0 || limits != "" && !strings.HasPrefix(typ, "[]") || !d.chance(30) {
		return nil
	}
	text := strings.ReplaceAll(pick(d, all...), "OLD", d.oldName("was"))
	if !key && strings.Contains(text, "encoding") {
		return nil
	}
	return []string{"was: [" + strings.ReplaceAll(text, "ELSE", pick(d, otherwise...)) + "]"}
}

// renamed draws other names of a key; often none.
func (d Drawer) renamed() []string {
	var fields []string
	if d.chance(20) {
		fields = append(fields, fmt.Sprintf("renamed_from: [%s, %s]", d.oldName("old"), d.oldName("older")))
	}
	if d.chance(10) {
		fields = append(fields, "renamed_to: "+d.oldName("new"))
	}
	return fields
}

// renamedField draws older names of a field; often none.
func (d Drawer) renamedField() []string {
	if !d.chance(20) {
		return nil
	}
	return []string{fmt.Sprintf("renamed_from: [%s]", d.oldName("old"))}
}

// under draws under which of its names something is, and in which of its forms.
func (d Drawer) under(name string, others []string, was []schema.Was, today schema.Form) (string, schema.Form) {
	if len(was) > 0 && d.chance(50) {
		w := was[d.IntN(len(was))]
		if w.Key != "" {
			return w.Key, w.Form(today)
		}
		today = w.Form(today)
	}
	if d.chance(30) {
		return pick(d, append([]string{name}, others...)...), today
	}
	return name, today
}

func (d Drawer) oldName(word string) string { return fmt.Sprintf("%s_%d", word, d.IntN(1_000_000)) }

// removed draws keys that are gone.
func (d Drawer) removed() string {
	if !d.chance(20) {
		return ""
	}
	return fmt.Sprintf("removed: [%s, {key: user:%s, purge: true}, \"%s_{x}_end\"]\n", d.oldName("gone"), d.oldName("gone"), d.oldName("all"))
}
