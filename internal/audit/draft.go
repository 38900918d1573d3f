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
		switch u.Type {
		case source.Int, source.Float:
			k.Merge = schema.MergeSum
		case source.List, source.TypedList:
			k.Merge = schema.MergeAppend
		}
	}
	return s
}

// isKit reports whether a framework keeps a key in a state for itself.
func isKit(key string) bool {
	_, name := runtime.ParseKey(key)
	return strings.HasPrefix(name, "_adk")
}
