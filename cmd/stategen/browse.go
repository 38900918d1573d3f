package main

import (
	"fmt"
	"html"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
)

// browse asks the system to open an address, and returns what takes away all that it left. The
// address lets its reader in, and arguments of programs can be seen by all users of a machine: so
// the browser is given a file that only this user can read, which leads there.
func browse(link string) (forget func(), err error) {
	dir, err := os.MkdirTemp("", "stategen-inspect")
	if err != nil {
		return nil, err
	}
	forget = func() { _ = os.RemoveAll(dir) }
	page := filepath.Join(dir, "open.html")
	text := fmt.Sprintf("<!doctype html>\n<meta charset=\"utf-8\">\n<title>stategen inspect</title>\n<meta http-equiv=\"refresh\" content=\"0; url=%s\">\n", html.EscapeString(link))
	if err := os.WriteFile(page, []byte(text), 0o600); err != nil {
		forget()
		return nil, err
	}
	command := map[string][]string{"darwin": {"open"}, "windows": {"rundll32", "url.dll,FileProtocolHandler"}}[runtime.GOOS]
	if command == nil {
		command = []string{"xdg-open"}
	}
	if err := exec.Command(command[0], append(command[1:], page)...).Start(); err != nil {
		forget()
		return nil, err
	}
	return forget, nil
}
