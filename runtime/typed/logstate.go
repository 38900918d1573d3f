package typed

import (
	"fmt"
	"io"
	"log/slog"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"

	"github.com/seed92179c4c/stategen/runtime"
)

// What LogState shows in the place of values.
const (
	notDeclared = "[not declared]" // of a key that may be sensitive to whoever declares it
)

// LogState describes a state for logs: all that is set, by key. It shows the
// values of the declared keys that aren't sensitive; which those are, it finds in
// the tags of a struct of keys. Reading for it is none of Update's reads.
func LogState(state runtime.ReadonlyState, keys any) slog.Value {
	if state == nil {
		return slog.GroupValue()
	}
	declared := declaredKeys(reflect.TypeOf(keys))
	values := maps.Collect(runtime.Unnoted(state).All())
	attrs := make([]slog.Attr, 0, len(values))
	for _, key := range slices.Sorted(maps.Keys(values)) {
		attrs = append(attrs, slog.Any(key, declared.shown(key, values[key])))
	}
	return slog.GroupValue(attrs...)
}

// Print writes text for a Format method.
func Print(f fmt.State, text string) { _, _ = io.WriteString(f, text) }

// declared are the keys of a schema.
type declared struct {
	sensitive map[string]bool // by key; false: its value may be shown
	families  []declaredFamily
}

type declaredFamily struct {
	*Family
	sensitive bool
}

func (d *declared) shown(key string, value any) any {
	sensitive, known := d.sensitive[key]
	for _, f := range d.families {
		if !known && f.Has(key) {
			sensitive, known = f.sensitive, true
		}
	}
	switch {
	case !known:
		return notDeclared
	case sensitive:
		return redacted
	default:
		return value
	}
}

var declaredByType sync.Map // reflect.Type -> *declared

func declaredKeys(keys reflect.Type) *declared {
	if known, ok := declaredByType.Load(keys); ok {
		return known.(*declared)
	}
	d := &declared{sensitive: make(map[string]bool, keys.NumField())}
	for i := range keys.NumField() {
		tag := keys.Field(i).Tag
		key, sensitive := tag.Get(keyTag), tag.Get(logTag) == redactedLog
		if texts := patternTexts(key); len(texts) > 1 {
			d.families = append(d.families, declaredFamily{NewFamily(key, texts), sensitive})
		} else {
			d.sensitive[key] = sensitive
		}
	}
	known, _ := declaredByType.LoadOrStore(keys, d)
	return known.(*declared)
}

// patternTexts returns the literal texts around the parameters of a family's
// pattern; one for a key.
func patternTexts(pattern string) []string {
	var texts []string
	for {
		text, rest, found := strings.Cut(pattern, "{")
		texts = append(texts, text)
		if !found {
			return texts
		}
		_, pattern, _ = strings.Cut(rest, "}")
	}
}
