package breaking

import (
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/reading"
)

// This file compares what clients may do: those of the old schema stay open in browsers for
// days.

var (
	clientLosesKey = diag.Register(diag.OnReleases, diag.Rule{
		ID: "client-loses-key", Severity: diag.Error,
		Summary: "clients no longer see a key, or may no longer set it",
		Why:     "A page that was loaded before the release goes on asking for the key, and finds nothing, or has its changes refused.",
		Bad:     "# before\ncity: {type: string, optional: true, client: write}\n# after\ncity: {type: string, optional: true, client: read}\n",
		Good:    "# before\ncity: {type: string, optional: true, client: read}\n# after\ncity: {type: string, optional: true, client: write}\n",
	})
	clientMayWrite = diag.Register(diag.OnReleases, diag.Rule{
		ID: "client-may-write", Severity: diag.Warning,
		Summary: "clients may set a key that they could not set before",
		Why:     "Code that reads the key was written when the program alone set it, and may trust it too much.",
		Bad:     "# before\nprice: {type: float, optional: true, client: read}\n# after\nprice: {type: float, optional: true, client: write}\n",
		Good:    "# before\nprice: {type: float, optional: true}\n# after\nprice: {type: float, optional: true, client: read}\n",
	})
	clientValueRefused = diag.Register(diag.OnReleases, diag.Rule{
		ID: "client-value-refused", Severity: diag.Warning,
		Summary: "clients are sent values that those of the old schema refuse",
		Why:     "A page that was loaded before the release checks what it gets by the old schema.",
		Bad:     "# before\nn: {type: int, max: 5, optional: true, client: read}\n# after\nn: {type: int, max: 9, optional: true, client: read}\n",
		Good:    "# before\nn: {type: int, max: 9, optional: true, client: read}\n# after\nn: {type: int, max: 5, optional: true, client: read}\n",
	})
)

// clients compares what clients may do with a key. Reported is what else was found of it.
func (c *comparison) clients(p pair, reported []*finding) {
	var f finding
	before, now := p.old.Client, p.new.Client
	switch {
	case before.CanRead() && (p.old.Wire() != p.new.Wire() || !now.CanRead()):
		f.key, f.text, f.cure = p.old.Wire(), clientsLose, cureOfClients
		c.report(clientLosesKey, f)
	case before.CanWrite() && !now.CanWrite():
		f.text, f.cure = clientsMayNotSet, cureOfClients
		c.report(clientLosesKey, f)
	}
	if now.CanWrite() && !before.CanWrite() {
		f.key, f.text, f.cure = p.new.Wire(), clientsMaySet, cureOfClientWrites
		c.report(clientMayWrite, f)
	}
	if !before.CanRead() || !now.CanRead() {
		return
	}
	at := slices.IndexFunc(reported, func(r *finding) bool {
		return r.rule.ID == rollingValueRefused.ID || r.rule.ID == constraintLoosened.ID
	})
	if at >= 0 {
		f.key, f.path, f.text, f.cure = p.new.Wire(), reported[at].path, reported[at].text, cureOfClientValues
		c.report(clientValueRefused, f)
	}
}

// clientsOf looks at a key that is declared no longer.
func (c *comparison) clientsOf(k *reading.Key) {
	if k.Client.CanRead() {
		c.report(clientLosesKey, finding{text: clientsLose, cure: cureOfClients})
	}
}
