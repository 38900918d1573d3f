package pages

import (
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// stategen runs the command in a folder.
func stategen(t testing.TB, dir string, args ...string) string {
	t.Helper()
	command := os.Getenv("STATEGEN")
	if command == "" {
		t.Fatal("run these tests with .ci/pages, which sets STATEGEN")
	}
	cmd := exec.Command(command, args...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("stategen %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

func booking(t testing.TB) string {
	t.Helper()
	dir, err := filepath.Abs("../../examples/booking")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func fileURL(path string) string { return (&url.URL{Scheme: "file", Path: path}).String() }

// looks tries a page in two sizes, light and dark.
func looks(t *testing.T, p *Page, name string) {
	t.Helper()
	for _, size := range []struct {
		name          string
		width, height int64
	}{{"wide", 1280, 900}, {"narrow", 390, 844}} {
		for _, dark := range []bool{false, true} {
			p.Size(size.width, size.height)
			p.Dark(dark)
			p.Fits()
			p.Accessible()
			shade := "light"
			if dark {
				shade = "dark"
			}
			p.Picture(name + " " + size.name + " " + shade)
		}
	}
	p.Size(1280, 900)
	p.Dark(false)
}

const shownArticles = "[...document.querySelectorAll('article')].filter(a => a.checkVisibility()).map(a => a.id).join(' ')"

const bookingKeys = 23 // that the booking example's schema declares

func TestDocs(t *testing.T) {
	out := filepath.Join(t.TempDir(), "state.html")
	stategen(t, booking(t), "docs", "-o", out)
	p := Open(t)
	p.Visit(fileURL(out))
	looks(t, p, "docs")

	if n := Eval[int](p, "document.querySelectorAll('article').length"); n != bookingKeys {
		t.Errorf("%d keys are shown", n)
	}
	// By keyboard alone: "/" goes to the field, Escape empties it.
	p.Type("/")
	p.Type("charge_card")
	if got := Eval[string](p, "document.getElementById('find').value"); got != "charge_card" {
		t.Fatalf("%q was typed", got)
	}
	p.Press(kb.Escape)
	p.Type("SEATS Taken")
	if got := Eval[string](p, shownArticles); got != "key-app.seats_taken_-flight" {
		t.Errorf("the search shows %q", got)
	}
	if got := Eval[string](p, "document.getElementById('found').textContent"); got != "1 key" {
		t.Errorf("the search says %q", got)
	}
	p.Press(kb.Escape)
	if n := Eval[int](p, shownArticles+".split(' ').length"); n != bookingKeys {
		t.Errorf("after Escape %d keys are shown", n)
	}
	// The first stop of the Tab key leads past the list.
	p.Visit(fileURL(out))
	p.Press(kb.Tab)
	p.Press(kb.Enter)
	if got := Eval[string](p, "document.activeElement.id"); got != "content" {
		t.Errorf("skipping the list leads to %q", got)
	}
	p.Quiet()
}

func TestDocsPerKey(t *testing.T) {
	dir := t.TempDir()
	stategen(t, booking(t), "docs", "-o", dir, "--per-key", "--format", "html")
	p := Open(t)
	p.Visit(fileURL(filepath.Join(dir, "index.html")))
	looks(t, p, "docs index")
	Eval[any](p, "document.querySelector('main a[href*=selected_flight]').click()")
	p.Wait("document.title.startsWith('selected_flight')")
	looks(t, p, "docs key")
	Eval[any](p, "document.querySelector('.type a').click()")
	p.Wait("location.hash === '#type-Flight' && !!document.querySelector('#type-Flight')")
	p.Quiet()
}

// TestDocsOfHostileNames: texts that try to be markup are shown as texts.
func TestDocsOfHostileNames(t *testing.T) {
	dir := t.TempDir()
	schema := `version: 1
package: p
keys:
  a: {type: string, optional: true, doc: "<img src=x onerror=document.title='hacked'><script>document.title='hacked'</script>"}
`
	if err := os.WriteFile(filepath.Join(dir, "stategen.yaml"), []byte(schema), 0o644); err != nil {
		t.Fatal(err)
	}
	stategen(t, dir, "docs", "-o", "out.html")
	p := Open(t)
	p.Visit(fileURL(filepath.Join(dir, "out.html")))
	if got := Eval[string](p, "document.title"); got != "State of p" {
		t.Errorf("the title is %q", got)
	}
	if n := Eval[int](p, "document.querySelectorAll('img').length"); n != 0 {
		t.Error("a text became an image")
	}
	// The content policy holds what gets in all the same.
	Eval[any](p, "document.body.insertAdjacentHTML('beforeend', \"<img src=x onerror=\\\"document.title='hacked'\\\">\")")
	p.Wait("document.images[0].complete")
	if got := Eval[string](p, "document.title"); got != "State of p" {
		t.Errorf("a script of an element ran")
	}
}
