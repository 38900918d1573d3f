package agentfiles

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/check/keys"
	"github.com/seed92179c4c/stategen/diag"
)

var pythonKinds = map[keys.UseKind]audit.Kind{
	keys.Get: audit.Read, keys.Set: audit.Write, keys.Clear: audit.Delete, keys.Output: audit.Output, keys.Begin: audit.Initial,
}

var pythonForms = map[string]audit.Form{
	"string": audit.String, "int": audit.Int, "float": audit.Float, "bool": audit.Bool, "list": audit.List, "object": audit.Object,
}

func (s *Surveyed) readPython() {
	s.readUses()
	s.readGuesses()
	s.readTexts()
	shown := s.readShown()
	for _, u := range slices.Concat(s.python.Unread, s.python.Whole) {
		if !u.Test {
			s.Open = append(s.Open, s.openOf(u, shown))
		}
	}
}

func (s *Surveyed) readUses() {
	for i, u := range s.python.Uses {
		fact := audit.Fact{
			Key: u.Key, Kind: pythonKinds[u.Kind], Place: u.Span, Programs: s.programsOf(u.Span.File), Optional: !u.Required, Test: u.Test,
			Delta: u.Delta, Answer: s.survey.Final[i], Own: u.Own, Empty: u.Empty, App: u.App, Tool: s.survey.Tools[i] != "", By: s.survey.Tools[i], Bare: s.survey.Bare[i],
		}
		if u.FromRead {
			fact.Kind = audit.Merge
		}
		if fact.Kind != audit.Read {
			fact.Type = audit.Type{Form: pythonForms[u.Type]}
		}
		s.facts = append(s.facts, fact)
	}
}

// readGuesses keeps texts that may be keys, and where one may be read by such a text.
func (s *Surveyed) readGuesses() {
	for _, g := range s.survey.Guesses {
		fact := audit.Fact{Key: g.Key, Place: g.Span, Programs: s.parts.of(g.Span.File), Optional: g.Optional, Guessed: true}
		if g.Written {
			fact.Kind = audit.Write
		} else {
			s.Open = append(s.Open, audit.Open{Place: g.Span, Programs: fact.Programs, Reads: true, OnlyNamed: true})
		}
		s.facts = append(s.facts, fact)
	}
}

func (s *Surveyed) readTexts() {
	checker := check.New(audit.NoKeys())
	for _, t := range slices.Concat(s.python.Texts, s.python.Partial) {
		var uses []keys.Use
		if t.ADK {
			uses = checker.UndeclaredIn(t.Text)
			s.placeholders(uses, t.Test, !t.Chosen)
		}
		if !t.Test {
			s.doubtful(checker.UsesIn(t.Text), uses)
		}
	}
}

// programsOf are those that a file is a part of; all, if it begins sessions of others.
func (s *Surveyed) programsOf(file string) []string {
	if slices.Contains(s.python.Remote, file) {
		return nil
	}
	return s.parts.of(file)
}

func (s *Surveyed) readConfigs() {
	checker := check.New(audit.NoKeys())
	for _, c := range s.configs {
		uses, err := checker.UndeclaredInConfig(c)
		if err != nil && isADKs(c) { // YAML of other kinds is left alone
			s.Problems = append(s.Problems, c.Name+" was not audited to its end: "+strings.TrimPrefix(err.Error(), "yaml: "))
		}
		s.placeholders(uses, false, isADKs(c))
		s.doubtful(checker.Uses([]*diag.Source{c}), uses)
	}
}

// doubtful adds the placeholders that are among all, and not among the others: in doubled braces,
// which ADK reads, too, or in a text that a program may change before. Where nothing sets such a
// key they may be none.
func (s *Surveyed) doubtful(all, others []keys.Use) {
	known := map[diag.Span]bool{}
	for _, o := range others {
		known[o.Span] = true
	}
	for _, u := range all {
		if u.Kind == keys.Placeholder && !known[u.Span] {
			s.unsure = append(s.unsure, audit.Fact{
				Key: u.Key, Kind: audit.Placeholder, Place: u.Span, Programs: s.parts.of(u.Span.File), Optional: true,
			})
		}
	}
}

// sure are the facts that doubtful placeholders are, of keys that something in their program sets.
func (s *Surveyed) sure() (list []audit.Fact) {
	set := map[place]bool{}
	for _, fact := range s.facts {
		at := place{s.parts.find(fact.Place.File), fact.Key}
		set[at] = set[at] || !fact.Guessed && fact.Writes()
	}
	for _, fact := range s.unsure {
		if set[place{s.parts.find(fact.Place.File), fact.Key}] {
			list = append(list, fact)
		}
	}
	return list
}

// placeholders adds those of a text. Where ADK gets it as it is, the run ends if one is
// missing. Who reads the answer of a root agent, or of another kit's, is not seen.
func (s *Surveyed) placeholders(uses []keys.Use, test, adk bool) {
	for _, u := range uses {
		fact := audit.Fact{
			Key: u.Key, Kind: audit.Placeholder, Place: u.Span, Programs: s.parts.of(u.Span.File), Optional: u.Optional, Test: test,
			Fails: adk && !u.Optional,
		}
		if u.Kind == keys.Output {
			fact.Kind, fact.Type = audit.Output, audit.Type{Form: audit.String, Name: "string"}
			fact.Answer = !adk || isRoot(u.Span.File)
		}
		s.facts = append(s.facts, fact)
	}
}
