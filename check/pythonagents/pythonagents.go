// Package pythonagents reads Python files for the rules on prompts and keys: what
// internal/python finds, as texts, uses and places.
package pythonagents

import (
	"go/constant"
	"path"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/check/keys"
	"github.com/seed92179c4c/stategen/check/prompt"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/internal/python"
	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// Is reports whether a file is Python source, by its name.
func Is(name string) bool { return path.Ext(name) == ".py" }

// Found is what Python files say about state.
type Found struct {
	read python.Found

	Files int // that import ADK
	Texts []Text
	// Partial are instructions of which a part is known only when the program runs:
	// keys.UnknownPart.
	Partial []Text
	Uses    []Use
	Unread  []Unread
	Whole   []Unread // where a state is read, or handed on, as a whole
	// Imports are the names of files, and of those that they import; Roots those of the
	// files that have a project's root agent.
	Imports [][2]string
	Roots   []string
	// Sessions are the files, other than tests, that create sessions.
	Sessions []string
	// Remote are files that begin sessions of programs that run elsewhere: of any.
	Remote []string
	// InPlace are changes of values whose keys are not known.
	InPlace []InPlace
}

// InPlace is where the value of a key that is not known is changed in place, and the function
// doesn't set it, or only under a condition.
type InPlace struct {
	Span      diag.Span // of the key
	Set, Test bool
	// Copy is whether this is state.update(…) of a session that a service has returned, and Wanted
	// whether something gets that session, or reads it again.
	Copy, Wanted bool
}

// Text is an instruction.
type Text struct {
	prompt.Text
	Agent string // its name, if that is known
	// Composed is whether several strings make the text: a fix would not fit their source.
	Composed bool
	// Formatted is whether an f-string makes the text, in which single braces are doubled.
	Formatted bool
	// ADK is whether the agent is of a class of ADK, which takes the text as it is.
	ADK bool
	// Chosen is whether this is one of several, of which the program takes one when it runs.
	Chosen bool
	Test   bool
}

// Use is what one place does with a key, other than by a placeholder.
type Use struct {
	keys.Use
	// Answer is the key of an Output as a text.
	Answer prompt.Text
	// Verbatim is whether the key is written at its place, where it can be replaced.
	Verbatim bool
	// Required is whether a read fails without the key.
	Required bool
	// Copy is whether the session is one that a service returned: what is set is lost.
	Copy bool
	// Handed is whether something else gets that session, too, and may read what is set; Shared is
	// whether a variable of the module has it.
	Handed, Shared bool
	// Reread is whether the key is read from that session, or may be, in the same function.
	Reread bool
	// Run tells writes to a copy that follow each other from others.
	Run int
	// InRun is whether the state is that of a run's session itself, and Delta whether this is a
	// part of a state delta, which a session stores.
	InRun, Delta bool
	// Seeds is whether the function runs agents with a context later on, which have what is set.
	Seeds bool
	// Passed is whether the state is that of a session of which nobody knows where it is from.
	Passed bool
	// FromRead is whether a Set's value is made of one that was read before, and that others may
	// have set since.
	FromRead bool
	// Default is whether a Set only does so where the key is missing.
	Default bool
	// Own is whether what is read goes nowhere but back under the key, or only decides whether that is set.
	Own bool
	// Func is where the function around the use begins, Block where its block does, such as
	// an if; -1: there is none. Guarded is whether that block need not run.
	Func, Block int
	Guarded     bool
	// Class is the number of the class around it in its file; -1: there is none.
	Class int
	// Mutates is whether the value that was read is changed in place.
	Mutates bool
	// Type is that of the value: "string", "int", "float", "bool", "list" or "object";
	// empty: it is not known.
	Type string
	// Empty is whether a value that is set says that there is nothing yet.
	Empty bool
	// App is the name of the app whose session begins with this; empty: it isn't known.
	App string
	// Fallback is what a read takes for a missing key; nil: not known.
	Fallback constant.Value
}

// Unread is a place that can't be read.
type Unread struct {
	Span   diag.Span
	Reason string
	// Reads and Writes are whether keys that nobody knows may be read and written here.
	Reads, Writes bool
	// Within is whether the rest of the instruction is known, and is among the Partial.
	Within bool
	// Copied is whether only keys are written that something else has set.
	Copied bool
	// Client is whether what reads is who calls the program from outside, as far as is seen.
	Client bool
	// Instruction is whether this is an instruction, of which nothing is known unless it is Within.
	Instruction bool
	// Store is whether a session service of the project's own reads, which stores what it is given.
	Store bool
	// Key is whether this is the key of a read.
	Key  bool
	Test bool
}

// Read returns what Python files of one project say. Names are followed from one of
// them to another.
func Read(files []*diag.Source) Found { return ReadWith(files, Texts{}) }

// Texts are files that may hold prompts.
type Texts = python.Texts

// ReadWith is Read with files that may hold prompts.
func ReadWith(files []*diag.Source, texts Texts) Found {
	var list []python.Source
	for _, f := range files {
		list = append(list, python.Source{Path: f.Name, Text: string(f.Text)})
	}
	read := python.ReadWith(list, texts)
	found := Found{read: read, Files: read.Files, Imports: read.Imports, Roots: read.Roots, Remote: read.Remote}
	found.Sessions = slices.DeleteFunc(read.Sessions, python.IsTest)
	product := imported(read.Imports)
	isTest := func(path string) bool { return isApart(path) && !product[path] }
	found.Texts, found.Partial = textsOf(read.Prompts, isTest), textsOf(read.Partial, python.IsTest)
	for _, u := range read.Uses {
		found.Uses = append(found.Uses, useOf(u, isTest(u.Key.Path)))
	}
	for _, u := range read.Unread {
		found.Unread = append(found.Unread, unreadOf(u, isTest(u.Path)))
	}
	for _, u := range read.Whole {
		found.Whole = append(found.Whole, unreadOf(u, isTest(u.Path)))
	}
	for _, c := range read.InPlace {
		found.InPlace = append(found.InPlace, InPlace{diag.Span{File: c.Path, Start: c.Start, End: c.End}, c.Set, python.IsTest(c.Path), c.Copy, c.Wanted})
	}
	return found
}

func textsOf(prompts []python.Prompt, isTest func(path string) bool) (list []Text) {
	for _, p := range prompts {
		list = append(list, Text{textOf(p.Literal), p.Agent, p.Composed, p.Literal.Formatted, p.ADK, p.Chosen, isTest(p.Literal.Path)})
	}
	return list
}

func unreadOf(u python.Unread, test bool) Unread {
	return Unread{
		Span:   diag.Span{File: u.Path, Start: u.Start, End: u.End},
		Reason: "this " + u.What + " is put together when the program runs",
		Reads:  u.Reads, Writes: u.Writes, Within: u.Within, Copied: u.Copied, Client: u.Client, Instruction: u.IsInstruction(), Key: u.IsRead(), Store: u.Store, Test: test,
	}
}

func textOf(l *syntax.Literal) prompt.Text {
	return prompt.Text{File: l.Path, Text: l.Text, At: l.At, Escapes: true}
}

// useOf is a use as the rules know it. Changing a value in place reads the key and
// writes nothing: the session doesn't notice.
func useOf(u python.Use, test bool) Use {
	use := Use{
		Use: keys.Use{
			Key: u.Key.Text, Span: keySpan(u.Key), Test: test,
			Partial: strings.Contains(u.Key.Text, keys.UnknownPart),
		},
		Verbatim: u.Key.Verbatim(), Copy: u.Copy, Handed: u.Handed, Reread: u.Reread, Shared: u.Shared, Run: u.Run, InRun: u.InRun, Seeds: u.Seeds, Passed: u.Passed, Delta: u.Delta, FromRead: u.Merge, Default: u.Default, Own: u.Own, Func: u.Func, Block: u.Block, Class: u.Class, Guarded: u.Guarded, Type: u.Type, Empty: u.Empty, App: u.App, Fallback: u.Fallback,
	}
	switch u.Kind {
	case python.Get, python.Mutate:
		use.Kind, use.Required, use.Mutates = keys.Get, true, u.Kind == python.Mutate || u.Held
	case python.GetOr:
		use.Kind, use.Mutates = keys.Get, u.Held
	case python.Set:
		use.Kind = keys.Set
	case python.Initial:
		use.Kind = keys.Begin
	case python.Delete:
		use.Kind = keys.Clear
	case python.OutputKey:
		use.Kind, use.Answer = keys.Output, textOf(u.Key)
	}
	return use
}

// keySpan is where a key is written: without its quotes, if it is verbatim.
func keySpan(l *syntax.Literal) diag.Span {
	if l.Verbatim() {
		return diag.Span{File: l.Path, Start: l.At(0), End: l.At(max(0, len(l.Text)-1)) + 1}
	}
	return diag.Span{File: l.Path, Start: l.Start, End: l.End}
}
