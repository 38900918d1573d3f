package schema

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v5"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime"
)

// shapeChecker words the findings of the jsonschema package.
type shapeChecker struct {
	*report
	shape *shape
	root  *node
}

// walk reports the leaves of a tree of findings.
func (c *shapeChecker) walk(e *jsonschema.ValidationError) {
	switch keyword := path.Base(e.AbsoluteKeywordLocation); {
	case keyword == "anyOf":
		c.anyOf(e)
	case keyword == "oneOf":
		// Which of several fields has to stand, or that one has to be
		// taken out, is explained better by the reader of the value.
	case len(e.Causes) > 0:
		for _, cause := range e.Causes {
			c.walk(cause)
		}
	default:
		c.leaf(keyword, e)
	}
}

// anyOf picks the alternative that was meant: the one whose type is that of
// the value. If none is, all the types that would do are named together.
func (c *shapeChecker) anyOf(e *jsonschema.ValidationError) {
	var types []string
	for _, branch := range e.Causes {
		wrong := c.wrongTypes(branch, e.InstanceLocation)
		if wrong == nil {
			c.walk(branch)
			return
		}
		types = append(types, wrong...)
	}
	_, pointer, _ := strings.Cut(e.AbsoluteKeywordLocation, "#")
	c.wrongType(locate(c.root, e.InstanceLocation), types, c.fragment(path.Dir(pointer)))
}

// wrongTypes returns the types that a branch wants for the value at the
// location, or nil when the value is of such a type.
func (c *shapeChecker) wrongTypes(e *jsonschema.ValidationError, location string) []string {
	if path.Base(e.AbsoluteKeywordLocation) == "type" && e.InstanceLocation == location {
		return stringsOf(c.shape.at(e.AbsoluteKeywordLocation))
	}
	for _, cause := range e.Causes {
		if types := c.wrongTypes(cause, location); types != nil {
			return types
		}
	}
	return nil
}

// fragment returns a part of the JSON Schema, if it is a schema.
func (c *shapeChecker) fragment(pointer string) map[string]any {
	m, _ := c.shape.at("#" + pointer).(map[string]any)
	return m
}

func (c *shapeChecker) leaf(keyword string, e *jsonschema.ValidationError) {
	at := locate(c.root, e.InstanceLocation)
	_, pointer, _ := strings.Cut(e.AbsoluteKeywordLocation, "#")
	within := c.fragment(path.Dir(pointer))
	switch keyword {
	case "additionalProperties":
		c.unknownFields(at, within)
	case "required":
		c.missingFields(at, within)
	case "type":
		c.wrongType(at, stringsOf(within["type"]), within)
	case "enum":
		c.unknownValue(at, within)
	case "minLength", "minItems":
		at.node.wrong = true
		hintExample(c.add(idWrongType, at.node.span, "%s must not be empty", at.label()), at, within)
	case "minimum":
		at.node.wrong = true
		c.add(idWrongType, at.node.span, "%s must be %v or more, not %s", at.label(), within["minimum"], at.node.text)
	default:
		at.node.wrong = true
		c.add(idWrongType, at.node.span, "%s does not fit: %s", at.label(), e.Message)
	}
}

func (c *shapeChecker) unknownFields(at place, within map[string]any) {
	properties, _ := within["properties"].(map[string]any)
	var known []string
	for name := range properties {
		known = append(known, name)
	}
	slices.Sort(known)
	if c.scopeWithKeys(at, known) || c.inlineObject(at.node, known) {
		return
	}
	what, _ := within["title"].(string)
	for _, key := range at.node.keys {
		if _, ok := properties[key.text]; ok {
			continue
		}
		found := c.add(idUnknownField, key.span, "unknown field %s in %s", diag.Quote(key.text), what)
		hintField(found, key, at.node.field(key.text), known)
	}
}

// scopeWithKeys reports keys that are listed below the name of their scope.
func (c *shapeChecker) scopeWithKeys(at place, known []string) bool {
	if at.name == nil || !slices.Contains(known, "scope") {
		return false
	}
	scope, ok := runtime.ParseScope(at.name.text)
	isKnown := func(key *node) bool { return slices.Contains(known, key.text) }
	if !ok || slices.ContainsFunc(at.node.keys, isKnown) || mayMean(at.node, "type") {
		return false
	}
	at.node.wrong = true
	key, value := at.node.keys[0].text, "…"
	if body := at.node.items[0]; body.isString() {
		value = diag.Shorten(flowYAML(body.text))
	}
	c.add(idUnknownField, at.name.span, "keys can't stand below %s", at.label()).
		hint("for the %s scope write %s%s: %s", scope, scope.Prefix(), diag.Shorten(key), value)
	return true
}

// inlineObject reports the declaration of a key or a field that lists the
// fields of an object with their types.
func (c *shapeChecker) inlineObject(n *node, known []string) bool {
	if !slices.Contains(known, "optional") || len(n.keys) == 0 {
		return false
	}
	for i, key := range n.keys {
		_, ours := ScalarKind(strings.TrimSuffix(n.items[i].text, "?"))
		if !ours || slices.Contains(known, key.text) || diag.Near(key.text, "type") {
			return false
		}
	}
	n.wrong = true
	c.add(idUnknownField, n.span, "an object can't be declared here").hint("%s", otherPlans["object"])
	return true
}

func (c *shapeChecker) missingFields(at place, within map[string]any) {
	for _, name := range stringsOf(within["required"]) {
		if at.node.field(name) != nil || mayMean(at.node, name) {
			continue
		}
		span := at.node.span
		if at.name != nil {
			span = at.name.span
		}
		c.add(idMissingField, span, "%s needs the field %s", at.label(), name).
			hint("write %s: %s", name, c.exampleOf(within, name))
	}
}

func (c *shapeChecker) exampleOf(within map[string]any, field string) string {
	properties, _ := within["properties"].(map[string]any)
	fragment, _ := properties[field].(map[string]any)
	return example(fragment)
}

func (c *shapeChecker) unknownValue(at place, within map[string]any) {
	var allowed []string
	for _, v := range within["enum"].([]any) {
		allowed = append(allowed, fmt.Sprint(v))
	}
	at.node.wrong = true
	found := c.add(idUnknownValue, at.node.span, "%s can't be %s", at.label(), at.node.describe())
	switch {
	case at.node.kind != scalarNode:
		found.hint("write %s", oneOf(allowed))
	case slices.Contains(allowed, at.node.text):
		found.hint("write %s, without quotes", at.node.text).fix(at.node.span, at.node.text)
	case slices.Contains(allowed, otherValues[at.node.text]):
		found.hint("write %s", otherValues[at.node.text]).suggest(at.node.span, otherValues[at.node.text])
	default:
		found.didYouMean(at.node.text, allowed)
	}
}

func (c *shapeChecker) wrongType(at place, types []string, within map[string]any) {
	at.node.wrong = true
	span := at.node.span
	if at.node.isNull() && span.Start == span.End && at.name != nil {
		span = at.name.span
	}
	found := c.add(idWrongType, span, "%s must be %s, not %s", at.label(), oneOf(typeNames(types)), at.node.describe())
	if plain, ok := at.node.unquoted(types); ok {
		found.hintPlain(at.node.text, plain)
		return
	}
	if at.name != nil && at.name.text == "deprecated" && at.node.tag == tagBool {
		found.hint("say what to use instead, such as deprecated: %s", example(within))
		return
	}
	if at.isText(types) {
		text := diag.Quote(at.node.text)
		found.hint("write %s, in quotes", text).fix(at.node.span, text)
		return
	}
	if meant := at.meantAs(types, within); meant != "" {
		found.hint("write %s", meant).suggest(at.node.span, meant)
		return
	}
	if at.node.kind == listNode && len(at.node.items) > 1 && slices.Contains(types, "string") {
		found.hint("%s", otherPlans["enum"])
		return
	}
	hintExample(found, at, within)
}

// label names a place for a message.
func (p place) label() string {
	switch {
	case p.name != nil:
		return diag.Quote(p.name.text)
	case p.parent != nil:
		return "an item of this list"
	default:
		return "the file"
	}
}

func stringsOf(v any) []string {
	switch v := v.(type) {
	case string:
		return []string{v}
	case []any:
		var list []string
		for _, item := range v {
			if s, ok := item.(string); ok {
				list = append(list, s)
			}
		}
		return list
	}
	return nil
}

var jsonTypeNames = map[string]string{
	"object": "a mapping", "array": "a list", "string": "a string", "integer": "a whole number",
	"number": "a number", "boolean": "true or false",
}

func typeNames(types []string) []string {
	var names []string
	for _, t := range types {
		if name, ok := jsonTypeNames[t]; ok && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}
