package main

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/seed92179c4c/stategen/diag"
	"github.com/seed92179c4c/stategen/internal/files"
	"github.com/spf13/cobra"
)

// baselineOptions let an existing project take up checking: what it has is
// written down once, and only what is new fails a run.
type baselineOptions struct{ read, write string }

func (o *baselineOptions) addFlags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.read, "baseline", "", "file of findings to leave out, as --write-baseline wrote it")
	cmd.Flags().StringVar(&o.write, "write-baseline", "", "write all findings to this file and succeed")
	cmd.MarkFlagsMutuallyExclusive("baseline", "write-baseline")
}

func (o *baselineOptions) apply(r *checked) error {
	switch {
	case o.write != "":
		return o.renew(r)
	case o.read != "":
		return o.filter(r)
	}
	return nil
}

// renew writes the findings down and leaves none. A wrong schema has nothing
// to be written down: it hides findings.
func (o *baselineOptions) renew(r *checked) error {
	if r.broken {
		return errors.New("a schema is wrong, so no baseline was written; `stategen check` shows it")
	}
	var out bytes.Buffer
	if err := diag.WriteBaseline(&out, diag.NewBaseline(r.findings)); err != nil {
		return err
	}
	r.known, r.findings = len(r.findings), nil
	return files.Replace(o.write, out.Bytes())
}

func (o *baselineOptions) filter(r *checked) error {
	text, err := files.Read(o.read)
	if err != nil {
		return err
	}
	b, err := diag.ReadBaseline(bytes.NewReader(text))
	if err != nil {
		return fmt.Errorf("%s: %w", o.read, err)
	}
	left, stale := b.Filter(r.findings)
	r.known, r.stale = len(r.findings)-len(left), len(stale)
	r.findings = left
	return nil
}
