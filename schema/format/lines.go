package format

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

// formatter works on the lines of a file. The tree says how deep each line
// is and where its tokens are.
type formatter struct {
	file   *yamlsrc.File
	lines  []line
	starts []int // offset of each line
}

// line is one line of the file and what becomes of it.
type line struct {
	text   string
	known  bool // a node begins here, so its indentation is known
	indent int  // new indentation, if known
	inside bool // the line goes on with a value that began above
	shift  int  // by how much an inside line moves to the right
	gaps   []gap
	end    int  // offset after the last token
	block  bool // a field at the top with a block of lines
}

// gap is white space between tokens, to be replaced.
type gap struct {
	start, end int // offsets in the file
	text       string
}

// lineOf returns the index of the line that an offset is in.
func (f *formatter) lineOf(offset int) int {
	i, found := slices.BinarySearch(f.starts, offset)
	if !found {
		i--
	}
	return max(i, 0)
}

// endOf returns the offset after a node's last token.
func (f *formatter) endOf(n *yamlsrc.Node) int {
	end := n.Span.End
	if last := len(n.Items) - 1; last >= 0 && !n.IsAlias() {
		end = max(end, f.endOf(n.Items[last]))
	}
	if len(n.Keys) > 0 && !n.IsAlias() {
		end = max(end, n.Keys[len(n.Keys)-1].Span.End)
	}
	return end
}

func isComment(text string) bool { return strings.HasPrefix(strings.TrimLeft(text, " \t"), "#") }

func indentOf(text string) int { return len(text) - len(strings.TrimLeft(text, " ")) }
