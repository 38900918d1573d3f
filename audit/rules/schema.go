package rules

import (
	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/audit/internal/index"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
)

// Schema declares the keys that code of a project uses, so that prompts and code can
// be checked against it. Keys that only placeholders name are not declared: nobody
// knows that they are keys.
func Schema(p audit.Project) *schema.Schema {
	s := audit.NoKeys()
	j := index.New(p)
	for _, name := range j.Names {
		k := j.Keys[name]
		for _, f := range k.Facts {
			if f.Kind != audit.Placeholder {
				s.Keys = append(s.Keys, declared(k, f))
				break
			}
		}
	}
	return s
}

// declared is the key of a fact, as far as the facts tell.
func declared(k *index.Key, f audit.Fact) *schema.Key {
	scope, name := runtime.ParseKey(k.Name)
	d := &schema.Key{Scope: scope, Name: name, Type: &schema.Type{Kind: schema.JSON}, Span: f.Place}
	for _, w := range k.Writes {
		switch w.Type.Form {
		case audit.Int, audit.Float:
			d.Merge = schema.MergeSum
		case audit.List, audit.TypedList:
			d.Merge = schema.MergeAppend
		}
	}
	return d
}
