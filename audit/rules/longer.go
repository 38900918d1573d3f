package rules

import (
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/audit/internal/index"
	"github.com/seed92179c4c/stategen/diag"
)

// shortWord is how long a word is that many names have.
const shortWord = 3

// longer is the one key that instructions ask for whose name is that of an output key with more words, or
// with fewer, such as grouped and grouped_results; nil: there is none, or several.
func (j *judge) longer(k *index.Key, first audit.Fact) (one *index.Key, reads []audit.Fact) {
	if j.Slips < len(j.Names) {
		return nil, nil
	}
	j.Slips -= len(j.Names)
	for _, name := range j.Names {
		if !extends(name, k.Name) && !extends(k.Name, name) {
			continue
		}
		asked := slices.DeleteFunc(index.Sharing(j.Keys[name].Reads, first), func(f audit.Fact) bool { return f.Kind != audit.Placeholder })
		if len(asked) == 0 {
			continue
		}
		if one != nil {
			return nil, nil
		}
		one, reads = j.Keys[name], asked
	}
	return one, reads
}

// extends reports whether a name is another one with more words.
func extends(name, short string) bool {
	return len(short) > shortWord && (strings.HasPrefix(name, short+"_") || strings.HasSuffix(name, "_"+short))
}

// orLonger adds to a finding about an output key the key that may have been meant.
func (j *judge) orLonger(d *diag.Diagnostic, k *index.Key, first audit.Fact) {
	if other, reads := j.longer(k, first); other != nil {
		d.Hint = "was " + diag.Quote(other.Name) + " meant, which is read? If not, " + d.Hint
		d.Related = append(index.Places(reads, diag.Quote(other.Name)+" is read here"), d.Related...)
	}
}
