package audit

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/source"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
)

// Draft declares the keys that code uses, so that prompts and code can be checked against it. Keys that only
// placeholders name are not declared: nobody knows that they are keys.
func Draft(uses []source.Use) *schema.Schema {
	return draft(slices.DeleteFunc(slices.Clone(uses), func(u source.Use) bool { return u.Kind == source.Placeholder }))
}

// draft declares all keys that are used, in the order of their uses.
func draft(uses []source.Use) *schema.Schema {
	s := &schema.Schema{Grammar: instruction.Grammar{Dialect: instruction.ADK, Brace: true}, Drafted: true}
	known := map[string]*schema.Key{}
	written := map[*schema.Key][]schema.Kind{}
	for _, u := range uses {
		if u.Partial || !u.IsCertain() || isKit(u.Key) || u.Key == "" {
			continue
		}
		k := known[u.Key]
		if k == nil {
			scope, name := runtime.ParseKey(u.Key)
			k = &schema.Key{Scope: scope, Name: name, Type: &schema.Type{Kind: schema.JSON}, Span: u.Place()}
			known[u.Key] = k
			s.Keys = append(s.Keys, k)
		}
		if u.Writes() {
			written[k] = append(written[k], kinds[u.Type])
		}
		switch u.Type {
		case source.Int, source.Float:
			k.Merge = schema.MergeSum
		case source.List:
			k.Merge = schema.MergeAppend
		}
	}
	for k, list := range written {
		if list = slices.Compact(list); len(list) == 1 && list[0] != schema.JSON {
			k.Type = &schema.Type{Kind: list[0], Elem: k.Type}
		}
	}
	return s
}

// kinds are those of values that are written; of others nothing is known.
var kinds = map[source.Type]schema.Kind{
	source.Unknown: schema.JSON, source.Null: schema.JSON, source.String: schema.String, source.Bool: schema.Bool,
	source.Int: schema.Int, source.Float: schema.Float, source.Time: schema.Time,
	source.List: schema.List, source.Object: schema.Object,
}

// isKit reports whether a framework keeps a key in a state for itself.
func isKit(key string) bool {
	_, name := runtime.ParseKey(key)
	return strings.HasPrefix(name, "_adk")
}
