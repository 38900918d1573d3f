package plan

// File is a generated file. Its name is relative to the output folder.
type File struct {
	Name    string
	Content []byte
}
