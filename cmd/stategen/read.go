package main

import (
	"context"
	"fmt"
	"io"

	"github.com/seed92179c4c/stategen/internal/files"
)

// readWithin reads a file in the project of the folder that it is named in.
func readWithin(path string) ([]byte, error) {
	project, err := files.Of(path)
	if err != nil {
		return nil, err
	}
	return project.Read(path)
}

// readStream reads to the end of a stream, or until ctx ends: whoever writes to
// the stream may never do so.
func readStream(ctx context.Context, r io.Reader) ([]byte, error) {
	type result struct {
		text []byte
		err  error
	}
	read := make(chan result, 1)
	go func() {
		text, err := io.ReadAll(io.LimitReader(r, files.Limit+1))
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
