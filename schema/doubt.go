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
	if lettersOf(literal) == "" {
		g.keys = true // it says nothing of what is meant
		return
	}
	g.names = append(g.names, vagueName{lettersOf(literal), family, slip})
	if i := strings.LastIndexByte(literal, ':'); i >= 0 {
		g.names = append(g.names, vagueName{lettersOf(literal[i+1:]), family, slip})
	}
}

// misplaced notes what may stand in a wrong place, because of its indentation:
// a key, several below the name of their scope, or a field of the top.
func (l *loader) misplaced(root *node, name string, body *node) {
	l.gaps.vague(name, true)
	if scope, ok := runtime.ParseScope(name); ok && body.kind == mapNode {
		l.gaps.keys = l.gaps.keys || scope == runtime.ScopeSession
		l.gaps.names = append(l.gaps.names, vagueName{letters: name, open: true})
	}
	if name == "rules" {
		name = "check"
	}
	if root.key(name) == nil {
		l.gaps.without(name)
	}
}

// misplacedIn notes the fields of a mapping that it can't have.
func (l *loader) misplacedIn(root, body *node, known string) {
	for i, key := range body.keys {
		if !l.isField(key.text, known) {
			l.misplaced(root, key.text, body.items[i])
		}
	}
}

// isField reports whether a definition of the JSON Schema has a field.
func (l *loader) isField(name, definition string) bool {
	fields, _ := l.shape.at("#/definitions/" + definition + "/properties").(map[string]any)
	_, ok := fields[name]
	return ok
}

// vagueScope reports whether it is not known which scope a declaration gives
// its key: a field of an unknown name may be the one that does.
func (l *loader) vagueScope(body *node) bool {
	if body.kind != mapNode {
		return body.wrong
	}
	_, at := body.str("scope")
	return body.wrong || body.lost || body.field("scope") != nil && at == nil ||
		slices.ContainsFunc(body.keys, func(key *node) bool { return !l.isField(key.text, "key") })
}

// wrongSections notes what a file leaves unknown because a field at its top is
// wrong, or has a name that there is not.
func (l *loader) wrongSections(root *node) {
	if root.kind != mapNode || root.lost || root.merges {
		l.gaps.everything()
		return
	}
	known := l.topFields()
	for i, key := range root.keys {
		body := root.items[i]
		if slices.Contains(known, key.text) {
			l.wrongSection(root, key.text, body)
			continue
		}
		l.misplaced(root, key.text, body)
		for _, field := range meantFields(root, key, body, known) {
			l.gaps.without(field)
		}
	}
}

// meantFields returns which fields one of an unknown name may be: those it
// resembles, or else those that are absent and that its value would fit.
func meantFields(root, key, body *node, known []string) []string {
	alone := &node{kind: mapNode, keys: []*node{key}}
	near := slices.DeleteFunc(slices.Clone(known), func(field string) bool { return !alone.mayMean(field) })
	if len(near) > 0 {
		return near
	}
	fits := map[nodeKind][]string{mapNode: {"keys", "types"}, listNode: {"include", "foreign", "placeholders"}}[body.kind]
	return slices.DeleteFunc(slices.Clone(fits), func(field string) bool { return root.key(field) != nil })
}

// wrongSection notes what a field at the top leaves unknown.
func (l *loader) wrongSection(root *node, field string, body *node) {
	switch {
	case !body.broken:
	case body.wrong || body.lost:
		l.gaps.without(field)
	case field == "keys" || field == "types" || field == "instructions":
		l.wrongEntries(root, field, body)
	case field == "check":
		l.wrongLevels(body)
		l.strangersIn(root, body)
	case field != "include": // of which each is looked at alone
		l.gaps.without(field)
	}
}

// wrongEntries notes what may belong into another section, and what stands below
// an entry.
func (l *loader) wrongEntries(root *node, section string, body *node) {
	for i, name := range body.keys {
		entry := body.items[i]
		if !entry.broken {
			continue
		}
		if section != "keys" || slices.Contains(l.topFields(), name.text) || name.text == "rules" || entry.kind != scalarNode && entry.wrong {
			l.misplaced(root, name.text, entry)
		}
		l.misplacedIn(root, entry, strings.TrimSuffix(section, "s"))
	}
}

// wrongLevels finds out whether the levels of all rules are in doubt, or those
// of a few.
func (l *loader) wrongLevels(check *node) {
	rules := check.field("rules")
	l.gaps.levels = l.gaps.levels || check.mayMean("rules") || rules != nil && (rules.wrong || rules.lost)
}

// strangersIn notes what stands among the fields of check, or among its rules,
// and may be an entry of another section, as at the end of a file.
func (l *loader) strangersIn(root, check *node) {
	fields, _ := l.shape.at("#/properties/check/properties").(map[string]any)
	for i, key := range check.keys {
		if _, known := fields[key.text]; !known {
			l.misplaced(root, key.text, check.items[i])
		}
	}
	rules := check.field("rules")
	if rules == nil || rules.kind != mapNode {
		return
	}
	for i, key := range rules.keys {
		if !slices.Contains(l.shape.ruleNames(), key.text) {
			l.misplaced(root, key.text, rules.items[i])
		}
	}
}

// silenceRules switches off the rules whose level is in doubt.
func (l *loader) silenceRules(c Check, rules *node) {
	known := l.shape.ruleNames()
	if l.gaps.levels {
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
