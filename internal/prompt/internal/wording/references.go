package wording

// References are the keys that a text speaks of.
type References struct {
	Keys []StateKey
	// Unread is the offset from which on not all of the text was read; its length: all was.
	Unread int
}

// mostSteps bounds the work for one text, which is far more than any prompt needs: so many words
// are looked at, or sentences read, each of which is as much work as sentenceSteps words.
const (
	mostSteps     = 100_000
	sentenceSteps = 400
	mostSentences = mostSteps/sentenceSteps + 1 // one more than can be read, so that it is known where reading ends
)

// reader reads the sentences of one text.
type reader struct {
	References
	text string
	left int // steps
}

// spend takes steps for what is at an offset; false: there are none left.
func (r *reader) spend(steps, at int) bool {
	if r.left < steps {
		r.left = 0
		r.Unread = min(r.Unread, at)
		return false
	}
	r.left -= steps
	return true
}

func (r *reader) add(k StateKey) { r.Keys = append(r.Keys, k) }

// Read finds where a text speaks of keys of the state, in sentences and in lists. Of a list any
// word may be taken for one: only those count that are known to be keys.
func Read(text string) References {
	r := reader{text: text, References: References{Unread: len(text)}, left: mostSteps}
	r.prose()
	r.listed()
	return r.References
}
