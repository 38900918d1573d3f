package schema

import (
	"go/token"
	"path"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// settings reads the fields of the main file that are not declarations.
func (l *loader) settings(name string, root *node) *Schema {
	s := &Schema{File: name, Out: "."}
	s.Package, s.PackageSpan = l.packageName(root)
	s.OutSpan = diag.Span{File: name}
	if out, at := root.str("out"); at != nil {
		s.OutSpan = at.span
		s.Out = path.Clean(out)
		if path.IsAbs(out) || strings.Contains(out, `\`) {
			l.add(idInvalidPath, at.span, "the output folder %s must be a relative path with slashes", diag.Quote(out)).
				hint("write it relative to this file, such as . or ../state")
		}
	}
	for _, item := range root.strings("targets") {
		s.Targets = append(s.Targets, Target{Name: item.text, Span: item.span})
	}
	l.oneADK(s.Targets)
	s.Grammar = grammar(root)
	for _, item := range root.strings("foreign") {
		s.Foreign = append(s.Foreign, item.text)
	}
	s.Check = l.check(root.get("check"))
	l.gaps.silenceRules(s.Check, root.get("check").get("rules"))
	return s
}

func (l *loader) packageName(root *node) (string, diag.Span) {
	name, at := root.str("package")
	if at == nil {
		return "", diag.Span{File: root.span.File}
	}
	if !token.IsIdentifier(name) || name == "_" {
		l.add(idInvalidName, at.span, "%s can't be the name of a Go package", diag.Quote(name)).
			hint("use lower-case letters and digits, such as bookingstate")
		return "", at.span
	}
	return name, at.span
}

// oneADK reports a target that is listed twice: both versions of ADK would be
// emitted under the same names.
func (l *loader) oneADK(targets []Target) {
	for i, t := range targets {
		if i > 0 {
			l.add(idDuplicateValue, t.Span, "a schema has one ADK target").
				hint("keep one; another schema that includes this one can have the other").related(targets[0].Span, "first written here")
		}
	}
}

func grammar(root *node) instruction.Grammar {
	g := instruction.Grammar{Brace: true}
	if root.string("dialect") == instruction.Stategen.String() {
		g.Dialect = instruction.Stategen
	}
	if placeholders := root.strings("placeholders"); len(placeholders) > 0 {
		g.Brace = false
		for _, p := range placeholders {
			g.Brace = g.Brace || p.text == "brace"
			g.Angle = g.Angle || p.text == "angle"
		}
	}
	return g
}

func (l *loader) check(n *node) Check {
	c := Check{Rules: map[string]RuleLevel{}}
	for _, item := range n.strings("templates") {
		if !doublestar.ValidatePattern(item.text) {
			l.add(idInvalidPath, item.span, "%s is no pattern of file names", diag.Quote(item.text)).
				hint("write, for example, prompts/**/*.md")
			continue
		}
		c.Templates = append(c.Templates, Glob{Pattern: item.text, Span: item.span})
	}
	rules := n.get("rules")
	if rules == nil || rules.kind != mapNode {
		return c
	}
	for i, rule := range rules.keys {
		if level := rules.items[i]; level.isString() {
			c.Rules[rule.text] = RuleLevel{Level: level.text, Span: level.span}
		}
	}
	return c
}
