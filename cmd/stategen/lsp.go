package main

import (
	"errors"
	"io"
	"time"

	"github.com/seed92179c4c/stategen/internal/lsp"
	"github.com/spf13/cobra"
)

func newLSP() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "lsp",
		Short: "Run the language server for editors",
		Long: `lsp speaks the Language Server Protocol on standard input and output. An editor
starts it; docs/editor.md says how.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			conn := standardStreams{io.NopCloser(cmd.InOrStdin()), cmd.OutOrStdout()}
			if in, ok := cmd.InOrStdin().(io.ReadCloser); ok {
				conn.ReadCloser = in
			}
			err := lsp.Serve(cmd.Context(), conn, lsp.Options{
				Version: version(), Cache: cacheFolder(), Log: cmd.ErrOrStderr(), Delay: 500 * time.Millisecond,
			})
			if errors.Is(err, lsp.ErrNoShutdown) {
				return exitError(exitFindings) // as the protocol says
			}
			return err
		},
	}
	cmd.Flags().Bool("stdio", true, "speak on standard input and output, the only way")
	return cmd
}

// standardStreams are those of the process as one connection.
type standardStreams struct {
	io.ReadCloser
	io.Writer
}
