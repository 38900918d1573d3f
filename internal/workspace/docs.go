package workspace

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/seed92179c4c/stategen/generator"
	"github.com/seed92179c4c/stategen/internal/files"
	"github.com/seed92179c4c/stategen/internal/reference"
)

// DocsRequest is what a reference is wanted of, and where.
type DocsRequest struct {
	Schema   string   // empty: that of the working folder
	Patterns []string // Go packages, as for Flow
	// Output is a file that ends in .md or .html, or a folder; empty: the text is returned.
	Output string
	Format string // "markdown" or "html"; empty: as Output says, or else "markdown"
	PerKey bool   // in a folder, a page for each key
	// Source is where the lines of files are to be found, with {path}, which begins at the
	// project's folder, and {line}; empty: beside the pages.
	Source string
}

// Docs is the reference of a schema.
type Docs struct {
	Flowed
	Text    []byte   // the page, without an Output
	Pages   int      // how many there are with one
	Changes []Change // what is to be written, and pages of keys that are gone
}

// Docs writes the reference of a schema: its keys, and who uses them. The pages are the
// same wherever the call is made from.
func (w *Workspace) Docs(ctx context.Context, r DocsRequest) (*Docs, error) {
	if err := r.complete(); err != nil {
		return nil, err
	}
	flowed, err := w.Flow(ctx, r.Schema, r.Patterns)
	if err != nil {
		return nil, err
	}
	d := &Docs{Flowed: *flowed}
	pages, err := r.pages(flowed)
	if err != nil {
		return nil, err
	}
	if r.Output == "" {
		for _, d.Text = range pages {
			return d, nil
		}
	}
	d.Pages = len(pages)
	d.Changes, err = r.changes(pages)
	return d, err
}

// complete chooses the format, and refuses what can't be together.
func (r *DocsRequest) complete() error {
	byName := map[string]string{".md": "markdown", ".markdown": "markdown", ".html": "html", ".htm": "html"}[filepath.Ext(r.Output)]
	if r.Format == "" {
		r.Format = byName
	}
	if r.Format == "" {
		r.Format = "markdown"
	}
	switch {
	case r.Format != "markdown" && r.Format != "html":
		return fmt.Errorf("the format %q is neither markdown nor html", r.Format)
	case r.PerKey && (r.Output == "" || byName != ""):
		return errors.New("pages per key need a folder to be written to")
	}
	return nil
}

// isFile reports whether the output is one file.
func (r *DocsRequest) isFile() bool { return filepath.Ext(r.Output) != "" && !r.PerKey }

// folder is where the first page is; without an output, where the schema is.
func (r *DocsRequest) folder(schema string) string {
	switch {
	case r.Output == "":
		return filepath.Dir(schema)
	case r.isFile():
		return filepath.Dir(r.Output)
	}
	return r.Output
}

func (r *DocsRequest) pages(f *Flowed) (map[string][]byte, error) {
	p, err := files.Of(f.Schema.File)
	if err != nil {
		return nil, err
	}
	defer p.Close()
	within := func(file string) string {
		if rel, err := p.Rel(filepath.FromSlash(file)); err == nil {
			return filepath.ToSlash(rel)
		}
		return filepath.ToSlash(filepath.Base(file)) // of another module, wherever it is
	}
	source := r.Source
	if source == "" {
		dir, err := filepath.Abs(r.folder(f.Schema.File))
		if err != nil {
			return nil, err
		}
		if dir, err = files.Real(dir); err != nil {
			return nil, err
		}
		up, err := filepath.Rel(dir, p.Dir())
		if err != nil {
			return nil, err
		}
		source = filepath.ToSlash(up) + "/{path}#L{line}"
	}
	ref := reference.Build(reference.Input{
		Schema: f.Schema, Graph: f.Graph, Sources: f.Sources, Accessors: generator.Accessors(f.Schema), Path: within, Source: source,
	})
	if r.Format == "html" {
		return ref.HTML(r.PerKey)
	}
	return ref.Markdown(r.PerKey), nil
}

// changes compares pages with what is there.
func (r *DocsRequest) changes(pages map[string][]byte) ([]Change, error) {
	at := map[string][]byte{}
	for name, text := range pages {
		path := filepath.Join(r.Output, filepath.FromSlash(name))
		if r.isFile() {
			path = r.Output
		}
		at[path] = text
	}
	p, err := files.Overlay(nil).OfNamed(slices.Min(slices.Collect(maps.Keys(at))))
	if err != nil {
		return nil, err
	}
	if err := r.addGone(p, at); err != nil {
		return nil, err
	}
	var list []Change
	for _, path := range slices.Sorted(maps.Keys(at)) {
		change, err := replaced(p, path, at[path])
		if err != nil {
			return nil, err
		}
		if change != nil {
			list = append(list, *change)
		}
	}
	return list, nil
}

// addGone adds pages of keys that are no longer declared: those that say who wrote them.
func (r *DocsRequest) addGone(p *files.Project, at map[string][]byte) error {
	if !r.PerKey {
		return nil
	}
	for _, ext := range []string{".md", ".html"} {
		there, err := filepath.Glob(filepath.Join(r.Output, "key-*"+ext))
		if err != nil {
			return err
		}
		for _, path := range there {
			text, err := p.Read(path)
			if _, wanted := at[path]; !wanted && err == nil && reference.IsPage(text) {
				at[path] = nil
			}
		}
	}
	return nil
}
