package shape

import (
	_ "embed"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

var fieldTypeMismatch = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "field-type-mismatch",
	Summary: "a field has a value of the wrong type",
	Why:     "YAML reads yes as a string and 1 as a number. Taking one for the other would guess at what was meant.",
	Bad:     "version: 1\nkeys:\n  city: {type: string, optional: yes}\n",
	Good:    "version: 1\nkeys:\n  city: {type: string, optional: true}\n",
})

// Its words about what a sink takes.
var (
	SinkNotTrue    = fieldTypeMismatch.Says("%[1]s of a field must be true", "write %[1]s: true")
	SinkNoPosition = fieldTypeMismatch.Says("%[1]s of a function must be the position of an argument",
		"write %[1]s: 1 for the first argument")
)

var unknownField = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "unknown-field",
	Summary: "a field that the schema language does not have",
	Why:     "A misspelt field would silently be left out: an optional key would be required, a constraint would not apply.",
	Bad:     "version: 1\nkeys:\n  city: {type: string, optinal: true}\n",
	Good:    "version: 1\nkeys:\n  city: {type: string, optional: true}\n",
})

var unknownValue = diag.Register(diag.OnSchemas, diag.Rule{
	ID:      "unknown-value",
	Summary: "a field that allows a few values has another",
	Why:     "A scope, merge or target that does not exist can't be carried out.",
	Bad:     "version: 1\nkeys:\n  visits: {type: int, scope: users, default: 0}\n",
	Good:    "version: 1\nkeys:\n  visits: {type: int, scope: user, default: 0}\n",
})

// shapeChecker words the findings of the jsonschema package.
type shapeChecker struct {
	*yamlsrc.Report
	shape *shape
	root  *yamlsrc.Node
}

// walk reports the leaves of a tree of findings.
func (c *shapeChecker) walk(e *validation) {
	switch keyword := path.Base(e.AbsoluteKeywordLocation); {
	case keyword == "anyOf":
		c.anyOf(e)
	case keyword == "oneOf":
		// Which of several fields has to be, or that one has to be
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
func (c *shapeChecker) anyOf(e *validation) {
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
func (c *shapeChecker) wrongTypes(e *validation, location string) []string {
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

func (c *shapeChecker) leaf(keyword string, e *validation) {
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
		at.node.Wrong = true
		hintExample(c.Add(fieldTypeMismatch, at.node.Span, "%s must not be empty", at.label()), at, within)
	case "minimum":
		at.node.Wrong = true
		c.Add(fieldTypeMismatch, at.node.Span, "%s must be %v or more, not %s", at.label(), within["minimum"], at.node.Text)
	default:
		at.node.Wrong = true
		c.Add(fieldTypeMismatch, at.node.Span, "%s does not fit: %s", at.label(), e.Message)
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
	for _, key := range at.node.Keys {
		if _, ok := properties[key.Text]; ok {
			continue
		}
		found := c.Add(unknownField, key.Span, "unknown field %s in %s", diag.Key(key.Text), what)
		hintField(found, key, at.node.Field(key.Text), known)
	}
}

// scopeWithKeys reports keys that are listed below the name of their scope.
func (c *shapeChecker) scopeWithKeys(at place, known []string) bool {
	if at.name == nil || !slices.Contains(known, "scope") {
		return false
	}
	scope, ok := runtime.ParseScope(at.name.Text)
	isKnown := func(key *yamlsrc.Node) bool { return slices.Contains(known, key.Text) }
	if !ok || slices.ContainsFunc(at.node.Keys, isKnown) || MayMean(at.node, "type") {
		return false
	}
	at.node.Wrong = true
	key, value := at.node.Keys[0].Text, "…"
	if body := at.node.Items[0]; body.IsString() {
		value = diag.Shorten(flowYAML(body.Text))
	}
	c.Add(unknownField, at.name.Span, "keys can't be nested below %s", at.label()).
		Hint("for the %s scope write %s%s: %s", scope, scope.Prefix(), diag.Shorten(key), value)
	return true
}

// inlineObject reports the declaration of a key or a field that lists the
// fields of an object with their types.
func (c *shapeChecker) inlineObject(n *yamlsrc.Node, known []string) bool {
	if !slices.Contains(known, "optional") || len(n.Keys) == 0 {
		return false
	}
	for i, key := range n.Keys {
		_, ours := schema.ScalarKind(strings.TrimSuffix(n.Items[i].Text, "?"))
		if !ours || slices.Contains(known, key.Text) || diag.Near(key.Text, "type") {
			return false
		}
	}
	n.Wrong = true
	c.Add(unknownField, n.Span, "an object can't be declared here").Hint("%s", Plans["object"])
	return true
}

func (c *shapeChecker) missingFields(at place, within map[string]any) {
	for _, name := range stringsOf(within["required"]) {
		if at.node.Field(name) != nil || MayMean(at.node, name) {
			continue
		}
		span := at.node.Span
		if at.name != nil {
			span = at.name.Span
		}
		c.Say(yamlsrc.NoField, span, at.label(), name, c.exampleOf(within, name))
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
	at.node.Wrong = true
	found := c.Add(unknownValue, at.node.Span, "%s can't be %s", at.label(), at.node.Describe())
	switch {
	case at.node.Kind != yamlsrc.Scalar:
		found.Hint("write %s", yamlsrc.OneOf(allowed))
	case slices.Contains(allowed, at.node.Text):
		found.Hint("write %s, without quotes", at.node.Text).Fix(at.node.Span, at.node.Text)
	case slices.Contains(allowed, Values[at.node.Text]):
		found.Hint("write %s", Values[at.node.Text]).Suggest(at.node.Span, Values[at.node.Text])
	default:
		found.DidYouMean(at.node.Text, allowed)
	}
}

func (c *shapeChecker) wrongType(at place, types []string, within map[string]any) {
	at.node.Wrong = true
	span := at.node.Span
	if at.node.IsNull() && span.Start == span.End && at.name != nil {
		span = at.name.Span
	}
	found := c.Add(fieldTypeMismatch, span, "%s must be %s, not %s", at.label(), yamlsrc.OneOf(typeNames(types)), at.node.Describe())
	if plain, ok := at.node.Unquoted(types); ok {
		found.HintPlain(at.node.Text, plain)
		return
	}
	if at.name != nil && at.name.Text == "deprecated" && at.node.Tag == yamlsrc.TagBool {
		found.Hint("say what to use instead, such as deprecated: %s", example(within))
		return
	}
	if at.isText(types) {
		text := diag.Quote(at.node.Text)
		found.Hint("write %s, in quotes", text).Fix(at.node.Span, text)
		return
	}
	if meant := at.meantAs(types, within); meant != "" {
		found.Hint("write %s", meant).Suggest(at.node.Span, meant)
		return
	}
	if at.node.Kind == yamlsrc.List && len(at.node.Items) > 1 && slices.Contains(types, "string") {
		found.Hint("%s", Plans["enum"])
		return
	}
	hintExample(found, at, within)
}

// label names a place for a message.
func (p place) label() string {
	switch {
	case p.name != nil:
		return diag.Quote(p.name.Text)
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

// Check validates a file against the JSON Schema and reports what does
// not fit in our own words.
func Check(root *yamlsrc.Node, r *yamlsrc.Report) {
	shape := theShape()
	err := shape.compiled.Validate(named(root.JSON()))
	invalid, ok := err.(*validation)
	if !ok {
		return
	}
	c := shapeChecker{Report: r, shape: shape, root: root}
	c.walk(invalid)
}
