//go:build unix

package pages

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// screen starts the booking example with its page, and returns the address that it prints.
func screen(t testing.TB) string {
	t.Helper()
	bin := filepath.Join(t.TempDir(), "booking")
	build := exec.Command("go", "build", "-o", bin, "./examples/booking")
	build.Dir = "../.."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cmd := exec.Command(bin, "-web", "-db", "memory")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGINT)
		_ = cmd.Wait()
	})
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(address)
}

// Tab opens another tab of the same browser.
func (p *Page) Tab() *Page {
	p.Helper()
	ctx, cancel := chromedp.NewContext(p.ctx)
	p.Cleanup(cancel)
	tab := &Page{TB: p.TB, ctx: ctx}
	chromedp.ListenTarget(ctx, tab.listen)
	tab.Do(chromedp.Navigate("about:blank"))
	tab.Size(1280, 900)
	return tab
}

// Front brings a tab to the front, where it has the keyboard.
func (p *Page) Front() {
	p.Helper()
	p.Do(target.ActivateTarget(chromedp.FromContext(p.ctx).Target.TargetID))
}

// field is an input of the trip.
func field(key string) string { return "document.getElementById(" + quoted("key-"+key) + ")" }

// enters types into an input, and leaves it.
func (p *Page) enters(key, text string) {
	p.Helper()
	p.Front()
	Eval[bool](p, field(key)+".focus() === undefined && "+field(key)+".select() === undefined")
	p.Type(text)
	p.Press(kb.Tab)
}

// says clicks a suggestion and waits until the agents have answered.
func (p *Page) says(text, answer string) {
	p.Helper()
	p.Wait("[...document.querySelectorAll('#hints button')].some((b) => b.textContent === " + quoted(text) + ")")
	Eval[bool](p, "[...document.querySelectorAll('#hints button')].find((b) => b.textContent === "+quoted(text)+").click() === undefined")
	p.Wait("document.querySelector('#log').lastChild.textContent.includes(" + quoted(answer) + ")")
	p.Wait("!document.querySelector('#say button').disabled")
}

// watches notes in a tab which agents are shown at work.
const watches = `window.worked = new Set();
new MutationObserver(() => document.querySelectorAll('#work b').forEach((b) => window.worked.add(b.textContent)))
	.observe(document.querySelector('#work'), { childList: true })`

// TestScreen books a trip in two tabs, which stay in step; one edits the destination while agents
// of the other one are at work, and a stale edit is not stored over it.
func TestScreen(t *testing.T) {
	address := screen(t)
	p := Open(t)
	p.Visit(address)
	p.Wait("document.querySelector('#link').textContent === 'live'")
	looks(t, p, "screen new")
	second := p.Tab()
	second.Visit(address)
	second.Wait("document.querySelector('#link').textContent === 'live'")

	for _, tab := range []*Page{p, second} {
		Eval[bool](tab, "(() => {"+watches+"})() === undefined")
	}

	p.enters("departure_city", "Lisbon")
	p.enters("destination_city", "Oslo")
	second.Wait(field("destination_city") + ".value === 'Oslo' && " + field("departure_city") + ".value === 'Lisbon'")
	second.Wait("document.querySelector('.fresh label').textContent === 'To'")

	// An edit while the agents search: they take it back neither in the state nor in a tab.
	p.Front()
	p.Wait("document.querySelector('#hints button').textContent === 'Find flights.'")
	Eval[bool](p, "document.querySelector('#hints button').click() === undefined")
	second.Wait("window.worked.has('search')")
	second.enters("destination_city", "Rome")
	p.Wait("document.querySelector('#log').lastChild.textContent.includes('Which one shall it be?')")
	for _, tab := range []*Page{p, second} {
		tab.Wait(field("destination_city") + ".value === 'Rome' && " + field("flight_choice") + ".querySelectorAll('input').length === 3")
	}

	// Two people edit one key: the second is asked.
	p.Front()
	Eval[bool](p, field("destination_city")+".focus() === undefined && "+field("destination_city")+".select() === undefined")
	p.Type("Bern")
	second.enters("destination_city", "Oslo")
	second.Wait("document.querySelector('.fresh label').textContent === 'To'")
	p.Front()
	p.Press(kb.Tab)
	p.Wait("document.querySelector('.problem button')")
	looks(t, p, "screen conflict")
	Eval[bool](p, "[...document.querySelectorAll('.problem button')].at(-1).click() === undefined")
	p.Wait(field("destination_city") + ".value === 'Oslo'")

	// By keyboard: the flight, the seat, the payment.
	Eval[bool](p, field("flight_choice")+".querySelector('input').focus() === undefined")
	p.Press(" ")
	second.Wait(field("flight_choice") + ".querySelector('input').checked")
	second.says("I take that one.", "Which do you prefer?")
	second.Front()
	looks(t, second, "screen seats")
	second.says("By the window.", "Shall I charge your card?")
	p.Front()
	p.says("What do I owe you?", "224.10 EUR")
	p.says("Yes, charge my card.", "Your reference is BK-0001")
	p.Wait("['front desk', 'search', 'seat desk', 'payment'].every((agent) => window.worked.has(agent))")
	for _, tab := range []*Page{p, second} {
		tab.Wait("document.querySelector('[data-key=booking_reference]').textContent.includes('BK-0001')")
		tab.Wait("document.querySelector('#log').lastChild.textContent.includes('BK-0001')")
	}
	p.Front()
	looks(t, p, "screen done")

	// A tab that is opened later has what was said; a person elsewhere sees nothing of it.
	third := p.Tab()
	third.Visit(address)
	third.Wait("document.querySelector('#log').textContent.includes('BK-0001')")
	for _, tab := range []*Page{p, second, third} {
		tab.Quiet()
	}
	stranger := Open(t)
	stranger.Visit(address)
	stranger.Wait("document.querySelector('#link').textContent === 'live'")
	if Eval[bool](stranger, "document.body.textContent.includes('BK-0001')") {
		t.Error("another traveller sees the trip")
	}
	stranger.Quiet()
}

// TestScreenPicture makes the picture of the README anew: PICTURES=docs/screen .ci/pages -run TestScreenPicture
func TestScreenPicture(t *testing.T) {
	if os.Getenv("PICTURES") == "" {
		t.Skip("PICTURES names no folder for it")
	}
	p := Open(t)
	p.Size(1180, 760)
	p.Visit(screen(t))
	p.Wait("document.querySelector('#link').textContent === 'live'")
	p.says("I'm Ana. I'd like to fly from Lisbon to Oslo.", "Which one shall it be?")
	Eval[bool](p, "[...document.querySelectorAll('#hints button')].find((b) => b.textContent === 'The earliest one.').click() === undefined")
	p.Wait("document.querySelector('[data-key=selected_flight].fresh')")
	p.Picture("booking")
}
