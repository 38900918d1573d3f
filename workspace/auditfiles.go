package workspace

import (
	"bytes"
	"context"
	"path"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/check"
	"github.com/seed92179c4c/stategen/check/keys"
	"github.com/seed92179c4c/stategen/check/pythonagents"
	"github.com/seed92179c4c/stategen/check/statelint"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/schema"
)

// filesAudit is what files say that are not Go.
type filesAudit struct {
	python  pythonagents.Found
	survey  pythonagents.Survey
	configs []*diag.Source
	facts   []audit.Fact
	unsure  []audit.Fact // doubtful placeholders
	open    []audit.Open
	parts   programParts
	sources diag.Sources
	// required are the files that list what Python code needs.
	required []string
	// together are the places that one finding is about, of which it shows the first.
	together [][]diag.Span
}

// readFiles surveys Python files, and the agent configurations that no Go module has.
func (a *auditing) readFiles(ctx context.Context, files agentFiles) (*filesAudit, error) {
	f := &filesAudit{sources: a.Sources, required: files.required}
	for _, path := range files.odd {
		a.Problems = append(a.Problems, shown(path)+" was not audited: it is a link, a pipe, or something else that is no file")
	}
	sources, err := a.sourcesOf(ctx, files.python)
	if err != nil {
		return nil, err
	}
	f.python = pythonagents.ReadWith(sources, a.textsOf(files.texts))
	a.files = f
	a.fillEscaped(f.python.Texts, f.python.Partial)
	if f.configs, err = a.sourcesOf(ctx, files.configs); err != nil {
		return nil, err
	}
	f.configs = slices.DeleteFunc(f.configs, func(c *diag.Source) bool { // YAML of other kinds, which can be long
		return !mentions(c, "instruction", "output_key", "config_path", "systemMessage")
	})
	if f.python.Files == 0 && !slices.ContainsFunc(f.configs, speaksOfADK) {
		a.Foreign = len(sources)
		f.python, f.configs = pythonagents.Found{}, nil
		return f, nil
	}
	f.survey = f.python.Survey()
	f.parts = partsOf(sources, f.configs, f.python)
	f.open = f.parts.link(sources, f.configs)
	f.readPython()
	a.Problems = append(a.Problems, f.readConfigs()...)
	for _, path := range f.python.Sessions {
		a.project.Begins = append(a.project.Begins, f.parts.of(path)...)
	}
	a.project.Agents = appendAgents(a.project.Agents, f.agents())
	a.project.Texts = append(a.project.Texts, f.texts()...)
	a.Python, a.Configs = f.python.Files, len(f.configs)
	a.project.Facts = append(a.project.Facts, linkedParts(f.python).apart(slices.Concat(f.facts, f.sure()))...)
	a.project.Open = append(a.project.Open, f.open...)
	for _, u := range f.python.Unread {
		if !u.Test {
			a.Unresolved = append(a.Unresolved, statelint.NotChecked{Span: u.Span, Reason: u.Reason})
		}
	}
	return f, nil
}

// textsOf are files of which Python code may read some as prompts.
func (a *auditing) textsOf(paths []string) (texts pythonagents.Texts) {
	named := map[string]string{}
	for _, path := range paths {
		named[shown(path)] = path
		texts.Paths = append(texts.Paths, shown(path))
	}
	texts.Read = func(name string) (string, bool) {
		text, err := a.disk().Read(named[name])
		if err != nil || check.AsText(text) != nil {
			return "", false
		}
		a.Sources[name] = diag.NewSource(name, text)
		return string(text), true
	}
	return texts
}

// sourcesOf reads files, and says of those that are no text that people write.
func (a *auditing) sourcesOf(ctx context.Context, paths []string) (list []*diag.Source, err error) {
	for _, path := range paths {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		name := shown(path)
		text, err := a.disk().Read(path)
		if err == nil {
			err = check.AsText(text)
		}
		if err != nil {
			a.Problems = append(a.Problems, name+" was not audited: "+err.Error())
			continue
		}
		source := diag.NewSource(name, text)
		a.Sources[name] = source
		list = append(list, source)
	}
	return list, nil
}

var pythonKinds = map[keys.UseKind]audit.Kind{
	keys.Get: audit.Read, keys.Set: audit.Write, keys.Clear: audit.Delete, keys.Output: audit.Output, keys.Begin: audit.Initial,
}

var pythonForms = map[string]audit.Form{
	"string": audit.String, "int": audit.Int, "float": audit.Float, "bool": audit.Bool, "list": audit.List, "object": audit.Object,
}

func (f *filesAudit) readPython() {
	for i, u := range f.python.Uses {
		fact := audit.Fact{
			Key: u.Key, Kind: pythonKinds[u.Kind], Place: u.Span, Programs: f.parts.of(u.Span.File), Optional: !u.Required, Test: u.Test,
			Delta: u.Delta, Answer: f.survey.Final[i], Tool: f.survey.Tools[i] != "", By: f.survey.Tools[i], Bare: f.survey.Bare[i],
		}
		if u.FromRead {
			fact.Kind = audit.Merge
		}
		if fact.Kind != audit.Read {
			fact.Type = audit.Type{Form: pythonForms[u.Type]}
		}
		f.facts = append(f.facts, fact)
	}
	for _, g := range f.survey.Guesses {
		in := f.parts.of(g.Span.File)
		if g.Written {
			f.facts = append(f.facts, audit.Fact{Key: g.Key, Kind: audit.Write, Place: g.Span, Programs: in, Optional: g.Optional, Guessed: true})
			continue
		}
		f.facts = append(f.facts, audit.Fact{Key: g.Key, Place: g.Span, Programs: in, Guessed: true})
		f.open = append(f.open, audit.Open{Place: g.Span, Programs: in, Reads: true, Store: true})
	}
	checker := check.New((audit.Project{}).Schema())
	for _, t := range slices.Concat(f.python.Texts, f.python.Partial) {
		var uses []keys.Use
		if t.ADK {
			uses = checker.UndeclaredIn(t.Text)
			f.placeholders(uses, t.Test, !t.Chosen)
		}
		if !t.Test {
			f.doubtful(checker.UsesIn(t.Text), uses)
		}
	}
	for _, u := range slices.Concat(f.python.Unread, f.python.Whole) {
		if !u.Test {
			f.open = append(f.open, audit.Open{
				Place: u.Span, Reason: u.Reason, Reads: u.Reads, Writes: u.Writes, Within: u.Within, Copied: u.Copied, Programs: f.parts.of(u.Span.File),
			})
		}
	}
}

func (f *filesAudit) readConfigs() (problems []string) {
	checker := check.New((audit.Project{}).Schema())
	for _, c := range f.configs {
		uses, err := checker.UndeclaredInConfig(c)
		if err != nil && isADKs(c) { // YAML of other kinds is left alone
			problems = append(problems, c.Name+" was not audited to its end: "+strings.TrimPrefix(err.Error(), "yaml: "))
		}
		f.placeholders(uses, false, isADKs(c))
		f.doubtful(checker.Uses([]*diag.Source{c}), uses)
	}
	return problems
}

// doubtful adds the placeholders that are among all, and not among the others: in doubled braces,
// which ADK reads, too, or in a text that a program may change before. Where nothing sets such a
// key they may be none.
func (f *filesAudit) doubtful(all, others []keys.Use) {
	for _, u := range all {
		if u.Kind == keys.Placeholder && !slices.ContainsFunc(others, func(o keys.Use) bool { return o.Span == u.Span }) {
			f.unsure = append(f.unsure, audit.Fact{
				Key: u.Key, Kind: audit.Placeholder, Place: u.Span, Programs: f.parts.of(u.Span.File), Optional: true,
			})
		}
	}
}

// sure are the facts that doubtful placeholders are, of keys that something in their program sets.
func (f *filesAudit) sure() (list []audit.Fact) {
	set := map[place]bool{}
	for _, fact := range f.facts {
		at := place{f.parts.find(fact.Place.File), fact.Key}
		set[at] = set[at] || !fact.Guessed && fact.Kind == audit.Write || fact.Kind == audit.Merge || fact.Kind == audit.Output || fact.Kind == audit.Initial
	}
	for _, fact := range f.unsure {
		if set[place{f.parts.find(fact.Place.File), fact.Key}] {
			list = append(list, fact)
		}
	}
	return list
}

// placeholders adds those of a text. Where ADK gets it as it is, the run ends if one is
// missing. Who reads the answer of a root agent, or of another kit's, is not seen.
func (f *filesAudit) placeholders(uses []keys.Use, test, adk bool) {
	for _, u := range uses {
		fact := audit.Fact{
			Key: u.Key, Kind: audit.Placeholder, Place: u.Span, Programs: f.parts.of(u.Span.File), Optional: u.Optional, Test: test,
			Fails: adk && !u.Optional,
		}
		if u.Kind == keys.Output {
			fact.Kind, fact.Type = audit.Output, audit.Type{Form: audit.String, Name: "string"}
			fact.Answer = !adk || isRoot(u.Span.File)
		}
		f.facts = append(f.facts, fact)
	}
}

// against checks the prompts with the rules that need to know which keys there are.
func (f *filesAudit) against(s *schema.Schema) (list diag.List) {
	c := check.New(s)
	for _, t := range f.python.Texts {
		list = append(list, inPython(c, t)...)
	}
	for _, t := range f.python.Partial {
		list = append(list, slices.DeleteFunc(inPython(c, t), isOfUnknown)...)
	}
	for _, config := range f.configs {
		found := audit.Undeclared(c.ConfigTexts(config), audit.UnknownStorage)
		if !isADKs(config) {
			found = asLikely(found)
		}
		list = append(list, found...)
	}
	return slices.Concat(f.shown(list), f.copied(), f.mutated(), f.inPlace(), f.inRun(), f.keyNames())
}

// isADKs reports whether ADK itself reads a configuration, so that its texts reach ADK
// as they are.
func isADKs(config *diag.Source) bool {
	return isRoot(config.Name) || mentions(config, "agent_class:")
}

// isRoot reports whether a configuration is that of a root agent, by its name.
func isRoot(config string) bool {
	base := path.Base(config)
	return base == "root_agent.yaml" || base == "root_agent.yml"
}

// speaksOfADK reports whether a configuration shows that a project has to do with ADK, or
// with kagent, which is made of it.
func speaksOfADK(config *diag.Source) bool {
	return isADKs(config) || mentions(config, "output_key:", "google.adk", "google/adk", "kagent.dev/")
}

func mentions(config *diag.Source, words ...string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return bytes.Contains(config.Text, []byte(word)) })
}

// asLikely is findings in texts that a program may change before ADK sees them. Doubled
// braces are what it is likely to replace.
func asLikely(list diag.List) (likely diag.List) {
	for _, d := range list {
		if d.ID == "literal-braces" {
			continue
		}
		if d.Severity == diag.Error {
			d.Severity = diag.Warning
			d.Hint += "; nothing is wrong if the program replaces this itself"
		}
		likely = append(likely, d)
	}
	return likely
}

// shown drops what is said of doubled braces around a key that is used, or has the mark of one that
// may be missing: its value is nearly always meant. Around another key it leaves it open whether they are a mistake in programs that
// may set it somewhere.
func (f *filesAudit) shown(list diag.List) diag.List {
	writers := f.writers()
	list = slices.DeleteFunc(list, func(d diag.Diagnostic) bool {
		return d.ID == "literal-braces" && (strings.HasPrefix(d.Message, "ADK shows") || f.isMarked(d.Span))
	})
	for i, d := range list {
		if d.ID == "literal-braces" && d.Severity == diag.Error && writers[f.parts.program(d.Span.File)] {
			list[i].Severity = diag.Warning
			list[i].Hint += "; nothing is wrong if what could not be read sets the key, whose value is meant"
		}
	}
	return list
}

// isMarked reports whether a placeholder says itself that its key may be missing.
func (f *filesAudit) isMarked(at diag.Span) bool {
	source := f.sources[at.File]
	return source != nil && at.End <= len(source.Text) && bytes.ContainsRune(source.Text[at.Start:at.End], '?')
}

// writers are the programs that write keys which nobody knows.
func (f *filesAudit) writers() map[string]bool {
	all := map[string]bool{}
	for _, o := range f.open {
		for _, program := range o.Programs {
			all[program] = all[program] || o.Writes
		}
	}
	return all
}

// mutated reports values that are changed in place: a session stores what is set. It is
// certain for keys that their file never sets. A temp key lives as long as the value.
func (f *filesAudit) mutated() (list diag.List) {
	writers := f.writers()
	sets := map[place][]pythonagents.Use{}
	for _, u := range f.python.Uses {
		if u.Kind == keys.Set {
			at := place{u.Span.File, u.Key}
			sets[at] = append(sets[at], u)
		}
	}
	for _, u := range f.python.Uses {
		of := sets[place{u.Span.File, u.Key}]
		if !u.Mutates || u.Test || u.Partial || strings.HasPrefix(u.Key, "temp:") || isStored(u, of) || isOfRun(u, of) {
			continue
		}
		d := diag.Diagnostic{
			ID: "direct-state-mutation", Severity: diag.Error, Span: u.Span,
			Message: "the value of " + diag.Quote(u.Key) + " is changed in place, which no session stores",
			Hint:    "change a copy, and set the key to it",
		}
		switch {
		case len(of) > 0:
			d.Severity = diag.Warning
			d.Hint += "; nothing is wrong if the key was set to this very value by the same call"
		case u.Passed:
			d.Severity = diag.Warning
			d.Hint += "; nothing is wrong if the session is the one that its service keeps"
		case writers[f.parts.program(u.Span.File)]: // such as a state delta of the whole state
			d.Severity = diag.Warning
			d.Hint += "; nothing is wrong if what could not be read sets the key, too"
		}
		list = append(list, d)
	}
	return list
}

// inRun reports keys that are set in the session of a run itself, each once in a program.
// A state delta that sets the key, too, stores it.
func (f *filesAudit) inRun() (list diag.List) {
	first, stored := map[place]int{}, map[place]bool{}
	for _, u := range f.python.Uses {
		at := place{f.parts.find(u.Span.File), u.Key}
		stored[at] = stored[at] || u.Delta
	}
	for _, u := range f.python.Uses {
		at := place{f.parts.find(u.Span.File), u.Key}
		if !u.InRun || u.Kind != keys.Set || u.Test || stored[at] || strings.HasPrefix(u.Key, "temp:") {
			continue
		}
		if n, ok := first[at]; ok {
			if related := &list[n].Related; len(*related) < 3 {
				*related = append(*related, diag.Related{Span: u.Span, Message: "it is set here, too"})
			}
			continue
		}
		first[at] = len(list)
		list = append(list, diag.Diagnostic{
			ID: "direct-state-mutation", Severity: diag.Warning, Span: u.Span,
			Message: "ADK doesn't store what is written to the session of a run: it is gone when the run ends",
			Hint:    "yield an event with a state delta; nothing is wrong if only this run needs it",
		})
	}
	return list
}

type place struct{ file, key string }

// isOfRun reports whether a value is that of a key which is set in the session of the run:
// that is found already.
func isOfRun(u pythonagents.Use, sets []pythonagents.Use) bool {
	return u.InRun && slices.ContainsFunc(sets, func(s pythonagents.Use) bool { return s.InRun })
}

// mostSets is how many places that set one key are looked at.
const mostSets = 100

// isStored reports whether a value that is changed in place is set, too: later in the
// function, or before that whatever happens.
func isStored(u pythonagents.Use, sets []pythonagents.Use) bool {
	if len(sets) > mostSets {
		return true
	}
	return slices.ContainsFunc(sets, func(s pythonagents.Use) bool {
		return s.Func == u.Func && (s.Span.Start > u.Span.Start || !s.Guarded || s.Block == u.Block)
	})
}
