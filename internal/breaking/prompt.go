package breaking

import (
	"fmt"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/generator/plan"
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/runtime/instruction"
	"github.com/seed92179c4c/stategen/schema"
)

// prompts compares the instructions that both schemas have.
func (c *comparison) prompts() {
	if len(c.old.Instructions) == 0 || len(c.new.Instructions) == 0 {
		return
	}
	before := map[string]*plan.Instruction{}
	for _, in := range plan.New(c.old.Schema).Instructions {
		before[in.Name] = in
	}
	for _, in := range plan.New(c.new.Schema).Instructions {
		if old := before[in.Name]; old != nil {
			c.prompt(old, in)
		}
	}
}

func (c *comparison) prompt(old, today *plan.Instruction) {
	names := aliases(c.new.Schema)
	before, words := pieces(old, names)
	now, wordsNow := pieces(today, names)
	var what []string
	if list := missing(now, before); len(list) > 0 {
		what = append(what, strings.Join(list, ", ")+" enters the text")
	}
	if list := missing(before, now); len(list) > 0 {
		what = append(what, strings.Join(list, ", ")+" leaves it")
	}
	switch {
	case len(what) > 0:
	case strings.Join(before, "\x00") != strings.Join(now, "\x00"):
		what = append(what, "its placeholders are in another order or number")
	case words != wordsNow:
		what = append(what, "its words are others")
	default:
		return
	}
	c.report(promptChanged, finding{
		key: today.Name, new: today.Span, old: old.Span,
		text: fmt.Sprintf(modelReads, strings.Join(what, "; ")),
		cure: cureOfPrompt,
	})
}

// aliases are today's names of keys, by the older ones.
func aliases(s *schema.Schema) map[string]string {
	names := map[string]string{}
	for _, k := range s.Keys {
		for _, old := range k.RenamedFrom {
			names[old] = k.Wire()
		}
	}
	return names
}

// pieces are what stands in a text for values, each with what it becomes where
// there is no value, and the text around them.
func pieces(in *plan.Instruction, names map[string]string) (list []string, words string) {
	for _, p := range in.Pieces {
		switch p.Kind {
		case instruction.Text:
			words += p.Text
		case instruction.Artifact:
			list = append(list, fmt.Sprintf("the artifact %s", diag.Quote(p.Text)))
		case instruction.Key:
			name := p.Text
			if today, ok := names[name]; ok {
				name = today
			}
			text := "{" + name + "}"
			switch {
			case p.Absent != nil && *p.Absent != "":
				text += " or " + diag.Quote(*p.Absent)
			case p.Absent != nil:
				text += " or nothing"
			}
			list = append(list, text)
		}
		words += "\x00"
	}
	return list, words
}

// missing are those of list that other lacks, each once.
func missing(list, other []string) (lacking []string) {
	for _, text := range list {
		if !slices.Contains(other, text) && !slices.Contains(lacking, text) {
			lacking = append(lacking, text)
		}
	}
	return lacking
}
