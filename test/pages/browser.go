// Package pages tries the pages that stategen makes in a real Chromium: `.ci/pages` installs what
// that needs and runs its tests. Each page is looked at in two sizes, in light and dark, by
// keyboard, and by axe-core, which knows the rules of accessibility.
package pages

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Page is a tab of a browser. Each test has one of its own.
type Page struct {
	testing.TB
	ctx      context.Context
	problems []string // what the browser's console reported
}

// limit is how long one deed may take on a busy machine; nothing waits that long if all is well.
const limit = time.Minute

// latency is what each request takes, in milliseconds: a page's scripts come after its text, as they
// do on a busy machine, and a test that doesn't wait for them fails everywhere.
const latency = 100

// Open starts a browser that reaches nothing but this machine.
func Open(t testing.TB) *Page {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.NoSandbox, // as in containers, where CI runs as root
		chromedp.Flag("host-resolver-rules", "MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"),
		chromedp.Flag("force-color-profile", "srgb"),
	)
	if path := os.Getenv("CHROMIUM"); path != "" {
		options = append(options, chromedp.ExecPath(path))
	}
	allocated, stop := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(stop)
	ctx, cancel := chromedp.NewContext(allocated)
	t.Cleanup(cancel)
	p := &Page{TB: t, ctx: ctx}
	chromedp.ListenTarget(ctx, p.listen)
	p.Do(chromedp.Navigate("about:blank"))
	p.Do(network.Enable(), network.EmulateNetworkConditions(false, latency, -1, -1))
	p.Size(1280, 900)
	return p
}

func (p *Page) listen(event any) {
	switch e := event.(type) {
	case *runtime.EventExceptionThrown:
		p.problems = append(p.problems, e.ExceptionDetails.Error())
	case *runtime.EventConsoleAPICalled:
		for _, arg := range e.Args {
			p.problems = append(p.problems, string(arg.Value))
		}
	}
}

// Do runs actions of the driver; one that fails ends the test.
func (p *Page) Do(actions ...chromedp.Action) {
	p.Helper()
	ctx := p.ctx
	if chromedp.FromContext(ctx).Target != nil { // the first call starts the browser for good
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(p.ctx, limit)
		defer cancel()
	}
	if err := chromedp.Run(ctx, actions...); err != nil {
		p.Fatal(err)
	}
}

// Visit opens an address and waits for its page.
func (p *Page) Visit(url string) { p.Helper(); p.Do(chromedp.Navigate(url)) }

// Size sets the window's.
func (p *Page) Size(width, height int64) { p.Helper(); p.Do(chromedp.EmulateViewport(width, height)) }

// Dark prefers dark colors, or light ones.
func (p *Page) Dark(dark bool) {
	p.Helper()
	value := "light"
	if dark {
		value = "dark"
	}
	p.Do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: value}}))
}

// Type types a text where the focus is, as from a keyboard: a page may take each key for itself.
func (p *Page) Type(text string) {
	p.Helper()
	for _, c := range text {
		key := string(c)
		p.Do(input.DispatchKeyEvent(input.KeyDown).WithKey(key).WithText(key), input.DispatchKeyEvent(input.KeyUp).WithKey(key))
	}
}

// Press presses a key of package kb.
func (p *Page) Press(key string) { p.Helper(); p.Do(chromedp.KeyEvent(key)) }

// Eval is what an expression of JavaScript comes to.
func Eval[T any](p *Page, expression string) T {
	p.Helper()
	var value T
	p.Do(chromedp.Evaluate(expression, &value, func(e *runtime.EvaluateParams) *runtime.EvaluateParams {
		return e.WithAwaitPromise(true)
	}))
	return value
}

// Wait waits until an expression is true on a page that is loaded whole, its scripts too: this one
// or the one that it leads to.
func (p *Page) Wait(expression string) {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, limit)
	defer cancel()
	for done := false; !done; {
		err := chromedp.Run(ctx, chromedp.Evaluate("document.readyState === 'complete' && !!("+expression+")", &done), chromedp.Sleep(20*time.Millisecond))
		if ctx.Err() != nil {
			p.Fatalf("%s does not become true: %v", expression, err)
		}
	}
}

// Quiet fails the test if the page threw an error or wrote to the console.
func (p *Page) Quiet() {
	p.Helper()
	for _, problem := range p.problems {
		p.Errorf("the browser says: %s", problem)
	}
}

// Fits fails the test if the page is wider than its window.
func (p *Page) Fits() {
	p.Helper()
	if over := Eval[int](p, "document.documentElement.scrollWidth - document.documentElement.clientWidth"); over > 0 {
		p.Errorf("the page is %d pixels wider than its window", over)
	}
}

// Accessible fails the test for each rule of axe-core that the page breaks.
func (p *Page) Accessible() {
	p.Helper()
	p.Do(chromedp.Evaluate(axe(p)+"; undefined", nil))
	var result struct {
		Violations []struct {
			ID, Help string
			Nodes    []struct {
				HTML           string
				FailureSummary string
			}
		}
		Passes []json.RawMessage
	}
	text := Eval[string](p, "axe.run().then(r => JSON.stringify({violations: r.violations, passes: r.passes}))")
	if err := json.Unmarshal([]byte(text), &result); err != nil {
		p.Fatal(err)
	}
	if len(result.Passes) < 10 {
		p.Fatalf("axe-core looked at %d rules only", len(result.Passes))
	}
	for _, v := range result.Violations {
		for _, n := range v.Nodes[:min(3, len(v.Nodes))] {
			p.Errorf("%s: %s (%d places)\n%s\n%s", v.ID, v.Help, len(v.Nodes), n.HTML, n.FailureSummary)
		}
	}
}

func axe(t testing.TB) string {
	t.Helper()
	path := os.Getenv("AXE")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(errors.Join(errors.New("run these tests with .ci/pages, which sets AXE"), err))
	}
	return string(text)
}

// Picture writes what the window shows to a file in the folder that PICTURES names, for people.
func (p *Page) Picture(name string) {
	p.Helper()
	dir := os.Getenv("PICTURES")
	if dir == "" {
		return
	}
	var png []byte
	p.Do(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		png, err = page.CaptureScreenshot().WithFormat(page.CaptureScreenshotFormatPng).Do(ctx)
		return err
	}))
	if err := os.WriteFile(fmt.Sprintf("%s/%s.png", dir, strings.ReplaceAll(name, " ", "-")), png, 0o644); err != nil {
		p.Fatal(err)
	}
}
