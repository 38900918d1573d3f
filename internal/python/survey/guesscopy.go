package survey

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/python/names"
	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// handedCopies are the names of a file's functions that have copies of states, which the functions hand on: what
// gets one may store it.
type handedCopies struct {
	*surveyor
	file  *names.File
	known map[local]bool
}

// local is a name of a function.
type local struct {
	name string
	def  int
}

// isSet reports whether a text is a key that is set in such a copy: copy["key"] = … or
// copy.update({"key": …}).
func (c *handedCopies) isSet(i int) bool {
	f, open := c.file, c.file.Opens[i]
	switch {
	case open < 1:
		return false
	case f.Word(open) == "[" && f.Word(i+1) == "]" && f.Word(i+2) == "=":
		return c.has(open - 1)
	case f.Word(open) == "{" && f.Word(i+1) == ":" && f.Word(open-1) == "(" && f.Word(open-2) == "update":
		return f.Word(open-3) == "." && c.has(open-4)
	}
	return false
}

// has reports whether the name at a token has such a copy.
func (c *handedCopies) has(i int) bool {
	f := c.file
	if i < 0 || f.Tokens[i].Kind != syntax.Name || f.Word(i-1) == "." {
		return false
	}
	of := local{f.Word(i), f.Around(f.Host(i)).Def}
	is, ok := c.known[of]
	if !ok {
		is = c.findIn(of)
		c.known[of] = is
	}
	return is
}

func (c *handedCopies) findIn(of local) bool {
	places := c.HandedOn(c.file, of.name)
	if !c.Search(len(places) + len(c.file.Assigns[of.name])) {
		return true
	}
	given, ok := c.file.GivenIn(of.name, of.def)
	return ok && slices.ContainsFunc(given, c.copiesState) &&
		slices.ContainsFunc(places, func(i int) bool { return c.file.Around(c.file.Host(i)).Def == of.def })
}

// copiesState reports whether an expression copies a state, by its words.
func (c *handedCopies) copiesState(v syntax.Value) bool {
	state, copies := false, false
	for i := v.First; v.End > 0 && i < min(v.First+mostBefore, len(c.file.Tokens)) && c.file.Word(i) != ""; i++ {
		switch c.file.Word(i) {
		case "state":
			state = true
		case "copy", "deepcopy", "dict", "to_dict", "**", "|":
			copies = true
		}
	}
	return state && copies
}
