package rules_test

import (
	"fmt"
	"testing"

	"github.com/seed92179c4c/stategen/audit"
	"github.com/seed92179c4c/stategen/audit/rules"
)

// found are the rules whose findings a project has.
func found(p audit.Project) (list []string) {
	for _, d := range rules.Findings(p) {
		list = append(list, d.ID)
	}
	return list
}

// usedKey is a key that is set and read.
func usedKey(name string, kind audit.Kind, t audit.Type) []audit.Fact {
	return []audit.Fact{
		{Key: name, Kind: kind, Place: at(10), Programs: []string{"trip"}, Type: t},
		{Key: name, Place: at(20), Programs: []string{"trip"}},
	}
}

func TestSecrets(t *testing.T) {
	for name, kind := range map[string]audit.Kind{"oauth_token": audit.Write, "user:apiKey": audit.Initial, "db_password": audit.Write, "VOLC_SECRET_KEY": audit.Write, "token": audit.Write, "gitea_token": audit.Write, "user:misskeyToken": audit.Write} {
		if got := found(audit.Project{Facts: usedKey(name, kind, audit.Type{})}); fmt.Sprint(got) != "[secret-in-state]" {
			t.Errorf("%s: found %v", name, got)
		}
	}
	for _, name := range []string{"temp:oauth_token", "max_tokens", "token_count", "next_page_token", "csrf_token", "continuation_token", "routing_token", "has_password", "secret_santa", "idempotency_key"} {
		if got := found(audit.Project{Facts: usedKey(name, audit.Write, audit.Type{})}); len(got) > 0 {
			t.Errorf("%s: found %v", name, got)
		}
	}
	memory := audit.Project{Facts: usedKey("api_key", audit.Write, audit.Type{}), Stores: map[string]audit.Storage{"trip": audit.Memory}}
	cleared := audit.Project{Facts: usedKey("api_key", audit.Write, audit.Type{Form: audit.Null})}
	answer := audit.Project{Facts: usedKey("secret", audit.Output, audit.Type{})}
	for name, p := range map[string]audit.Project{"in memory": memory, "cleared": cleared, "an agent's answer": answer} {
		if got := found(p); len(got) > 0 {
			t.Errorf("%s: found %v", name, got)
		}
	}
}
