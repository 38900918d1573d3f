package rules

import (
	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/judge"
	"github.com/seed92179c4c/stategen/internal/prompt/internal/wording"
	"github.com/seed92179c4c/stategen/runtime/instruction"
)

// keyWithDefault is {x:none}, {x or none} and {x|none}. It is only likely: a format that the model is to
// answer in can look so.
func keyWithDefault(p *judge.Pass, tok instruction.Token, _ wording.Group) *judge.Finding {
	key, value, ok := wording.ReadDefault(tok, p.Text)
	k := p.Keys.Find(key)
	if !ok || k == nil || len(p.Keys.Named(value)) > 0 || p.HasOtherDefault(key, value) {
		return nil
	}
	f := malformed(p, tok, "a placeholder can't have a default for %s, so this is left as text", diag.Quote(key)).
		Relatedf(k.Span, "declared here")
	f.MakeLikely()
	if k.Sensitive {
		return f.Hintf("%s", forTools)
	}
	return f.Hintf("write %s, and set the key to its default when the session begins", p.RewriteKey(tok, k, key))
}
