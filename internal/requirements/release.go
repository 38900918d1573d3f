package requirements

import (
	"iter"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// Release is what is known of the release of ADK that a project asks for.
type Release uint8

// What a project asks for.
const (
	AnyRelease       Release = iota // none is asked for
	BeforeCoroutines                // one before 1.0, whose session services have no coroutines
	WithCoroutines                  // one since then
	SeveralReleases                 // its parts ask for one and the other
)

// Release is the release that the next file of requirements asks for, in a folder or above it;
// or else what all those of the project ask for, if none above speaks of ADK.
func (p *Project) Release(dir string) Release { return once(&p.releases, dir, p.releaseAt) }

func (p *Project) releaseAt(dir string) Release {
	isNamed := false
	for dir := range upFrom(dir) {
		for _, name := range []string{"requirements.txt", "pyproject.toml", "uv.lock", "poetry.lock", "Pipfile", "setup.py", "setup.cfg"} {
			found, names := p.releaseIn(filepath.FromSlash(path.Join(dir, name)))
			if found != AnyRelease {
				return found
			}
			isNamed = isNamed || names
		}
	}
	if isNamed {
		return AnyRelease
	}
	return p.releaseOfAll()
}

// releaseOfAll is what all files of requirements ask for that ask for a release.
func (p *Project) releaseOfAll() Release {
	all := AnyRelease
	for _, file := range p.Files {
		switch found, _ := p.releaseIn(file); {
		case found == AnyRelease || found == all:
		case all != AnyRelease:
			return SeveralReleases
		default:
			all = found
		}
	}
	return all
}

// Is reports whether a file lists what a project in Python needs, by its path.
func Is(file string) bool {
	base := filepath.Base(file)
	switch base {
	case "pyproject.toml", "uv.lock", "poetry.lock", "Pipfile", "setup.py", "setup.cfg", "environment.yml", "environment.yaml":
		return true
	}
	ext := filepath.Ext(base)
	return (ext == ".txt" || ext == ".in") && (strings.HasPrefix(base, "requirements") || filepath.Base(filepath.Dir(file)) == "requirements")
}

// requirement is what a file says of ADK's release: google-adk>=1.0, google-adk = "^1.0", or the two
// lines of a lock file. bound is one of its parts; a bare number is one at the beginning alone, as
// pre-releases and hashes have numbers, too. remark is none.
var (
	requirement = regexp.MustCompile(`google[-_]adk(?:\[[^\]\n]*\])?(?:"?\s*=\s*(?:\{[^}\n]*version\s*=\s*)?"([^"\n]*)"|"\nversion = "([^"\n]*)"|[ \t]*([(=<>!~^][^"'\n;]*)|[^-\w]|$)`)
	bound       = regexp.MustCompile(`(===?|~=|>=|<=|<|>|!=|\^|~|=|^)\s*(\d+)((?:\.[0-9*]+)*)`)
	remark      = regexp.MustCompile(`#[^\n]*`)
)

// releaseIn is what a file asks for, and whether it names ADK.
func (p *Project) releaseIn(file string) (found Release, isNamed bool) {
	specs := p.specsIn(file)
	for _, spec := range specs {
		for _, l := range spec {
			if found := l.release(); found != AnyRelease {
				return found, true
			}
		}
	}
	return AnyRelease, len(specs) > 0
}

// specsIn is what a file says of ADK's release each time that it names ADK.
func (p *Project) specsIn(file string) []spec { return once(&p.specs, file, p.readSpecs) }

func (p *Project) readSpecs(file string) (list []spec) {
	text, err := p.Read(file)
	if err != nil {
		return nil
	}
	plain := strings.ReplaceAll(string(text), "\x00", "") // UTF-16, as shells of Windows redirect pip freeze
	for _, m := range requirement.FindAllStringSubmatch(remark.ReplaceAllString(plain, ""), -1) {
		list = append(list, limitsOf(m[1]+m[2]+m[3]))
	}
	return list
}

func limitsOf(text string) (s spec) {
	for _, m := range bound.FindAllStringSubmatch(text, -1) {
		s = append(s, limit{m[1], m[2], m[3]})
	}
	return s
}

// upFrom are a folder and those above it.
func upFrom(dir string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for top := false; !top && yield(dir); dir = path.Dir(dir) {
			top = dir == "." || dir == "/" || strings.HasPrefix(dir, "..")
		}
	}
}

// release is what one limit alone asks for.
func (l limit) release() Release {
	zero := l.major == "0"
	switch {
	case l.operator == "!=", l.operator == ">=" && zero, l.operator == ">" && zero:
		return AnyRelease
	case strings.HasPrefix(l.operator, "<"):
		if zero || l.major == "1" && l.operator == "<" && strings.Trim(l.rest, ".0") == "" {
			return BeforeCoroutines
		}
		return AnyRelease
	case zero:
		return BeforeCoroutines
	}
	return WithCoroutines
}
