package load

import (
	"math"
	"math/big"
	"regexp"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

var invalidValue = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "invalid-value",
	Summary: "a default or a limit is not of its type",
	Why:     "Defaults are compiled into the getters. One of another type could never be returned.",
	Bad:     "version: 1\nkeys:\n  visits: {type: int, default: \"0\"}\n",
	Good:    "version: 1\nkeys:\n  visits: {type: int, default: 0}\n",
})

// valueReader reads defaults and the bounds of constraints.
type valueReader struct {
	*yamlsrc.Report
	gaps *gaps
}

// value types a default: it returns the Data of a Value, or reports why the
// node is not a value of the type. Lists and mappings report every wrong part.
func (r *valueReader) value(n *yamlsrc.Node, t *schema.Type) (any, bool) {
	switch t.Kind {
	case schema.List:
		return r.listValue(n, t)
	case schema.Map:
		return r.mapValue(n, t)
	case schema.Object:
		return r.objectValue(n, t.Named)
	case schema.JSON, schema.Go:
		return n.JSON(), r.storable(n)
	case schema.Enum:
		return r.enumValue(n, t.Named)
	}
	if n.Kind != yamlsrc.Scalar || n.IsNull() {
		return nil, r.wrongValue(n, t)
	}
	return r.scalarValue(n, t)
}

func (r *valueReader) scalarValue(n *yamlsrc.Node, t *schema.Type) (any, bool) {
	var data any
	ok := false
	switch t.Kind {
	case schema.String:
		if n.Tag == yamlsrc.TagString && !clean(r.Report, n) {
			return nil, false
		}
		data, ok = n.Text, n.Tag == yamlsrc.TagString
	case schema.Bool:
		data, ok = yamlsrc.IsTrue(n.Text), n.Tag == yamlsrc.TagBool
	case schema.Int, schema.Int64:
		return r.intValue(n, t)
	case schema.Float:
		if n.TooLarge() {
			r.Add(invalidValue, n.Span, "%s does not fit into 64 bits", n.Text).Hint("write a number between -1.8e308 and 1.8e308")
			return nil, false
		}
		data, ok = numberValue(n)
	default:
		data, ok = textValue(n, t.Kind)
	}
	if !ok {
		return nil, r.wrongValue(n, t)
	}
	return data, true
}

// manyDigits is an integer beyond 64 bits, which YAML calls a float.
var manyDigits = regexp.MustCompile(`^[-+]?[0-9]{19,}$`)

func (r *valueReader) intValue(n *yamlsrc.Node, t *schema.Type) (any, bool) {
	if n.Tag != yamlsrc.TagInt && !(n.Tag == yamlsrc.TagFloat && manyDigits.MatchString(n.Text)) {
		return nil, r.wrongValue(n, t)
	}
	i, ok := yamlsrc.ParseInt(n.Text)
	if !ok || !i.IsInt64() {
		r.Add(invalidValue, n.Span, "%s does not fit into 64 bits", n.Text).
			Hint("write a number between %d and %d", math.MinInt64, math.MaxInt64)
		return nil, false
	}
	return i.Int64(), true
}

func numberValue(n *yamlsrc.Node) (float64, bool) {
	switch n.Tag {
	case yamlsrc.TagInt:
		if i, ok := yamlsrc.ParseInt(n.Text); ok {
			f, _ := i.Float64()
			return f, !math.IsInf(f, 0)
		}
	case yamlsrc.TagFloat:
		return yamlsrc.ParseFloat(n.Text)
	}
	return 0, false
}

// textTags are what YAML may call the text of a value, beside a string.
var textTags = map[schema.Kind]string{schema.Time: yamlsrc.TagTime, schema.Bytes: yamlsrc.TagBinary}

// textValue reads a value of a type that is stored as text. It must be one that can be
// written, too.
func textValue(n *yamlsrc.Node, k schema.Kind) (any, bool) {
	if n.Tag != yamlsrc.TagString && n.Tag != textTags[k] {
		return nil, false
	}
	v, err := k.Scalar().As(n.Text)
	if err != nil {
		return nil, false
	}
	_, err = k.Scalar().From(v)
	return v, err == nil
}

// wrongValue reports a scalar that is not of its type, and shows one that is.
func (r *valueReader) wrongValue(n *yamlsrc.Node, t *schema.Type) bool {
	found := r.Add(invalidValue, n.Span, "expected %s here, not %s", kindName(t), n.Describe())
	switch {
	case t.Kind == schema.String && n.Kind == yamlsrc.Scalar && !n.IsNull():
		found.Hint("write %s, in quotes", diag.Quote(n.Text)).Fix(n.Span, diag.Quote(n.Text))
	default:
		if s := t.Kind.Scalar(); s != nil {
			if plain, ok := n.Unquoted([]string{s.JSON}); ok {
				found.HintPlain(n.Text, plain)
				break
			}
		}
		found.Hint("write, for example, %s", example(t))
	}
	return false
}

// nouns are what values of types are called that are no scalars.
var nouns = map[schema.Kind]string{
	schema.List: "a list", schema.Map: "a mapping", schema.Object: "a mapping", schema.Enum: "a string", schema.Go: "a JSON value",
}

func kindName(t *schema.Type) string {
	switch s := t.Kind.Scalar(); {
	case s != nil:
		return s.Noun
	case t.Named != nil:
		return nouns[t.Kind] + " of the type " + t.Named.Name
	}
	return nouns[t.Kind]
}

// example is a value of a type, as YAML writes it.
func example(t *schema.Type) string {
	switch s := t.Kind.Scalar(); {
	case s != nil:
		return s.Example
	case t.Kind == schema.List:
		return "[]"
	}
	return "{}"
}

func (r *valueReader) enumValue(n *yamlsrc.Node, named *schema.Named) (any, bool) {
	values := make([]string, len(named.Values))
	for i, v := range named.Values {
		values[i] = v.Value
	}
	if n.IsString() && slices.Contains(values, n.Text) {
		return n.Text, true
	}
	if len(values) == 0 || r.gaps.incomplete[named] {
		return nil, false // reported where the enum is declared
	}
	found := r.Add(invalidValue, n.Span, "%s is not a value of the enum %s", n.Describe(), named.Name).
		Related(named.Span, "the enum")
	found.DidYouMean(n.Text, values)
	return nil, false
}

func (r *valueReader) listValue(n *yamlsrc.Node, t *schema.Type) (any, bool) {
	if n.Kind != yamlsrc.List {
		return nil, r.wrongValue(n, t)
	}
	list, ok := make([]any, 0, len(n.Items)), true
	for _, item := range n.Items {
		v, itemOK := r.value(item, t.Elem)
		list, ok = append(list, v), ok && itemOK
	}
	return list, ok
}

func (r *valueReader) mapValue(n *yamlsrc.Node, t *schema.Type) (any, bool) {
	if n.Kind != yamlsrc.Map {
		return nil, r.wrongValue(n, t)
	}
	m, ok := make(map[string]any, len(n.Keys)), true
	for i, key := range n.Keys {
		v, itemOK := r.value(n.Items[i], t.Elem)
		m[key.Text], ok = v, clean(r.Report, key) && ok && itemOK
	}
	return m, ok
}

func (r *valueReader) objectValue(n *yamlsrc.Node, named *schema.Named) (any, bool) {
	if n.Kind != yamlsrc.Map {
		return nil, r.wrongValue(n, &schema.Type{Kind: schema.Object, Named: named})
	}
	m, ok := map[string]any{}, true
	var known []string
	for _, f := range named.Fields {
		known = append(known, f.Name)
		v := n.Get(f.Name)
		switch {
		case v == nil && f.Optional || f.Type == nil:
		case v == nil:
			r.Add(invalidValue, n.Span, "the field %s of %s is missing", diag.Name(f.Name), named.Name).
				Hint("add it; only optional fields may be left out").Related(f.Span, "the field")
			ok = false
		default:
			data, fieldOK := r.value(v, f.Type)
			m[f.Name], ok = data, ok && fieldOK
			if fieldOK {
				within(r.Report, v.Span, data, f.Constraints)
			}
		}
	}
	for _, key := range n.Keys {
		if !slices.Contains(known, key.Text) && !r.gaps.incomplete[named] {
			r.Add(invalidValue, key.Span, "%s is not a field of %s", diag.Key(key.Text), named.Name).
				DidYouMean(key.Text, known)
			ok = false
		}
	}
	return m, ok
}

// storable reports what JSON or a store can't keep as it is written: numbers
// that are infinite, integers that would be rounded, and NUL in a text.
func (r *valueReader) storable(n *yamlsrc.Node) bool {
	ok := true
	for _, inner := range slices.Concat(n.Keys, n.Items) {
		ok = r.storable(inner) && ok
	}
	if n.Kind != yamlsrc.Scalar {
		return ok
	}
	switch n.Tag {
	case yamlsrc.TagFloat:
		if _, finite := yamlsrc.ParseFloat(n.Text); !finite {
			r.Add(invalidValue, n.Span, "JSON can't write the number %s", strings.TrimPrefix(n.Text, ".")).Hint("write a finite number")
			return false
		}
	case yamlsrc.TagInt:
		if i, ok := yamlsrc.ParseInt(n.Text); ok && rounds(i) {
			r.Add(invalidValue, n.Span, "readers of JSON round the number %s", n.Text).Hint("write it in quotes, as text")
			return false
		}
	}
	return ok && clean(r.Report, n)
}

// rounds reports whether a float64 can't hold an integer.
func rounds(i *big.Int) bool {
	_, accuracy := new(big.Float).SetInt(i).Float64()
	return accuracy != big.Exact
}

// clean reports a NUL in a text, which some stores refuse.
func clean(r *yamlsrc.Report, n *yamlsrc.Node) bool {
	if !strings.Contains(n.Text, "\x00") {
		return true
	}
	r.Add(invalidValue, n.Span, "the text contains a NUL, which a store can't keep").Hint("remove it")
	return false
}
