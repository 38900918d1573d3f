package requirements

import (
	"math"
	"path"
	"path/filepath"
	"strconv"
	"strings"
)

// Version is a release of ADK for Python: 2010 is 2.10. Patches don't count.
type Version int

// The releases that changed what is audited.
const (
	NoVersion     Version = math.MaxInt // newer than all
	DeletesState  Version = 2002        // before it, del and pop() fail on a state; some release since has them
	IteratesState Version = 2010        // before it, loops over a state fail
	EscapesBraces Version = 2010        // before it, ${x} and \{x} are placeholders
)

// Versions are the releases of ADK that a project allows: one, or those that are newer and below
// another one.
type Versions struct{ From, Below Version }

// Versions is what the next files of requirements that name ADK allow, in a folder or above it,
// or else what all those of the project do.
func (p *Project) Versions(dir string) Versions { return once(&p.versions, dir, p.versionsAt) }

func (p *Project) versionsAt(dir string) Versions {
	for dir := range upFrom(dir) {
		var specs []spec
		for _, name := range []string{"requirements.txt", "setup.py", "setup.cfg"} {
			specs = append(specs, p.specsIn(filepath.FromSlash(path.Join(dir, name)))...)
		}
		for _, name := range []string{"uv.lock", "poetry.lock", "pyproject.toml", "Pipfile"} { // a lock file settles it
			if found := p.specsIn(filepath.FromSlash(path.Join(dir, name))); len(found) > 0 {
				specs = append(specs, found...)
				break
			}
		}
		if len(specs) > 0 {
			return allowed(specs)
		}
	}
	var specs []spec
	for _, file := range p.Files {
		specs = append(specs, p.specsIn(file)...)
	}
	return allowed(specs)
}

// allowed are the versions that one of some requirements allows. One that says none counts if there
// is no other.
func allowed(specs []spec) Versions {
	all := Versions{NoVersion, 0}
	for _, spec := range specs {
		if len(spec) == 0 {
			continue
		}
		one := Versions{0, NoVersion}
		for _, l := range spec {
			one.narrow(l)
		}
		all.From, all.Below = min(all.From, one.From), max(all.Below, one.Below)
	}
	if all.Below == 0 {
		return Versions{0, NoVersion}
	}
	return all
}

// narrow applies one limit.
func (v *Versions) narrow(l limit) {
	parts := strings.Split(l.rest, ".") // the first is empty
	first, _ := strconv.Atoi(l.major)
	minor, err := 0, error(nil)
	if len(parts) > 1 {
		minor, err = strconv.Atoi(parts[1])
	}
	this, next := Version(first*1000+minor), Version(first*1000+minor+1)
	if len(parts) < 2 || err != nil || l.operator == "^" || l.operator == "~=" && len(parts) < 3 {
		next = Version((first + 1) * 1000)
	}
	switch l.operator {
	case "!=":
	case ">", ">=":
		v.From = max(v.From, this)
	case "<":
		if strings.Trim(strings.Join(parts[min(2, len(parts)):], ""), "0") != "" {
			this++ // a patch of it
		}
		v.Below = min(v.Below, this)
	case "<=":
		v.Below = min(v.Below, this+1)
	default:
		v.From, v.Below = max(v.From, this), min(v.Below, next)
	}
}
