package workspace_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/internal/workspace"
	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/sqlite"
	"github.com/seed92179c4c/stategen/runtime/transfer"
)

// cards is a database in the working folder with a session that has a secret.
func cards(t *testing.T) {
	t.Helper()
	t.Chdir(t.TempDir())
	svc, err := sqlite.Open(t.Context(), "cards.db")
	if err != nil {
		t.Fatal(err)
	}
	session, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s"})
	if err != nil {
		t.Fatal(err)
	}
	e := &runtime.Event{Author: "desk"}
	e.Actions.StateDelta = runtime.Delta{"card": "4111-secret", "step": "pay"}
	if err := errors.Join(svc.AppendEvent(t.Context(), session, e), svc.Close()); err != nil {
		t.Fatal(err)
	}
}

// page is what an inspection shows of the session.
func page(t *testing.T, i *workspace.Inspection) string {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- i.Server.Serve(ctx) }()
	defer func() {
		cancel()
		if err := errors.Join(<-done, i.Close()); err != nil {
			t.Error(err)
		}
	}()
	jar, _ := cookiejar.New(nil)
	client, text := http.Client{Jar: jar}, ""
	base, _, _ := strings.Cut(i.Server.Link(), "/?")
	for _, address := range []string{i.Server.Link(), base + "/app/a/user/u/session/s"} {
		a, err := client.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(a.Body)
		if err := errors.Join(err, a.Body.Close()); err != nil || a.StatusCode != http.StatusOK {
			t.Fatalf("status %d, %v\n%s", a.StatusCode, err, got)
		}
		text = string(got)
	}
	return text
}

const cardSchema = "version: 1\npackage: p\nkeys: {card: {type: string, optional: true, sensitive: true}, step: {type: string, optional: true}}\n"

// TestInspectAnExport: a file that export wrote is shown like its database.
func TestInspectAnExport(t *testing.T) {
	cards(t)
	st, err := sqlite.OpenStore(t.Context(), "cards.db")
	if err != nil {
		t.Fatal(err)
	}
	var file strings.Builder
	err = transfer.Export(t.Context(), st, &file, transfer.Select{}, nil)
	if err := errors.Join(err, st.Close(), os.WriteFile("cards.jsonl", []byte(file.String()), 0o600), os.WriteFile("stategen.yaml", []byte(cardSchema), 0o600)); err != nil {
		t.Fatal(err)
	}
	request := workspace.InspectRequest{Export: "cards.jsonl", Addr: "127.0.0.1:0"}
	i, err := new(workspace.Workspace).Inspect(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	if text := page(t, i); !strings.Contains(text, "<code>&#34;pay&#34;</code>") || strings.Contains(text, "4111") || !strings.Contains(text, "<b>desk</b>") {
		t.Errorf("the page is\n%s", text)
	}
	if err := os.WriteFile("cards.jsonl", []byte(file.String()[:len(file.String())/2]), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := new(workspace.Workspace).Inspect(t.Context(), request); err == nil || !strings.HasPrefix(err.Error(), "cards.jsonl: ") {
		t.Errorf("of half a file: %v", err)
	}
	request.Write = true
	if _, err := new(workspace.Workspace).Inspect(t.Context(), request); err == nil {
		t.Error("an export can be written to")
	}
}

// TestInspectHidesByItsSchema: what is sensitive isn't shown because a schema can't be read, or is
// that of somewhere else.
func TestInspectHidesByItsSchema(t *testing.T) {
	request := workspace.InspectRequest{Database: "cards.db", Addr: "127.0.0.1:0"}
	for name, spoil := range map[string]func() error{
		"sound":             func() error { return os.WriteFile("stategen.yaml", []byte(cardSchema), 0o600) },
		"with a mistake":    func() error { return os.WriteFile("stategen.yaml", []byte(cardSchema+"keys: 1\n"), 0o600) },
		"empty":             func() error { return os.WriteFile("stategen.yaml", nil, 0o600) },
		"a folder":          func() error { return os.Mkdir("stategen.yaml", 0o700) },
		"a link to nothing": func() error { return os.Symlink("nothing", "stategen.yaml") },
		"several": func() error {
			request.Schema = "./..."
			return errors.Join(os.Mkdir("b", 0o700), os.WriteFile("stategen.yaml", []byte("version: 1\npackage: p\nkeys: {x: string}\n"), 0o600),
				os.WriteFile(filepath.Join("b", "stategen.yaml"), []byte(cardSchema), 0o600))
		},
	} {
		t.Run(name, func(t *testing.T) {
			cards(t)
			request.Schema = ""
			if err := spoil(); err != nil {
				t.Fatal(err)
			}
			i, err := new(workspace.Workspace).Inspect(t.Context(), request)
			switch {
			case err != nil && name != "sound":
			case err != nil:
				t.Fatal(err)
			default:
				if text := page(t, i); name != "sound" || strings.Contains(text, "4111") {
					t.Errorf("the page is\n%s", text)
				}
			}
		})
	}
}
