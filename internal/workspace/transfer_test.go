package workspace

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/memory"
	"github.com/seed92179c4c/stategen/runtime/transfer"
)

// TestImportOfLargeValues holds that a backup can be restored of a service that has larger
// limits than the defaults.
func TestImportOfLargeValues(t *testing.T) {
	svc := memory.New().Limited(runtime.Sizes{Value: 20 << 20, Delta: 40 << 20})
	large := strings.Repeat("x", 13<<20)
	_, err := svc.Create(t.Context(), runtime.CreateRequest{AppName: "a", UserID: "u", SessionID: "s", State: map[string]any{"text": large}})
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := transfer.Export(t.Context(), svc.Store(), &file, transfer.Select{}, nil); err != nil {
		t.Fatal(err)
	}
	w := &Workspace{}
	report, err := w.Import(t.Context(), ImportRequest{Database: filepath.Join(t.TempDir(), "a.db")}, &file)
	if err != nil || report.Sessions != 1 {
		t.Errorf("imported %+v, %v", report, err)
	}
}
