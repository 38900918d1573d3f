package names

import "github.com/seed92179c4c/stategen/internal/python/syntax"

// Around is where the def and the block begin that a line is in; -1: it is in none.
type Around struct {
	Function, Block int // offsets
	Def, Opener     int // the first tokens of their lines
}

// nowhere is around the lines of a module, and in an empty file.
var nowhere = Around{-1, -1, -1, -1}

// Around is what a token is in; one behind the last is where that is.
func (f *File) Around(i int) Around {
	if f.places == nil {
		f.findPlaces()
	}
	if len(f.Tokens) == 0 {
		return nowhere
	}
	return f.places[f.Tokens[min(i, len(f.Tokens)-1)].Line]
}

// EndOf is where the block ends that a line opens: at the next line that is not further in.
func (f *File) EndOf(line int) int {
	if f.places == nil {
		f.findPlaces()
	}
	if end, ok := f.ends[line]; ok {
		return end
	}
	return f.Plain
}

// findPlaces finds what is around each logical line, and where what it opens ends.
func (f *File) findPlaces() {
	f.places, f.ends = map[int]Around{}, map[int]int{}
	type opener struct {
		indent int
		inside Around // of the lines in it
	}
	open := []opener{{-1, nowhere}}
	for i, t := range f.Tokens {
		if t.Line != i || t.Kind == syntax.Newline {
			continue
		}
		for open[len(open)-1].indent >= t.Indent {
			f.ends[open[len(open)-1].inside.Opener] = i
			open = open[:len(open)-1]
		}
		in := open[len(open)-1].inside
		f.places[i] = in
		inside := Around{in.Function, t.Start, in.Def, i}
		if f.Word(i) == "def" || f.Word(i) == "async" && f.Word(i+1) == "def" {
			inside.Function, inside.Def = t.Start, i
		}
		open = append(open, opener{t.Indent, inside})
	}
}

// BlockEnd returns the token at which the block around a line ends.
func (f *File) BlockEnd(line int) int {
	if f.blocks == nil {
		f.findBlocks()
	}
	return f.blocks[line]
}

// findBlocks finds the end of each line's block: the next line with a smaller indent.
func (f *File) findBlocks() {
	f.blocks = map[int]int{}
	var open []int
	for i, t := range f.Tokens {
		if t.Line != i {
			continue
		}
		for len(open) > 0 && f.Tokens[open[len(open)-1]].Indent > t.Indent {
			f.blocks[open[len(open)-1]] = i
			open = open[:len(open)-1]
		}
		open = append(open, i)
	}
	for _, line := range open {
		f.blocks[line] = f.Plain
	}
}

// InBody reports whether one of the words of a function, whose line begins at a token, is such, or
// they are too many; not if there is no function.
func (f *File) InBody(def int, is func(i int) bool) bool {
	for i, end := def+1, f.EndOf(def); def >= 0 && i < end; i++ {
		if i > def+MostBody || is(i) {
			return true
		}
	}
	return false
}

// LoopAround is the end of the widest loop around a token that begins after another one; or the
// token, if there is none.
func (f *File) LoopAround(i, after int) (end int) {
	end = i
	for n, line := 0, f.Around(i).Opener; n < MostBrackets && line > after; n, line = n+1, f.Around(line).Opener {
		if f.isLoop(line) {
			end = f.EndOf(line)
		}
	}
	return end
}

func (f *File) isLoop(line int) bool {
	return f.Word(line) == "for" || f.Word(line) == "while" || f.Word(line) == "async" && f.Word(line+1) == "for"
}

// ClassAround is the token at which the line of the class around a token begins; -1: none.
func (f *File) ClassAround(i int) int {
	line := f.Around(i).Opener
	for n := 0; n < MostBlocks && line >= 0 && f.Word(line) != "class"; n++ {
		line = f.Around(line).Opener
	}
	return line
}

// isWithin reports whether a token is in the block that a line begins.
func (f *File) isWithin(i, line int) bool {
	for n := 0; n < MostBlocks && i >= 0; n++ {
		if i = f.Around(i).Opener; i == line {
			return true
		}
	}
	return false
}
