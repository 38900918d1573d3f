package workspace

import (
	"context"
	"fmt"
	"io"

	"github.com/seed92179c4c/stategen/internal/files"
	"github.com/seed92179c4c/stategen/schema/load"
)

// stdin is the text on standard input. What it names is looked for from the working folder.
type stdin struct {
	from io.Reader
	disk
}

func (w *Workspace) stdin() stdin { return stdin{w.Stdin, w.disk()} }

// read reads to the end of standard input, or until ctx ends: whoever writes to it may
// never do so.
func (s stdin) read(ctx context.Context) ([]byte, error) {
	if s.from == nil {
		return nil, nil
	}
	type result struct {
		text []byte
		err  error
	}
	read := make(chan result, 1)
	go func() {
		text, err := io.ReadAll(io.LimitReader(s.from, files.Limit+1))
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

// schema reads a schema.
func (s stdin) schema(ctx context.Context) (load.Result, error) {
	const name = stdinName
	text, err := s.read(ctx)
	if err != nil {
		return load.Result{}, fmt.Errorf("reading the schema from standard input: %w", err)
	}
	project, err := s.Of(name)
	if err != nil {
		return load.Result{}, err
	}
	return load.Schema(name, func(path string) ([]byte, error) {
		if path == name {
			return text, nil
		}
		return project.Read(path)
	}), nil
}
