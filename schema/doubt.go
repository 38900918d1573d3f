package schema

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime"
)

// This file finds out what the mistakes in a file leave in doubt.

// vague notes a key whose scope is in doubt, or its very name, too.
func (g *gaps) vague(name string, slip bool) {
	literal, family := name, false
	if i := strings.IndexAny(name, "{}"); i >= 0 {
		literal, family = name[:i], true
	}
	fuzzy := Fuzzy(literal, family, slip)
	if fuzzy.IsEmpty() {
		g.Keys = true // it says nothing of what is meant
		return
	}
	g.Names = append(g.Names, fuzzy)
	if i := strings.LastIndexByte(literal, ':'); i >= 0 {
		g.Names = append(g.Names, Fuzzy(literal[i+1:], family, slip))
	}
}

// misplaced notes what may stand in a wrong place, because of its indentation:
// a key, several below the name of their scope, or a field of the top.
func (g *gaps) misplaced(root *node, name string, body *node) {
	g.vague(name, true)
	if scope, ok := runtime.ParseScope(name); ok && body.kind == mapNode {
		g.Keys = g.Keys || scope == runtime.ScopeSession
		g.Names = append(g.Names, Fuzzy(name, true, false))
	}
	if name == "rules" {
		name = "check"
	}
	if root.key(name) == nil {
		g.without(name)
	}
}

// misplacedIn notes the fields of a mapping that it can't have.
func (g *gaps) misplacedIn(root, body *node, known string) {
	for i, key := range body.keys {
		if !isField(key.text, known) {
			g.misplaced(root, key.text, body.items[i])
		}
	}
}

// vagueScope reports whether it is not known which scope a declaration gives
// its key: a field of an unknown name may be the one that does.
func vagueScope(body *node) bool {
	if body.kind != mapNode {
		return body.wrong
	}
	_, at := body.str("scope")
	return body.wrong || body.lost || body.field("scope") != nil && at == nil ||
		slices.ContainsFunc(body.keys, func(key *node) bool { return !isField(key.text, "key") })
}

// wrongSections notes what a file leaves unknown because a field at its top is
// wrong, or has a name that there is not.
func (g *gaps) wrongSections(root *node) {
	if root.kind != mapNode || root.lost || root.merges {
		g.everything()
		return
	}
	known := topFields()
	for i, key := range root.keys {
		body := root.items[i]
		if slices.Contains(known, key.text) {
			g.wrongSection(root, key.text, body)
			continue
		}
		g.misplaced(root, key.text, body)
		for _, field := range meantFields(root, key, body, known) {
			g.without(field)
		}
	}
}

// meantFields returns which fields one of an unknown name may be: those it
// resembles, or else those that are absent and that its value would fit.
func meantFields(root, key, body *node, known []string) []string {
	alone := &node{kind: mapNode, keys: []*node{key}}
	near := slices.DeleteFunc(slices.Clone(known), func(field string) bool { return !mayMean(alone, field) })
	if len(near) > 0 {
		return near
	}
	fits := map[nodeKind][]string{mapNode: {"keys", "types"}, listNode: {"include", "foreign", "placeholders"}}[body.kind]
	return slices.DeleteFunc(slices.Clone(fits), func(field string) bool { return root.key(field) != nil })
}

// wrongSection notes what a field at the top leaves unknown.
func (g *gaps) wrongSection(root *node, field string, body *node) {
	switch {
	case !body.broken:
	case body.wrong || body.lost:
		g.without(field)
	case field == "keys" || field == "types" || field == "instructions":
		g.wrongEntries(root, field, body)
	case field == "check":
		g.wrongLevels(body)
		g.strangersIn(root, body)
	case field != "include": // of which each is looked at alone
		g.without(field)
	}
}

// wrongEntries notes what may belong into another section, and what stands below
// an entry.
func (g *gaps) wrongEntries(root *node, section string, body *node) {
	for i, name := range body.keys {
		entry := body.items[i]
		if !entry.broken {
			continue
		}
		if section != "keys" || slices.Contains(topFields(), name.text) || name.text == "rules" || entry.kind != scalarNode && entry.wrong {
			g.misplaced(root, name.text, entry)
		}
		g.misplacedIn(root, entry, strings.TrimSuffix(section, "s"))
	}
}

// wrongLevels finds out whether the levels of all rules are in doubt, or those
// of a few.
func (g *gaps) wrongLevels(check *node) {
	rules := check.field("rules")
	g.levels = g.levels || mayMean(check, "rules") || rules != nil && (rules.wrong || rules.lost)
}

// strangersIn notes what stands among the fields of check, or among its rules,
// and may be an entry of another section, as at the end of a file.
func (g *gaps) strangersIn(root, check *node) {
	for i, key := range check.keys {
		if !isCheckField(key.text) {
			g.misplaced(root, key.text, check.items[i])
		}
	}
	rules := check.field("rules")
	if rules == nil || rules.kind != mapNode {
		return
	}
	for i, key := range rules.keys {
		if !slices.Contains(ruleNames(), key.text) {
			g.misplaced(root, key.text, rules.items[i])
		}
	}
}

// silenceRules switches off the rules whose level is in doubt.
func (g *gaps) silenceRules(c Check, rules *node) {
	known := ruleNames()
	if g.levels {
		for _, rule := range known {
			c.Rules[rule] = RuleLevel{Level: "off"}
		}
		return
	}
	if rules == nil || !rules.broken {
		return
	}
	for i, rule := range rules.keys {
		switch near := diag.Nearest(rule.text, known); {
		case slices.Contains(known, rule.text):
			if rules.items[i].broken {
				c.Rules[rule.text] = RuleLevel{Level: "off"}
			}
		default:
			for _, perhaps := range near {
				c.Rules[perhaps] = RuleLevel{Level: "off"}
			}
		}
	}
}
