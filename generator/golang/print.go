package golang

import (
	"bytes"
	"slices"

	"github.com/dave/jennifer/jen"
)

type fill func(*jen.File)

// printFile returns the formatted text of a file. Each fill is printed and
// discarded before the next one runs, because the tree of statements takes
// many times the memory of its text.
func printFile(f *jen.File, fills []fill) ([]byte, error) {
	var body bytes.Buffer
	empty := *f.Group
	for _, fill := range fills {
		group := empty
		f.Group = &group
		f.Id(packageClause)
		fill(f)
		if err := printDeclarations(&body, f); err != nil {
			return nil, err
		}
	}
	// The header is rendered last, when all imports are known.
	f.Group = &empty
	var head bytes.Buffer
	if err := f.Render(&head); err != nil {
		return nil, err
	}
	return slices.Concat(groupImports(head.Bytes()), body.Bytes()), nil
}

// packageClause turns declarations into a file that can be formatted.
const packageClause = "package p"

// printDeclarations adds the declarations of a file to body. What they import
// is noted in the file.
func printDeclarations(body *bytes.Buffer, f *jen.File) error {
	start := body.Len()
	if err := f.RenderWithFile(body, f); err != nil {
		return err
	}
	// Remove the clause.
	printed := body.Bytes()[start:]
	body.Truncate(start + copy(printed, printed[len(packageClause+"\n"):]))
	return nil
}
