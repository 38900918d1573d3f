package load

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

var invalidMerge = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "invalid-merge",
	Summary: "a merge that the key's type can't have",
	Why:     "A merge is carried out by the store on the stored value: numbers can be added, lists can grow.",
	Bad:     "version: 1\nkeys:\n  cart: {type: string, merge: append, default: \"\"}\n",
	Good:    "version: 1\nkeys:\n  cart: {type: \"[]string\", merge: append, default: []}\n",
})

func merge(r *yamlsrc.Report, k *schema.Key, body *yamlsrc.Node) {
	word, at := body.Str("merge")
	m, ok := schema.ParseMerge(word)
	if !ok || k.Type == nil {
		return
	}
	k.Merge = m
	number := k.Type.Kind.IsNumber()
	switch m {
	case schema.MergeSum, schema.MergeMin, schema.MergeMax:
		if !number {
			r.Add(invalidMerge, at.Span, "merge: %s is for int, int64 and float, and the type here is %s", word, k.Type).
				Hint("remove merge, or change the type")
		}
	case schema.MergeAppend, schema.MergeUnion:
		if k.Type.Kind != schema.List {
			r.Add(invalidMerge, at.Span, "merge: %s is for lists, and the type here is %s", word, k.Type).
				Hint("remove merge, or change the type to %s", diag.Quote("[]"+k.Type.String()))
		} else if m == schema.MergeUnion && !scalar(k.Type.Elem) {
			r.Add(invalidMerge, at.Span, "merge: union is for lists of scalars, and the items here are %s", k.Type.Elem).
				Hint("use merge: append")
		}
	}
}

// scalar reports whether equal values of a type are always written alike.
func scalar(t *schema.Type) bool {
	return !slices.Contains([]schema.Kind{schema.List, schema.Map, schema.Object, schema.JSON, schema.Go}, t.Kind)
}

func encoding(r *yamlsrc.Report, k *schema.Key, body *yamlsrc.Node) {
	word, at := body.Str("encoding")
	if word != "json-string" {
		return
	}
	k.Encoding = schema.JSONString
	if k.Merge != schema.MergeLast {
		r.Add(invalidMerge, at.Span, "merge: %s can't work on a value that is kept as JSON text", k.Merge).
			Hint("remove encoding or merge").Related(body.SpanOf("merge"), "merge is here")
	}
}
