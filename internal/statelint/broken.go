package statelint

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/rules/project"
	"golang.org/x/tools/go/packages"
)

// brokenPackage reports a package that does not compile, at the first error:
// otherwise it looks like one in which nothing is wrong.
func (l *linter) brokenPackage(pkg *packages.Package, schema string) diag.List {
	if !isBroken(pkg) {
		return nil
	}
	span, problem, hint := l.firstError(pkg)
	d, on := project.NotCompiled(span, problem, hint), true
	if s := l.schemas.Load(schema).Readable(); s != nil {
		d.Severity, on = project.New(s).Severity(d.ID, d.Severity)
	}
	if !on {
		return nil
	}
	return diag.List{d}
}

// notCompiled says so of a package that does not compile: what uses its types
// was not seen.
func (l *linter) notCompiled(pkg *packages.Package) []NotChecked {
	if len(pkg.Errors) == 0 {
		return nil
	}
	span, problem, _ := l.firstError(pkg)
	return []NotChecked{{Span: span, Reason: "this package does not compile: " + problem}}
}

// firstError returns an error of a package, and its place if that is in a file;
// else that of the package.
func (l *linter) firstError(pkg *packages.Package) (at diag.Span, problem, hint string) {
	for _, e := range mistakes(pkg) {
		m := errorPlace.FindStringSubmatch(e.Pos)
		if m == nil {
			continue
		}
		src := l.sources.Open(m[1])
		if src == nil {
			continue
		}
		line, _ := strconv.Atoi(m[2])
		column, _ := strconv.Atoi(m[3])
		offset := src.Offset(diag.Position{Line: line})
		offset = min(offset+max(column-1, 0), len(src.Text)) // the compiler counts bytes
		problem, hint = advised(e.Msg)
		return diag.Span{File: src.Name, Start: offset, End: offset}, problem, hint
	}
	name := pkg.PkgPath
	if len(pkg.GoFiles) > 0 {
		name = l.sources.Name(pkg.GoFiles[0])
	}
	problem, hint = advised(mistakes(pkg)[0].Msg)
	return diag.Span{File: name}, problem, hint
}

var errorPlace = regexp.MustCompile(`^(.+?):(\d+)(?::(\d+))?$`)

// mistakes are what is wrong with a package, and what the go command says of imports that are not there.
func mistakes(pkg *packages.Package) []packages.Error {
	list := slices.Clone(pkg.Errors)
	for _, path := range slices.Sorted(maps.Keys(pkg.Imports)) {
		if imported := pkg.Imports[path]; imported.Name == "" {
			list = append(list, imported.Errors...)
		}
	}
	return list
}

var advice = regexp.MustCompile(`^(.+); to \w+(?: it)?:\n\s*(go .+)`)

// advised takes apart what is wrong, on one line, and what is to be done about
// it, which the go command says below.
func advised(text string) (problem, hint string) {
	if m := advice.FindStringSubmatch(text); m != nil {
		return firstLine(m[1]), "run `" + strings.TrimSpace(m[2]) + "`"
	}
	return firstLine(text), "make `go build` succeed"
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// unloadedPackage reports a package of which nothing could be read, so that it
// is not known whether it has a schema.
func unloadedPackage(pkg *packages.Package, r *Result) diag.List {
	if !r.Unread || len(pkg.Errors) == 0 {
		return nil
	}
	problem, hint := advised(pkg.Errors[0].Msg)
	return diag.List{project.NotLoaded(pkg.PkgPath, problem, hint)}
}
