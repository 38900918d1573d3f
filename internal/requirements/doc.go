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
}
