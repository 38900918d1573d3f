package load

import (
	"go/token"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

var invalidFamily = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "invalid-family",
	Summary: "a family of keys whose parameters can't be told apart",
	Why:     "From a stored key the parameters are read back, so each needs a name and some text between it and the next.",
	Bad:     "version: 1\nkeys:\n  \"seat_{row}{letter}\": string?\n",
	Good:    "version: 1\nkeys:\n  \"seat_{row}_{letter}\": string?\n",
})

// maxKeyLength is how many bytes one state key may have.
const maxKeyLength = 256

// parameters finds the parameters in a key's name, and reports whether they are
// right. Offset is where k.Name begins in the text of name.
func parameters(r *yamlsrc.Report, k *schema.Key, name *yamlsrc.Node, offset int) bool {
	text := k.Name
	for i := 0; i < len(text); {
		open := strings.IndexAny(text[i:], "{}")
		if open < 0 {
			break
		}
		open += i
		end := strings.IndexByte(text[open:], '}') + open + 1
		if text[open] == '}' || end == open {
			r.Add(invalidFamily, name.Sub(offset+open, offset+open+1), "this brace has no partner").
				Hint("write a parameter as {name}")
			return false
		}
		p := schema.Param{Name: text[open+1 : end-1], Start: open, End: end}
		if !param(r, k, p, name, offset) {
			return false
		}
		k.Params = append(k.Params, p)
		i = end
	}
	return true
}

func param(r *yamlsrc.Report, k *schema.Key, p schema.Param, name *yamlsrc.Node, offset int) bool {
	span := name.Sub(offset+p.Start, offset+p.End)
	if !token.IsIdentifier(p.Name) {
		r.Add(invalidFamily, span, "%s can't be the name of a parameter", diag.Name(p.Name)).
			Hint("use letters, digits and _, and no word of Go's, such as {order_id}")
		return false
	}
	for _, other := range k.Params {
		if other.Name == p.Name {
			r.Add(invalidFamily, span, "the parameter {%s} appears here twice", p.Name).
				Hint("give each a name of its own")
			return false
		}
	}
	if n := len(k.Params); n > 0 && k.Params[n-1].End == p.Start {
		r.Add(invalidFamily, span, "nothing is between {%s} and {%s}", k.Params[n-1].Name, p.Name).
			Hint("put text between them, such as {%s}_{%s}", k.Params[n-1].Name, p.Name)
		return false
	}
	return true
}
