// Package requirements tells which releases of ADK for Python a project asks for: by the
// files that list what its code needs, such as requirements.txt, pyproject.toml and lock
// files. It reads them through the function that it is given.
package requirements

// Project is a project in Python.
type Project struct {
	// Read reads a file.
	Read func(path string) ([]byte, error)
	// Files are all those that list what the project needs. They count for folders with
	// none that names ADK in them or above.
	Files []string

	// What was found so far: by the paths of files, and of folders.
	specs    map[string][]spec
	releases map[string]Release
	versions map[string]Versions
}

// spec is what a file says of ADK's release where it names ADK, in parts.
type spec []limit

// limit is one part, such as >= 1 .15.0.
type limit struct{ operator, major, rest string }

// once is what is known of a path, which is found when it is first asked for.
func once[T any](known *map[string]T, path string, find func(path string) T) T {
	found, ok := (*known)[path]
	if !ok {
		found = find(path)
		if *known == nil {
			*known = map[string]T{}
		}
		(*known)[path] = found
	}
	return found
}
