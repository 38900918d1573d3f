package workspace

import (
	"math"
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/seed92179c4c/stategen/check/pythonagents"
)

// version is a release of ADK for Python: 2010 is 2.10. Patches don't count.
type version int

const (
	noVersion     version = math.MaxInt // newer than all
	deletesState  version = 2002        // before it, del and pop() fail on a state; some release since has them
	iteratesState version = 2010        // before it, loops over a state fail
	escapesBraces version = 2010        // before it, ${x} and \{x} are placeholders
)

// versions are the releases of ADK that a project allows: one, or those that are newer and below
// another one.
type versions struct{ from, below version }

// versionsFor is what the next files of requirements that name ADK allow, in a folder or above it,
// or else what all those of the project do.
func (a *auditing) versionsFor(dir string) versions {
	for dir := range upFrom(dir) {
		var specs []string
		for _, name := range []string{"requirements.txt", "setup.py", "setup.cfg"} {
			specs = append(specs, a.specsIn(filepath.FromSlash(path.Join(dir, name)))...)
		}
		for _, name := range []string{"uv.lock", "poetry.lock", "pyproject.toml", "Pipfile"} { // a lock file settles it
			if found := a.specsIn(filepath.FromSlash(path.Join(dir, name))); len(found) > 0 {
				specs = append(specs, found...)
				break
			}
		}
		if len(specs) > 0 {
			return allowed(specs)
		}
	}
	var specs []string
	for _, file := range a.files.required {
		specs = append(specs, a.specsIn(file)...)
	}
	return allowed(specs)
}

// allowed are the versions that one of some requirements allows. One that says none counts if there
// is no other.
func allowed(specs []string) versions {
	all := versions{noVersion, 0}
	for _, spec := range specs {
		bounds := bound.FindAllStringSubmatch(spec, -1)
		if len(bounds) == 0 {
			continue
		}
		one := versions{0, noVersion}
		for _, b := range bounds {
			one.narrow(b[1], b[2], b[3])
		}
		all.from, all.below = min(all.from, one.from), max(all.below, one.below)
	}
	if all.below == 0 {
		return versions{0, noVersion}
	}
	return all
}

// fillEscaped says of texts that ADK fills in ${x} and \{x}, too, in projects that allow only releases
// which do so.
func (a *auditing) fillEscaped(lists ...[]pythonagents.Text) {
	fill := map[string]bool{}
	for _, texts := range lists {
		for i := range texts {
			dir := path.Dir(texts[i].File)
			if _, ok := fill[dir]; !ok {
				fill[dir] = a.versionsFor(dir).below <= escapesBraces
			}
			texts[i].Escapes = !fill[dir]
		}
	}
}

// narrow applies one bound, such as >= 1 .15.0.
func (v *versions) narrow(operator, major, rest string) {
	parts := strings.Split(rest, ".") // the first is empty
	first, _ := strconv.Atoi(major)
	minor, err := 0, error(nil)
	if len(parts) > 1 {
		minor, err = strconv.Atoi(parts[1])
	}
	this, next := version(first*1000+minor), version(first*1000+minor+1)
	if len(parts) < 2 || err != nil || operator == "^" || operator == "~=" && len(parts) < 3 {
		next = version((first + 1) * 1000)
	}
	switch operator {
	case "!=":
	case ">", ">=":
		v.from = max(v.from, this)
	case "<":
		if strings.Trim(strings.Join(parts[min(2, len(parts)):], ""), "0") != "" {
			this++ // a patch of it
		}
		v.below = min(v.below, this)
	case "<=":
		v.below = min(v.below, this+1)
	default:
		v.from, v.below = max(v.from, this), min(v.below, next)
	}
}
