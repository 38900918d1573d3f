package diag

import (
	"cmp"
	"slices"
)

// Subject is what a rule looks at.
type Subject uint8

// The subjects, in the order in which people meet them.
const (
	OnSchemas   Subject = iota // schema files
	OnOutput                   // generated code, and where it goes
	OnFiles                    // what a check is told to read, and comments to it
	OnPrompts                  // the text of one prompt
	OnGo                       // one package of Go
	OnPython                   // the Python files of a project
	OnProjects                 // all prompts and code that use the keys of a schema
	OnAgents                   // the graph of agents and keys
	OnReleases                 // two versions of a schema
	OnDatabases                // what is stored
)

var subjects = []string{
	"schemas", "generated code", "files and comments", "prompts", "Go", "Python", "projects", "agents and keys", "releases", "databases",
}

// String is the subject as a page names it: "generated code".
func (s Subject) String() string { return subjects[s] }

// registry has each rule once, by subject and ID, as its own file gives it while the program begins.
var registry Rules

// Register makes a rule known. Each rule does so in its own file, which is all that there is to adding one.
func Register(on Subject, r Rule) Rule {
	if _, ok := FindRule(r.ID); ok {
		panic("two rules are called " + r.ID)
	}
	r.On = on
	at, _ := slices.BinarySearchFunc(registry, r, func(a, b Rule) int { return cmp.Or(cmp.Compare(a.On, b.On), cmp.Compare(a.ID, b.ID)) })
	registry = slices.Insert(registry, at, r)
	return r
}

// FindRule returns the rule of an ID, of the packages that a program has, and whether there is one.
func FindRule(id string) (Rule, bool) { return registry.Find(id) }

// AllRules are the rules of the packages that a program has, by subject and ID.
func AllRules() Rules { return slices.Clone(registry) }

// RulesOn are those that look at one of the subjects.
func RulesOn(subjects ...Subject) Rules {
	return slices.DeleteFunc(AllRules(), func(r Rule) bool { return !slices.Contains(subjects, r.On) })
}

// IsOn reports whether a rule of that ID looks at a subject.
func IsOn(subject Subject, id string) bool {
	r, ok := FindRule(id)
	return ok && r.On == subject
}
