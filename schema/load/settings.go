package load

import (
	"go/token"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

// settings reads the fields of the main file that are not declarations.
func (l *loader) settings(name string, root *yamlsrc.Node) *schema.Schema {
	s := &schema.Schema{File: name, Out: "."}
	s.Package, s.PackageSpan = l.packageName(root)
	s.OutSpan = diag.Span{File: name}
	if out, at := root.Str("out"); at != nil {
		s.OutSpan = at.Span
		s.Out = path.Clean(out)
		if path.IsAbs(out) || strings.Contains(out, `\`) {
			l.Say(absoluteOut, at.Span, diag.Name(out))
		}
	}
	for _, item := range root.Strings("targets") {
		s.Targets = append(s.Targets, schema.Target{Name: item.Text, Span: item.Span})
	}
	l.oneAdapter(s.Targets)
	s.Grammar = grammar(root)
	for _, item := range root.Strings("languages") {
		s.Languages = append(s.Languages, item.Text)
	}
	for _, item := range root.Strings("foreign") {
		s.Foreign = append(s.Foreign, item.Text)
	}
	s.Check = l.check(root.Get("check"))
	return s
}

func (l *loader) packageName(root *yamlsrc.Node) (string, diag.Span) {
	name, at := root.Str("package")
	if at == nil {
		return "", diag.Span{File: root.Span.File}
	}
	if !token.IsIdentifier(name) || name == "_" {
		l.Say(notAPackage, at.Span, diag.Name(name))
		return "", at.Span
	}
	return name, at.Span
}

// oneAdapter reports an adapter beside another, which would be emitted under the same
// names, and a target that is there twice.
func (l *loader) oneAdapter(targets []schema.Target) {
	var adapter *schema.Target
	for i, t := range targets {
		if first := slices.IndexFunc(targets[:i], func(o schema.Target) bool { return o.Name == t.Name }); first >= 0 {
			l.Say(targetTwice, t.Span, diag.Name(t.Name)).Related(targets[first].Span, "first written here")
			continue
		}
		switch {
		case !t.IsAdapter():
		case adapter == nil:
			adapter = &targets[i]
		default:
			l.Say(secondAdapter, t.Span).Related(adapter.Span, "first written here")
		}
	}
}

func grammar(root *yamlsrc.Node) instruction.Grammar {
	g := instruction.Grammar{Brace: true}
	dialect := root.TextOf("dialect")
	g.Dialect, _ = instruction.ParseDialect(dialect)
	if diag.Near(dialect, instruction.Eino.String()) { // then it is the one to read texts with
		g.Dialect = instruction.Eino
	}
	if placeholders := root.Strings("placeholders"); len(placeholders) > 0 {
		g.Brace = false
		for _, p := range placeholders {
			g.Brace = g.Brace || p.Text == "brace"
			g.Angle = g.Angle || p.Text == "angle"
		}
	}
	return g
}

func (l *loader) check(n *yamlsrc.Node) schema.Check {
	c := schema.Check{Rules: map[string]schema.RuleLevel{}}
	for _, item := range n.Strings("templates") {
		if !doublestar.ValidatePattern(item.Text) {
			l.Say(notAGlob, item.Span, diag.Name(item.Text))
			continue
		}
		c.Templates = append(c.Templates, schema.Glob{Pattern: item.Text, Span: item.Span})
	}
	c.Sinks = l.sinks(n.Get("sinks"))
	l.duplicateSinks(c.Sinks)
	rules := n.Get("rules")
	if rules == nil || rules.Kind != yamlsrc.Map {
		return c
	}
	for i, rule := range rules.Keys {
		if level := rules.Items[i]; level.IsString() {
			c.Rules[rule.Text] = schema.RuleLevel{Level: level.Text, Span: level.Span}
		}
	}
	return c
}
