package survey

import (
	"regexp"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/internal/python"
	"github.com/seed92179c4c/stategen/internal/python/names"
	"github.com/seed92179c4c/stategen/internal/python/syntax"
)

// shown are the keys that an instruction may show whose text is not known: those in braces in the file's
// strings, and texts that are keys, of which code may make placeholders.
func shown(f *names.File, known map[names.Place]bool) (list []Guess) {
	for _, t := range f.Tokens {
		if t.Kind != syntax.String || known[names.Place{In: f, At: t.Start}] {
			continue
		}
		text := f.Text[t.Start:t.End]
		prefix := strings.ToLower(text[:strings.IndexAny(text, `"'`)+1])
		for _, key := range KeysShownIn(text, strings.Contains(prefix, "f")) {
			list = append(list, Guess{Path: f.Path, Start: t.Start, End: t.End, Key: key})
		}
		if key := wholeKey.FindStringSubmatch(text); key != nil {
			list = append(list, Guess{Path: f.Path, Start: t.Start, End: t.End, Key: key[1]})
		}
	}
	return list
}

var (
	inBraces  = regexp.MustCompile(`\{\s*([A-Za-z_][\w:]*)\s*\??\s*\}`)
	inDoubled = regexp.MustCompile(`\{\{\s*([A-Za-z_][\w:]*)\s*\??\s*\}\}`)
	wholeKey  = regexp.MustCompile(`^[rRuU]?["']([A-Za-z_][\w:]*)["']$`)
)

// KeysShownIn are the keys that a text has in braces; in those of an f-string they are doubled.
func KeysShownIn(text string, formatted bool) (keys []string) {
	if !strings.Contains(text, "{") {
		return nil
	}
	pattern := inBraces
	if formatted {
		pattern = inDoubled
	}
	for _, m := range pattern.FindAllStringSubmatch(text, mostShown) {
		keys = append(keys, m[1])
	}
	return keys
}

// mostShown is how many texts that may be keys are kept for instructions that are not known.
const mostShown = 100_000

// inBroken adds what files may show that no Python can read: what they are about to do with a state is not seen.
func (p *surveyor) inBroken(known map[names.Place]bool) {
	var list []Guess
	for _, path := range p.Paths() {
		if f := p.Files[path]; len(list) < mostShown && f.IsBroken() {
			list = append(list, shown(f, known)...)
		}
	}
	p.survey.Guesses = append(p.survey.Guesses, list...)
}

// unknownTexts adds to the guesses what instructions may show whose text is not known, and which keys may be read
// that are not known, if there are such.
func (p *surveyor) unknownTexts(known map[names.Place]bool) {
	isUnknown := func(u python.Unread) bool { return u.IsInstruction() && !u.Within || u.IsRead() }
	if !slices.ContainsFunc(p.found.Unread, isUnknown) {
		return
	}
	var list []Guess
	for _, path := range p.Paths() {
		if list = append(list, shown(p.Files[path], known)...); len(list) > mostShown {
			return
		}
	}
	p.survey.Guesses, p.survey.Shown = append(p.survey.Guesses, list...), true
}
