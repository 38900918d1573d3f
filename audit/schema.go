package audit

import (
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

// Schema declares the keys that code of a project uses, so that prompts and code can
// be checked against it. Keys that only placeholders name are not declared: nobody
// knows that they are keys.
func Schema(p Project) *schema.Schema {
	s := NoKeys()
	j := newIndex(p)
	for _, name := range j.names {
		k := j.keys[name]
		for _, f := range k.facts {
			if f.Kind != Placeholder {
				s.Keys = append(s.Keys, declared(k, f))
				break
			}
		}
	}
	return s
}

// declared is the key of a fact, as far as the facts tell.
func declared(k *key, f Fact) *schema.Key {
	scope, name := runtime.ParseKey(k.name)
	d := &schema.Key{Scope: scope, Name: name, Type: &schema.Type{Kind: schema.JSON}, Span: f.Place}
	for _, w := range k.writes {
		switch w.Type.Form {
		case Int, Float:
			d.Merge = schema.MergeSum
		case List, TypedList:
			d.Merge = schema.MergeAppend
		}
	}
	return d
}
