package audit

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/diag"
)

// shortWord is how long a word is that many names have.
const shortWord = 3

// longer is the one key that instructions ask for whose name is that of an output key with more words, or
// with fewer, such as grouped and grouped_results; nil: there is none, or several.
func (j *judge) longer(k *key, first Fact) (one *key, reads []Fact) {
	if j.slips < len(j.names) {
		return nil, nil
	}
	j.slips -= len(j.names)
	for _, name := range j.names {
		if !extends(name, k.name) && !extends(k.name, name) {
			continue
		}
		asked := slices.DeleteFunc(sharing(j.keys[name].reads, first), func(f Fact) bool { return f.Kind != Placeholder })
		if len(asked) == 0 {
			continue
		}
		if one != nil {
			return nil, nil
		}
		one, reads = j.keys[name], asked
	}
	return one, reads
}

// extends reports whether a name is another one with more words.
func extends(name, short string) bool {
	return len(short) > shortWord && (strings.HasPrefix(name, short+"_") || strings.HasSuffix(name, "_"+short))
}

// orLonger adds to a finding about an output key the key that may have been meant.
func (j *judge) orLonger(d *diag.Diagnostic, k *key, first Fact) {
	if other, reads := j.longer(k, first); other != nil {
		d.Hint = "was " + diag.Quote(other.name) + " meant, which is read? If not, " + d.Hint
		d.Related = append(places(reads, diag.Quote(other.name)+" is read here"), d.Related...)
	}
}
