package runtime

import "fmt"

// What ended the writes of a context, each an ErrSealed.
var (
	errCommitted = fmt.Errorf("%w: Commit has made its event; write through another context", ErrSealed)
	errDiscarded = fmt.Errorf("%w: it was discarded; write through another context", ErrSealed)
	errEnded     = fmt.Errorf("%w: its invocation has ended; begin another one", ErrSealed)
	// errOtherContent is that of a Commit whose content would be lost.
	errOtherContent = fmt.Errorf("%w: an earlier Commit gave its event other content", ErrSealed)
)
