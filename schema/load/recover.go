package load

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/internal/shape"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

// This file finds out what the mistakes in a file leave in doubt.

// fuzzy notes a key whose scope is in doubt, or its very name, too.
func (g *gaps) fuzzy(name string, slip bool) {
	literal, family := name, false
	if i := strings.IndexAny(name, "{}"); i >= 0 {
		literal, family = name[:i], true
	}
	left := schema.Fuzzy(literal, family, slip)
	if left.IsEmpty() {
		g.Keys = true // it says nothing of what is meant
		return
	}
	g.Names = append(g.Names, left)
	if i := strings.LastIndexByte(literal, ':'); i >= 0 {
		g.Names = append(g.Names, schema.Fuzzy(literal[i+1:], family, slip))
	}
}

// misplaced notes what may be in a wrong place, because of its indentation:
// a key, several below the name of their scope, or a field of the top.
func (g *gaps) misplaced(root *yamlsrc.Node, name string, body *yamlsrc.Node) {
	g.fuzzy(name, true)
	if scope, ok := runtime.ParseScope(name); ok && body.Kind == yamlsrc.Map {
		g.Keys = g.Keys || scope == runtime.ScopeSession
		g.Names = append(g.Names, schema.Fuzzy(name, true, false))
	}
	if name == "rules" {
		name = "check"
	}
	if root.Key(name) == nil {
		g.without(name)
	}
}

// misplacedIn notes the fields of a mapping that it can't have.
func (g *gaps) misplacedIn(root, body *yamlsrc.Node, known string) {
	for i, key := range body.Keys {
		if !shape.IsField(key.Text, known) {
			g.misplaced(root, key.Text, body.Items[i])
		}
	}
}

// fuzzyScope reports whether it is not known which scope a declaration gives
// its key: a field of an unknown name may be the one that does.
func fuzzyScope(body *yamlsrc.Node) bool {
	if body.Kind != yamlsrc.Map {
		return body.Wrong
	}
	_, at := body.Str("scope")
	return body.Wrong || body.Lost || body.Field("scope") != nil && at == nil ||
		slices.ContainsFunc(body.Keys, func(key *yamlsrc.Node) bool { return !shape.IsField(key.Text, "key") })
}

// wrongSections notes what a file leaves unknown because a field at its top is
// wrong, or has a name that there is not.
func (g *gaps) wrongSections(root *yamlsrc.Node) {
	if root.Kind != yamlsrc.Map || root.Lost || root.Merges {
		g.all()
		return
	}
	known := shape.TopFields()
	for i, key := range root.Keys {
		body := root.Items[i]
		if slices.Contains(known, key.Text) {
			g.wrongSection(root, key.Text, body)
			continue
		}
		g.misplaced(root, key.Text, body)
		for _, field := range meantFields(root, key, body, known) {
			g.without(field)
		}
	}
}

// meantFields returns which fields one of an unknown name may be: those it
// resembles, or else those that are absent and that its value would fit.
func meantFields(root, key, body *yamlsrc.Node, known []string) []string {
	alone := &yamlsrc.Node{Kind: yamlsrc.Map, Keys: []*yamlsrc.Node{key}}
	near := slices.DeleteFunc(slices.Clone(known), func(field string) bool { return !shape.MayMean(alone, field) })
	if len(near) > 0 {
		return near
	}
	fits := map[yamlsrc.Kind][]string{yamlsrc.Map: {"keys", "types"}, yamlsrc.List: {"include", "foreign", "placeholders"}}[body.Kind]
	return slices.DeleteFunc(slices.Clone(fits), func(field string) bool { return root.Key(field) != nil })
}

// wrongSection notes what a field at the top leaves unknown.
func (g *gaps) wrongSection(root *yamlsrc.Node, field string, body *yamlsrc.Node) {
	switch {
	case !body.Broken:
	case body.Wrong || body.Lost:
		g.without(field)
	case field == "keys" || field == "types" || field == "instructions":
		g.wrongEntries(root, field, body)
	case field == "check":
		g.wrongLevels(body)
		g.misplacedEntries(root, body)
	case field != "include": // of which each is looked at alone
		g.without(field)
	}
}

// wrongEntries notes what may belong in another section, and what is below
// an entry.
func (g *gaps) wrongEntries(root *yamlsrc.Node, section string, body *yamlsrc.Node) {
	for i, name := range body.Keys {
		entry := body.Items[i]
		if !entry.Broken {
			continue
		}
		if section != "keys" || slices.Contains(shape.TopFields(), name.Text) || name.Text == "rules" || entry.Kind != yamlsrc.Scalar && entry.Wrong {
			g.misplaced(root, name.Text, entry)
		}
		g.misplacedIn(root, entry, strings.TrimSuffix(section, "s"))
	}
}

// wrongLevels finds out whether the levels of all rules are in doubt, or those
// of a few.
func (g *gaps) wrongLevels(check *yamlsrc.Node) {
	rules := check.Field("rules")
	g.levels = g.levels || shape.MayMean(check, "rules") || rules != nil && (rules.Wrong || rules.Lost)
}

// misplacedEntries notes what is among the fields of check, or among its rules,
// and may be an entry of another section, as at the end of a file.
func (g *gaps) misplacedEntries(root, check *yamlsrc.Node) {
	for i, key := range check.Keys {
		if !shape.IsCheckField(key.Text) {
			g.misplaced(root, key.Text, check.Items[i])
		}
	}
	rules := check.Field("rules")
	if rules == nil || rules.Kind != yamlsrc.Map {
		return
	}
	for i, key := range rules.Keys {
		if !slices.Contains(shape.RuleNames(), key.Text) {
			g.misplaced(root, key.Text, rules.Items[i])
		}
	}
}

// silenceRules switches off the rules whose level is in doubt.
func (g *gaps) silenceRules(c schema.Check, rules *yamlsrc.Node) {
	known := shape.RuleNames()
	if g.levels {
		for _, rule := range known {
			c.Rules[rule] = schema.RuleLevel{Level: "off"}
		}
		return
	}
	if rules == nil || !rules.Broken {
		return
	}
	for i, rule := range rules.Keys {
		switch near := diag.Nearest(rule.Text, known); {
		case slices.Contains(known, rule.Text):
			if rules.Items[i].Broken {
				c.Rules[rule.Text] = schema.RuleLevel{Level: "off"}
			}
		default:
			for _, perhaps := range near {
				c.Rules[perhaps] = schema.RuleLevel{Level: "off"}
			}
		}
	}
}
