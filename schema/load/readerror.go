package load

import (
	"errors"
	"io/fs"
)

// plainError drops the operation and path that the message names already.
func plainError(err error) error {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		return pathErr.Err
	}
	return err
}
