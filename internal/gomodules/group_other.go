//go:build !unix

package gomodules

import "os/exec"

func inGroup(*exec.Cmd) {} // the command itself is killed
