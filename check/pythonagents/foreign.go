package pythonagents

import (
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/internal/python"
	"github.com/seed92179c4c/stategen/internal/python/survey"
)

// Foreign is a part of an instruction that comes from outside of the program when it runs.
type Foreign struct {
	// Span is the part, From where it is got, and In where the instruction begins.
	Span, From, In diag.Span
	What           string // "the output of a command"
	Test           bool
}

func foreignOf(t survey.Foreign) Foreign {
	at := func(of [2]int) diag.Span { return diag.Span{File: t.Path, Start: of[0], End: of[1]} }
	return Foreign{at([2]int{t.Start, t.End}), at(t.From), at(t.In), t.What, python.IsTest(t.Path)}
}
