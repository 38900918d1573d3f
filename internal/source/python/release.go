package python

import (
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
)

// release is one of ADK, by its first two numbers.
type release struct{ major, minor int }

func (r release) before(other release) bool {
	return r.major < other.major || r.major == other.major && r.minor < other.minor
}

// releases are those that may be installed: from the least on, before the end, which is zero where nothing limits them.
type releases struct {
	least, end release
	locked     bool // a lock says so
}

// before reports whether all of them come before one.
func (r releases) before(one release) bool { return r.end != release{} && !one.before(r.end) }

// since reports whether none of them comes before one.
func (r releases) since(one release) bool { return !r.least.before(one) }

// IsRequirements reports whether a file may say which release of ADK is installed, by its name.
func IsRequirements(name string) bool {
	base := path.Base(name)
	isList := strings.HasPrefix(base, "requirements") && path.Ext(base) == ".txt"
	return isList || isLock(base) || slices.Contains([]string{"pyproject.toml", "setup.py", "Pipfile"}, base)
}

func isLock(base string) bool { return base == "uv.lock" || base == "poetry.lock" }

var (
	locked  = regexp.MustCompile(`(?m)^name = "google-adk"\r?\nversion = "([\d.]+)`)
	pinning = regexp.MustCompile(`(?m)^[^#\n]*\bgoogle[-_]adk *(?:\[[^]\n]*\])?["' ]*([=<>~!^][^;#\n]*)`)
	bound   = regexp.MustCompile(`([<>=~!^]=*)[\s"']*(\d+)(?:\.(\d+|\*))?([.\d*]*)`)
)

// pinned notes the releases that the file says are installed in its folder. A lock knows better than all others.
func (p *project) pinned(src *diag.Source) {
	dir, base := path.Dir(src.Name), path.Base(src.Name)
	var pin releases
	if m := locked.FindSubmatch(src.Text); isLock(base) && m != nil {
		pin = within("==" + string(m[1]))
	} else if m := pinning.FindSubmatch(src.Text); !isLock(base) && m != nil {
		pin = within(string(m[1]))
	}
	known, isKnown := p.pins[dir]
	if pin == (releases{}) || known.locked {
		return
	}
	if pin.locked = isLock(base); isKnown && !pin.locked { // any of them may be the one that counts
		if known.least.before(pin.least) {
			pin.least = known.least
		}
		if known.end == (release{}) || pin.before(known.end) {
			pin.end = known.end
		}
	}
	p.pins[dir] = pin
}

// within are the releases that bounds such as ">=1.2,<2" leave.
func within(bounds string) (in releases) {
	for _, m := range bound.FindAllStringSubmatch(bounds, -1) {
		major, _ := strconv.Atoi(m[2])
		minor, _ := strconv.Atoi(m[3])
		one, next := release{major, minor}, release{major, minor + 1}
		if m[3] == "" || m[3] == "*" {
			next = release{major + 1, 0}
		}
		switch m[1] {
		case "==", "===":
			return releases{least: one, end: next}
		case ">=", ">":
			in.least = one
		case "<=":
			in.end = next
		case "<":
			in.end = one
			if strings.Trim(m[4], ".0*") != "" {
				in.end = next
			}
		case "~=", "^", "=":
			in = releases{least: one, end: release{major + 1, 0}}
			if m[1] == "~=" && m[4] != "" || major == 0 {
				in.end = next
			}
		}
	}
	return in
}

// installed are the releases that may be installed where a file is, as the nearest folder around it says.
func (f *file) installed() releases {
	for dir := path.Dir(f.path); ; dir = path.Dir(dir) {
		if pin, isKnown := f.project.pins[dir]; isKnown || dir == path.Dir(dir) {
			return pin
		}
	}
}
