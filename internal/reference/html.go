package reference

import (
	"bytes"
	"crypto/sha256"
	_ "embed" // the page's parts
	"encoding/base64"
	"fmt"
	"html/template"
	"strings"
)

//go:embed page.html
var pageText string

//go:embed style.css
var style string

//go:embed search.js
var script string

// page is what the template of a page gets.
type page struct {
	*Reference
	Style  template.CSS
	Script template.JS
	Policy string
	One    *Key // the only key that is shown; nil: all
	Split  bool // each key has a page of its own
	List   bool // all keys are listed beside the page
}

// mostListed is how many keys the page of one key lists besides.
const mostListed = 300

var pages = template.Must(template.New("page").Funcs(template.FuncMap{
	"letters": Letters, "notSeen": func() string { return notSeen },
}).Parse(pageText))

// HTML returns the pages by their paths: one for all, or with split a folder of one per
// key besides "index.html". They need no network and run no script but their own, which
// searches.
func (r *Reference) HTML(split bool) (map[string][]byte, error) {
	p := page{Reference: r, Style: template.CSS(style), Script: template.JS(script), Policy: policy()}
	p.Split, p.List = split, true
	files := map[string][]byte{}
	var err error
	if files[first], err = p.render(); err != nil || !split {
		return files, err
	}
	for _, k := range r.Keys() {
		one := p
		one.One, one.List = k, len(r.Keys()) <= mostListed
		if files[k.Anchor+".html"], err = one.render(); err != nil {
			return nil, err
		}
	}
	return files, nil
}

const first = "index.html"

func (p page) render() ([]byte, error) {
	var out bytes.Buffer
	err := pages.Execute(&out, p)
	return out.Bytes(), err
}

// policy allows the page's own style and script, by their sums, and nothing else.
func policy() string {
	return fmt.Sprintf("default-src 'none'; style-src '%s'; script-src '%s'; base-uri 'none'; form-action 'none'",
		sum(style), sum(script))
}

func sum(text string) string {
	s := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(s[:])
}

// KeyLink is where a page leads for a key.
func (p page) KeyLink(k *Key) string {
	if p.Split {
		return k.Anchor + ".html"
	}
	return "#" + k.Anchor
}

// TypeLink is where a page leads for a named type.
func (p page) TypeLink(anchor string) string {
	if p.One != nil {
		return first + "#" + anchor
	}
	return "#" + anchor
}

// With gives a part of a page what it shows, with what that is called.
func (p page) With(value any, title ...string) any {
	return struct {
		page
		V     any
		Title string
	}{p, value, strings.Join(title, "")}
}
