package rules

import (
	"regexp"
	"slices"
	"strings"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/audit/internal/index"
	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/runtime"
)

var secretInState = diag.Rule{
	ID:       "secret-in-state",
	Severity: diag.Warning,
	Summary:  "a password or token is kept in the session's state",
	Why: "A state is stored in clear, in the session and in the event that changed it. Logs, exports and whoever may list " +
		"sessions show it, and deleting the key leaves the event. A temp key is never stored.",
}

var (
	secretWords = regexp.MustCompile(`^(\w+_)?(password|passwd|secret|api_?key|private_key|access_key|secret_key|[a-z]+_token|(auth|gh|bot)token|token|credentials?)(_json)?$`)
	// plainTokens are those that say where something goes on, of what it is a part, or which of
	// several it is, and open nothing.
	plainTokens = regexp.MustCompile(`(^|_)(max|min|num|total|input|output|prompt|completion|page|csrf|xsrf|cancel|cancellation|continue|continuation|resume|resumption|` +
		`routing|cursor|sync|delta|start|end|stop|bos|eos|pad|sep|mask|unk|first|last|next|prev|previous|change|idempotency|design|special|per|of|by)_token$`)
	// noSecrets are beginnings of names that say something about one, or ask for one.
	noSecrets   = regexp.MustCompile(`^_?(has|is|need|needs|no|use|valid|requires?|pending|missing|forgot|reset|num|max)_`)
	wordsInName = regexp.MustCompile(`([a-z0-9])([A-Z])`)
)

// secret reports a key that is stored, not only kept in memory, and that is called after what
// nobody else may know.
func secret(j *judge, k *index.Key) diag.List {
	name := strings.ToLower(wordsInName.ReplaceAllString(index.Bare(k.Name), "${1}_$2"))
	name = strings.NewReplacer("-", "_", ".", "_", ":", "_", "__", "_").Replace(name)
	if index.ScopeOf(k.Name) == runtime.ScopeTemp || noSecrets.MatchString(name) || plainTokens.MatchString(name) || !secretWords.MatchString(name) {
		return nil
	}
	i := slices.IndexFunc(k.Writes, func(w audit.Fact) bool { return mayBeSecret(w) && j.Storage(w, nil) != audit.Memory })
	if i < 0 {
		return nil
	}
	return diag.List{{
		ID: secretInState.ID, Severity: diag.Warning, Span: k.Writes[i].Place,
		Message: diag.Quote(k.Name) + " is stored in clear, in the session and in its events",
		Hint: "keep it out of the state, or write " + diag.Quote(runtime.ScopeTemp.Key(index.Bare(k.Name))) +
			" if one run needs it; nothing is wrong if it is no secret, or if it is encrypted",
	}}
}

// mayBeSecret reports whether what is written may be a secret: not an empty text, a number or an
// agent's answer.
func mayBeSecret(w audit.Fact) bool {
	switch w.Type.Form {
	case audit.Null, audit.Bool, audit.Int, audit.Float:
		return false
	}
	return w.Kind != audit.Output
}
