package golang

import (
	"bytes"
	"strings"
)

// groupImports puts the standard library's packages first, as is usual;
// jennifer sorts all imports into one group.
func groupImports(src []byte) []byte {
	const open, end = "\nimport (\n", "\n)\n"
	before, rest, ok := bytes.Cut(src, []byte(open))
	if !ok {
		return src
	}
	specs, after, _ := bytes.Cut(rest, []byte(end))
	var std, others []string
	for line := range strings.SplitSeq(string(specs), "\n") {
		if isStandard(line) {
			std = append(std, line)
		} else {
			others = append(others, line)
		}
	}
	var out bytes.Buffer
	out.Write(before)
	out.WriteString(open + strings.Join(std, "\n"))
	if len(std) > 0 && len(others) > 0 {
		out.WriteString("\n\n")
	}
	out.WriteString(strings.Join(others, "\n") + end)
	out.Write(after)
	return out.Bytes()
}

// isStandard reports whether an import line names a package whose path does
// not begin with a domain.
func isStandard(line string) bool {
	_, path, _ := strings.Cut(line, `"`)
	domain, _, _ := strings.Cut(path, "/")
	return !strings.Contains(domain, ".")
}
