package instruction

import (
	"slices"

	"github.com/seed92179c4c/stategen/runtime/comment"
)

// comments are those of a text that are addressed to stategen.
type comments struct {
	cuts  [][2]int // what is left of them
	texts []string // what they say is text
	tok   Token
}

func findComments(text string) *comments {
	list := comment.InPrompt(text)
	c := &comments{cuts: comment.Cuts(text, list), tok: Token{Kind: Comment}}
	for _, one := range list {
		if one.Verb == comment.Text {
			c.texts = append(c.texts, one.Placeholders(text)...)
		}
	}
	return c
}

// before returns the comment that comes before a mark. A group gives way to one
// inside it; a placeholder holds none.
func (c *comments) before(mark *Token, text string) *Token {
	if len(c.cuts) > 0 && (c.cuts[0][0] <= mark.Start || mark.Kind == Group && c.cuts[0][0] < mark.End) {
		c.tok.Start, c.tok.End = c.cuts[0][0], c.cuts[0][1]
		c.cuts = c.cuts[1:]
		return &c.tok
	}
	if mark.Kind == Key && slices.Contains(c.texts, mark.Name(text)) ||
		mark.Kind == Artifact && slices.Contains(c.texts, artifactPrefix+mark.Name(text)) {
		mark.Kind = Literal
	}
	return mark
}
