package clients

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

var endings = []string{
	".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".vue", ".svelte", ".astro", ".html", ".htm", ".dart", ".kt", ".swift", ".cs",
}

// Is reports whether a file may be a part of a client, by its name.
func Is(name string) bool { return slices.Contains(endings, path.Ext(name)) }

var built = regexp.MustCompile(`(^|/)(dist|build|out|bower_components|htmlcov|coverage|_site|_build|_static)/|[.-]min\.`)

// IsBuilt reports whether a file, by its path in the project, is made from others, or of somebody else.
func IsBuilt(name string) bool { return built.MatchString(name) }

// spellings are the names that a client may have for a key: folded, without its scope; each of its parts, if
// it has some.
func spellings(key string) (list []string) {
	for _, part := range strings.FieldsFunc(key[strings.LastIndexByte(key, ':')+1:], func(r rune) bool { return r < 128 && !isWordByte(byte(r)) }) {
		if name := fold(part); name != "" {
			list = append(list, name)
		}
	}
	return list
}

// fold is a name without what tells order_status, orderStatus and order-status apart.
func fold(name string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if r == '_' || r == '-' {
			return -1
		}
		return r
	}, name))
}

func isWordByte(c byte) bool {
	return c == '_' || c == '-' || '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || c >= 128
}
