package names

import "slices"

// Follows says of two tokens of one function, of which the first stands before the other, whether the
// line of the second may be run after that of the first, and whether it is only run after it, as long
// as nothing fails.
func (f *File) Follows(first, then int) (may, always bool) {
	line, always := f.Tokens[first].Line, true
	for range MostBlocks {
		if then < f.BlockEnd(line) {
			return !f.isOtherBranch(line, then), always
		}
		opener := f.Around(line).Opener
		if opener < 0 || f.opensDef(opener) || f.isLeft(line, then) {
			return false, false
		}
		always = always && f.opensPart(opener)
		line = opener
	}
	return false, false
}

// ComesBack reports whether the loop whose line begins at a token may go on after a line in it.
func (f *File) ComesBack(line, loop int) bool {
	for range MostBlocks {
		if line == loop {
			return true
		}
		if line < loop || f.leaves(line) != "" && f.leaves(line) != "continue" {
			return false
		}
		line = f.Around(line).Opener
	}
	return false
}

// LoopsAround are the lines of the loops around a line of a function, from within.
func (f *File) LoopsAround(line int) (list []int) {
	for range MostBlocks {
		line = f.Around(line).Opener
		if line < 0 || f.opensDef(line) {
			break
		}
		if f.isLoop(line) {
			list = append(list, line)
		}
	}
	return list
}

func (f *File) opensDef(line int) bool {
	return f.Word(line) == "def" || f.Word(line) == "class" || f.Word(line) == "async" && f.Word(line+1) == "def"
}

// opensPart reports whether a line opens a block that is run to its end if nothing fails.
func (f *File) opensPart(line int) bool {
	switch f.Word(line) {
	case "try", "with", "finally":
		return true
	}
	return f.Word(line) == "async" && f.Word(line+1) == "with"
}

// isLeft reports whether the function, or a loop that has the second token too, goes on elsewhere after a line.
func (f *File) isLeft(line, then int) bool {
	switch f.leaves(line) {
	case "":
		return false
	case "continue", "break":
		loops := f.LoopsAround(line)
		return len(loops) == 0 || then < f.EndOf(loops[0])
	}
	return true
}

// leaves is the word by which a line, or one behind it in the same block, leaves the block; empty: none does.
func (f *File) leaves(line int) string {
	end := f.BlockEnd(line)
	for line < end {
		if word := f.Word(line); slices.Contains([]string{"return", "raise", "continue", "break"}, word) {
			return word
		}
		next := f.EndOf(line)
		if next <= line {
			break
		}
		line = next
	}
	return ""
}

// isOtherBranch reports whether a token is in a branch that is only run if another one isn't, whose
// line, or one in the same block before it, begins at a token.
func (f *File) isOtherBranch(line, then int) bool {
	branch := f.Tokens[then].Line
	for n := 0; n < MostBlocks && f.Around(branch).Opener != f.Around(line).Opener; n++ {
		branch = f.Around(branch).Opener
	}
	if line == branch || (f.Word(line) == "try" || f.isLoop(line)) && f.Word(branch) == "else" {
		return false
	}
	for line < branch {
		next := f.EndOf(line)
		if next <= line || next > branch || !slices.Contains([]string{"elif", "else", "except", "case"}, f.Word(next)) {
			return false
		}
		line = next
	}
	return true
}
