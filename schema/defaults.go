package schema

import (
	"encoding/base64"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/seed92179c4c/stategen/diag"
)

// valueReader reads defaults and the bounds of constraints.
type valueReader struct {
	*report
	gaps *gaps
}

// value types a default: it returns the Data of a Value, or reports why the
// node is no value of the type. Lists and mappings report every wrong part.
func (r *valueReader) value(n *node, t *Type) (any, bool) {
	switch t.Kind {
	case List:
		return r.listValue(n, t)
	case Map:
		return r.mapValue(n, t)
	case Object:
		return r.objectValue(n, t.Named)
	case JSON, Go:
		return n.json(), r.storable(n)
	case Enum:
		return r.enumValue(n, t.Named)
	}
	if n.kind != scalarNode || n.isNull() {
		return nil, r.wrongValue(n, t)
	}
	return r.scalarValue(n, t)
}

func (r *valueReader) scalarValue(n *node, t *Type) (any, bool) {
	var data any
	ok := false
	switch t.Kind {
	case String:
		if n.tag == tagString && !clean(r.report, n) {
			return nil, false
		}
		data, ok = n.text, n.tag == tagString
	case Bool:
		data, ok = isTrue(n.text), n.tag == tagBool
	case Int, Int64:
		return r.intValue(n, t)
	case Float:
		if n.tooLarge() {
			r.add(idBadValue, n.span, "%s does not fit into 64 bits", n.text).hint("write a number between -1.8e308 and 1.8e308")
			return nil, false
		}
		data, ok = numberValue(n)
	case Time:
		data, ok = timeValue(n)
	case Duration:
		d, err := time.ParseDuration(n.text)
		data, ok = d, err == nil && n.tag == tagString
	case Bytes:
		b, err := base64.StdEncoding.Strict().DecodeString(n.text)
		data, ok = b, err == nil && (n.tag == tagString || n.tag == tagBinary)
	}
	if !ok {
		return nil, r.wrongValue(n, t)
	}
	return data, true
}

// manyDigits is an integer beyond 64 bits, which YAML calls a float.
var manyDigits = regexp.MustCompile(`^[-+]?[0-9]{19,}$`)

func (r *valueReader) intValue(n *node, t *Type) (any, bool) {
	if n.tag != tagInt && !(n.tag == tagFloat && manyDigits.MatchString(n.text)) {
		return nil, r.wrongValue(n, t)
	}
	i, ok := parseInt(n.text)
	if !ok || !i.IsInt64() {
		r.add(idBadValue, n.span, "%s does not fit into 64 bits", n.text).
			hint("write a number between %d and %d", math.MinInt64, math.MaxInt64)
		return nil, false
	}
	return i.Int64(), true
}

func numberValue(n *node) (float64, bool) {
	switch n.tag {
	case tagInt:
		if i, ok := parseInt(n.text); ok {
			f, _ := i.Float64()
			return f, !math.IsInf(f, 0)
		}
	case tagFloat:
		return parseFloat(n.text)
	}
	return 0, false
}

func timeValue(n *node) (time.Time, bool) {
	t, err := time.Parse(time.RFC3339Nano, n.text)
	t = t.UTC()
	return t, err == nil && t.Year() >= 0 && t.Year() <= 9999 && (n.tag == tagTime || n.tag == tagString)
}

// wrongValue reports a scalar that is not of its type, and shows one that is.
func (r *valueReader) wrongValue(n *node, t *Type) bool {
	found := r.add(idBadValue, n.span, "%s is wanted here, not %s", kindName(t), n.describe())
	switch {
	case t.Kind == String && n.kind == scalarNode && !n.isNull():
		found.hint("write %s, in quotes", diag.Quote(n.text)).fix(n.span, diag.Quote(n.text))
	default:
		if plain, ok := n.unquoted([]string{jsonKinds[t.Kind]}); ok {
			found.hintPlain(n.text, plain)
			break
		}
		found.hint("write, for example, %s", kindExamples[t.Kind])
	}
	return false
}

// jsonKinds are the kinds that JSON has types of its own for.
var jsonKinds = map[Kind]string{Bool: "boolean", Int: "integer", Int64: "integer", Float: "number"}

var kindNames = map[Kind]string{
	String: "a string", Bool: "true or false", Int: "a whole number", Int64: "a whole number",
	Float: "a finite number", Time: "a time in RFC 3339", Duration: "a duration",
	Bytes: "base64 text with padding", JSON: "a JSON value", List: "a list", Map: "a mapping",
	Object: "a mapping", Enum: "a string", Go: "a JSON value",
}

func kindName(t *Type) string {
	if t.Named != nil {
		return kindNames[t.Kind] + " of the type " + t.Named.Name
	}
	return kindNames[t.Kind]
}

var kindExamples = map[Kind]string{
	String: `"text"`, Bool: "true", Int: "1", Int64: "1", Float: "1.5", Time: `"2030-01-31T08:00:00Z"`,
	Duration: `"1h30m"`, Bytes: `"aGVsbG8="`, List: "[]", Map: "{}", Object: "{}",
}

func (r *valueReader) enumValue(n *node, named *Named) (any, bool) {
	values := make([]string, len(named.Values))
	for i, v := range named.Values {
		values[i] = v.Value
	}
	if n.isString() && slices.Contains(values, n.text) {
		return n.text, true
	}
	if len(values) == 0 || r.gaps.incomplete[named] {
		return nil, false // reported where the enum is declared
	}
	found := r.add(idBadValue, n.span, "%s is no value of the enum %s", n.describe(), named.Name).
		related(named.Span, "the enum")
	found.didYouMean(n.text, values)
	return nil, false
}

func (r *valueReader) listValue(n *node, t *Type) (any, bool) {
	if n.kind != listNode {
		return nil, r.wrongValue(n, t)
	}
	list, ok := make([]any, 0, len(n.items)), true
	for _, item := range n.items {
		v, itemOK := r.value(item, t.Elem)
		list, ok = append(list, v), ok && itemOK
	}
	return list, ok
}

func (r *valueReader) mapValue(n *node, t *Type) (any, bool) {
	if n.kind != mapNode {
		return nil, r.wrongValue(n, t)
	}
	m, ok := make(map[string]any, len(n.keys)), true
	for i, key := range n.keys {
		v, itemOK := r.value(n.items[i], t.Elem)
		m[key.text], ok = v, clean(r.report, key) && ok && itemOK
	}
	return m, ok
}

func (r *valueReader) objectValue(n *node, named *Named) (any, bool) {
	if n.kind != mapNode {
		return nil, r.wrongValue(n, &Type{Kind: Object, Named: named})
	}
	m, ok := map[string]any{}, true
	var known []string
	for _, f := range named.Fields {
		known = append(known, f.Name)
		v := n.get(f.Name)
		switch {
		case v == nil && f.Optional || f.Type == nil:
		case v == nil:
			r.add(idBadValue, n.span, "the field %s of %s is missing", diag.Quote(f.Name), named.Name).
				hint("add it; only optional fields may be left out").related(f.Span, "the field")
			ok = false
		default:
			data, fieldOK := r.value(v, f.Type)
			m[f.Name], ok = data, ok && fieldOK
			if fieldOK {
				r.within(v.span, data, f.Constraints)
			}
		}
	}
	for _, key := range n.keys {
		if !slices.Contains(known, key.text) && !r.gaps.incomplete[named] {
			r.add(idBadValue, key.span, "%s is no field of %s", diag.Quote(key.text), named.Name).
				didYouMean(key.text, known)
			ok = false
		}
	}
	return m, ok
}

// storable reports what JSON or a store can't keep as it is written: numbers
// that are infinite, integers that would be rounded, and NUL in a text.
func (r *valueReader) storable(n *node) bool {
	ok := true
	for _, inner := range slices.Concat(n.keys, n.items) {
		ok = r.storable(inner) && ok
	}
	if n.kind != scalarNode {
		return ok
	}
	switch n.tag {
	case tagFloat:
		if _, finite := parseFloat(n.text); !finite {
			r.add(idBadValue, n.span, "JSON can't write the number %s", strings.TrimPrefix(n.text, ".")).hint("write a finite number")
			return false
		}
	case tagInt:
		if i, ok := parseInt(n.text); ok && rounds(i) {
			r.add(idBadValue, n.span, "readers of JSON round the number %s", n.text).hint("write it in quotes, as text")
			return false
		}
	}
	return ok && clean(r.report, n)
}

// rounds reports whether a float64 can't hold an integer.
func rounds(i *big.Int) bool {
	_, accuracy := new(big.Float).SetInt(i).Float64()
	return accuracy != big.Exact
}
