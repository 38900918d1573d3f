package workspace

import (
	"slices"

	"github.com/seed92179c4c/stategen/audit"
)

// showTexts says of the instructions in Go whose texts are not known which keys they may show: those that a
// text of the project has in braces.
func (a *auditing) showTexts(sources []string) {
	isText := func(o audit.Open) bool { return o.Text }
	if !slices.ContainsFunc(a.project.Open, isText) {
		return
	}
	shown, all := a.files.ShownIn(sources)
	if !all {
		return
	}
	a.project.Facts = append(a.project.Facts, shown...)
	for i, o := range a.project.Open {
		if o.Text {
			a.project.Open[i].Within = true
			o.OnlyNamed = true
			a.project.Open = append(a.project.Open, o)
		}
	}
}
