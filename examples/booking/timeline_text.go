package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"

	"github.com/fatih/color"
	"github.com/rivo/uniseg"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// A palette colours the parts of a timeline, or leaves them uncoloured.
type palette struct {
	heading, author, text, call, failure, faint func(string) string
	scope                                       map[runtime.Scope]func(string) string
}

func newPalette(coloured bool) palette {
	paint := func(attributes ...color.Attribute) func(string) string {
		c := color.New(attributes...)
		if coloured {
			c.EnableColor()
		} else {
			c.DisableColor()
		}
		return func(text string) string { return c.Sprint(text) }
	}
	return palette{
		heading: paint(color.Bold),
		author:  paint(color.Bold),
		text:    func(text string) string { return text },
		call:    paint(color.FgBlue),
		failure: paint(color.FgRed),
		faint:   paint(color.Faint),
		scope: map[runtime.Scope]func(string) string{
			runtime.ScopeSession: paint(color.FgGreen),
			runtime.ScopeUser:    paint(color.FgCyan),
			runtime.ScopeApp:     paint(color.FgMagenta),
			runtime.ScopeTemp:    paint(color.Faint),
		},
	}
}

// lines shows a value; of a list of objects only the first, and how many more.
func lines(value any) []string {
	list, ok := value.([]any)
	if !ok || len(list) < 2 {
		return []string{show(value)}
	}
	if _, objects := list[0].(map[string]any); !objects {
		return []string{show(value)}
	}
	return []string{show(list[0]), fmt.Sprintf("and %d more", len(list)-1)}
}

// show writes a value as a person would: JSON without its quotes.
func show(value any) string {
	switch v := value.(type) {
	case nil:
		return "(not set)"
	case runtime.Op:
		return v.Kind.String() + " " + show(v.Operand)
	case map[string]any:
		return "{" + fields(v) + "}"
	case []any:
		items := make([]string, len(v))
		for i, item := range v {
			items[i] = show(item)
		}
		return "[" + strings.Join(items, ", ") + "]"
	}
	text, err := instruction.Render(value)
	if err != nil {
		return fmt.Sprintf("(%v)", err)
	}
	return text
}

// fields shows the fields of an object by name.
func fields(object map[string]any) string {
	var texts []string
	for _, name := range slices.Sorted(maps.Keys(object)) {
		texts = append(texts, name+":"+joint+show(object[name]))
	}
	return strings.Join(texts, ", ")
}

// joint is a space at which lines don't break; wrap turns it into a normal one.
const joint = "\u00a0"

// wrap breaks text at white space into rows of at most width columns; a word
// that is longer stays whole.
func wrap(text string, width int) []string {
	rows := []string{""}
	for _, word := range strings.FieldsFunc(text, breaks) {
		word = strings.ReplaceAll(word, joint, " ")
		last := &rows[len(rows)-1]
		switch {
		case *last == "":
			*last = word
		case uniseg.StringWidth(*last)+1+uniseg.StringWidth(word) <= width:
			*last += " " + word
		default:
			rows = append(rows, word)
		}
	}
	return rows
}

func breaks(r rune) bool { return unicode.IsSpace(r) && string(r) != joint }

// pad fills text with spaces up to width columns.
func pad(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-uniseg.StringWidth(text)))
}
