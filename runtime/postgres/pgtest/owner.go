//go:build unix

package pgtest

import (
	"errors"
	"os"
	"os/user"
	"strconv"
	"syscall"
)

// owner is the user whom the server runs as. PostgreSQL refuses to be root;
// then it is an unprivileged user, otherwise (nil) whoever runs the tests.
type owner struct{ uid, gid uint32 }

func chooseOwner() (*owner, error) {
	if os.Geteuid() != 0 {
		return nil, nil
	}
	for _, name := range []string{"postgres", "nobody"} {
		u, err := user.Lookup(name)
		if err != nil {
			continue
		}
		uid, err := strconv.ParseUint(u.Uid, 10, 32)
		if err != nil {
			return nil, err
		}
		gid, err := strconv.ParseUint(u.Gid, 10, 32)
		if err != nil {
			return nil, err
		}
		return &owner{uint32(uid), uint32(gid)}, nil
	}
	return nil, errors.New("PostgreSQL can't run as root, and there is neither a user postgres nor nobody")
}

// take makes the owner own a folder.
func (o *owner) take(folder string) error {
	if o == nil {
		return nil
	}
	return os.Chown(folder, int(o.uid), int(o.gid))
}

// attributes starts a process as the owner, in a group of its own, so that a
// Ctrl-C meant for the tests doesn't reach it before they have ended it.
func (o *owner) attributes() *syscall.SysProcAttr {
	attr := &syscall.SysProcAttr{Setpgid: true}
	if o != nil {
		attr.Credential = &syscall.Credential{Uid: o.uid, Gid: o.gid, NoSetGroups: true}
	}
	return attr
}
