package workspace

import (
	"context"
	"fmt"
	"io"

	"github.com/seed92179c4c/stategen/internal/files"
)

// stdin reads to the end of standard input, or until ctx ends: whoever writes to it may
// never do so.
func (w *Workspace) stdin(ctx context.Context) ([]byte, error) {
	if w.Stdin == nil {
		return nil, nil
	}
	type result struct {
		text []byte
		err  error
	}
	read := make(chan result, 1)
	go func() {
		text, err := io.ReadAll(io.LimitReader(w.Stdin, files.Limit+1))
		if len(text) > files.Limit {
			err = fmt.Errorf("it has more than %d MiB", files.Limit>>20)
		}
		read <- result{text, err}
	}()
	select {
	case got := <-read:
		return got.text, got.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
