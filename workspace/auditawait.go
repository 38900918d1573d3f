package workspace

import (
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/check/pythonagents"
	"github.com/seed92179c4c/stategen/diag"
)

// unawaited reports calls of session services that never run. ADK before 1.0 has no coroutines
// there.
func (a *auditing) unawaited(calls []pythonagents.Unawaited) (list diag.List) {
	releases := map[string]release{}
	for _, u := range calls {
		dir := path.Dir(u.Span.File)
		if _, ok := releases[dir]; !ok {
			releases[dir] = a.releaseFor(dir)
		}
		if !u.Test && (u.Awaited || releases[dir] != beforeCoroutines) {
			list = append(list, audit.Unawaited(u.Method, u.Span, u.Used, u.Sure && (u.Awaited || releases[dir] == withCoroutines)))
		}
	}
	return list
}

// release is what is known of the release of ADK that a project asks for.
type release uint8

const (
	anyRelease release = iota
	beforeCoroutines
	withCoroutines
)

// releaseFor is the release that the next file of requirements asks for, in a folder or above it.
func (a *auditing) releaseFor(dir string) release {
	for {
		for _, name := range []string{"requirements.txt", "pyproject.toml", "uv.lock", "poetry.lock"} {
			text, err := a.disk().Read(filepath.FromSlash(path.Join(dir, name)))
			if err != nil {
				continue
			}
			plain := strings.ReplaceAll(string(text), "\x00", "") // UTF-16, as shells of Windows redirect pip freeze
			if found := releaseIn(plain); found != anyRelease {
				return found
			}
		}
		if dir == "." || dir == "/" || strings.HasPrefix(dir, "..") {
			return anyRelease
		}
		dir = path.Dir(dir)
	}
}

// requirement is what a file says of ADK's release: google-adk>=1.0, google-adk = "^1.0", or the two
// lines of a lock file. bound is one of its parts.
var (
	requirement = regexp.MustCompile(`google-adk(?:\[[^\]\n]*\])?(?:\s*=\s*"([^"\n]*)"|"\nversion = "([^"\n]*)"|([^"'\n#;]*))`)
	bound       = regexp.MustCompile(`(==|~=|>=|<=|<|>|!=|\^|~|)\s*(\d+)((?:\.[0-9*]+)*)`)
)

func releaseIn(text string) release {
	for _, spec := range requirement.FindAllStringSubmatch(text, -1) {
		for _, b := range bound.FindAllStringSubmatch(spec[1]+spec[2]+spec[3], -1) {
			if found := releaseOf(b[1], b[2], b[3]); found != anyRelease {
				return found
			}
		}
	}
	return anyRelease
}

// releaseOf is what one bound says, such as >= 1 .15.0.
func releaseOf(operator, major, rest string) release {
	zero := major == "0"
	switch {
	case operator == "!=", operator == ">=" && zero, operator == ">" && zero:
		return anyRelease
	case strings.HasPrefix(operator, "<"):
		if zero || major == "1" && operator == "<" && strings.Trim(rest, ".0") == "" {
			return beforeCoroutines
		}
		return anyRelease
	case zero:
		return beforeCoroutines
	}
	return withCoroutines
}
