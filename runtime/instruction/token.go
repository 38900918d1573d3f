package instruction

import "iter"

// Kind says what a Token is.
type Kind uint8

const (
	// Text is rendered as it is.
	Text Kind = iota
	// Key is a placeholder for the value of a state key.
	Key
	// Artifact is a placeholder for the text of an artifact.
	Artifact
	// Group has the braces of a placeholder but no name that could be
	// looked up. It is rendered as it is, like Text; the checker asks
	// what was meant by it. In the Eino dialect it fails the run.
	Group
	// Literal has the form of a placeholder, but a comment stategen:text says
	// that it is text. It is rendered as it is.
	Literal
	// Comment is addressed to stategen. It is not rendered, and neither is
	// the line break after one that is alone on its line.
	Comment
	// Escaped is a doubled brace that is rendered as one.
	Escaped
)

// Token is a piece of a template. Its offsets count bytes of the text that was
// scanned: the piece itself, and the name inside a placeholder, without braces,
// "artifact." prefix or mark. In a Group the name is all that is between
// the innermost braces.
type Token struct {
	Kind               Kind
	Optional           bool // marked with "?": empty text when the value is missing
	Angle              bool // <key> instead of {key}
	Start, End         int
	NameStart, NameEnd int
}

// Text returns the token's own part of the text it was scanned from.
func (t Token) Text(text string) string { return text[t.Start:t.End] }

// Name returns the key or the artifact's name, scope prefix included.
func (t Token) Name(text string) string { return text[t.NameStart:t.NameEnd] }

// Lookup is the name that a placeholder is looked up by in the dialect TRPC, where an
// artifact's has its prefix.
func (t Token) Lookup(text string) string {
	if t.Kind == Artifact {
		return artifactPrefix + t.Name(text)
	}
	return t.Name(text)
}

// Tokens cuts text into tokens that cover it in order, without gaps. It takes
// time linear in the length of text, whatever the braces in it, and allocates
// nothing for a text without comments to stategen.
func Tokens(text string, g Grammar) iter.Seq[Token] {
	return func(yield func(Token) bool) {
		s := scanner{text: text}
		s.start(g)
		for pos := 0; pos < len(text); {
			tok := s.mark()
			if tok.Start > pos && !yield(Token{Kind: Text, Start: pos, End: tok.Start}) {
				return
			}
			if tok.Kind != Text && !yield(*tok) {
				return
			}
			pos = tok.End
		}
	}
}
