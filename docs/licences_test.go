package docs

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const licences = "licences.md"

// TestLicences compares licences.md with the modules that the command links, and the texts in these.
func TestLicences(t *testing.T) {
	before, _, _ := strings.Cut(read(t, licences), "\n| ")
	var want strings.Builder
	want.WriteString(before + "\n| module | licence |\n|---|---|\n")
	linked := linkedModules(t)
	for _, module := range slices.Sorted(maps.Keys(linked)) {
		fmt.Fprintf(&want, "| `%s` | %s |\n", module, licenceOf(t, module, linked[module]))
	}
	if read(t, licences) == want.String() {
		return
	}
	if !*update {
		t.Fatalf("%s is not what the command links; rewrite it with -update:\n%s", licences, want.String())
	}
	if err := os.WriteFile(licences, []byte(want.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// linkedModules are the modules of others that the command links, and their folders.
func linkedModules(t *testing.T) map[string]string {
	t.Helper()
	out, err := exec.Command("go", "list", "-deps", "-json=Module", "../cmd/stategen").Output()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for decoder := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p struct{ Module *struct{ Path, Dir string } }
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return found
		} else if err != nil {
			t.Fatal(err)
		}
		if p.Module != nil && p.Module.Path != module && !strings.HasPrefix(p.Module.Path, module+"/") {
			found[p.Module.Path] = p.Module.Dir
		}
	}
}

// texts tell licences apart.
var texts = []struct {
	name string
	says *regexp.Regexp
}{
	{"Apache-2.0", regexp.MustCompile(`Apache License\s+Version 2\.0`)},
	{"MIT", regexp.MustCompile(`Permission is hereby granted, free of charge`)},
	{"BSD-3-Clause", regexp.MustCompile(`Redistribution and use[\s\S]*[Nn]either the name`)},
	{"BSD-2-Clause", regexp.MustCompile(`Redistribution and use[\s\S]*2\. Redistributions in binary form`)},
	{"ISC", regexp.MustCompile(`Permission to use, copy, modify, and/?o?r? distribute`)},
}

func licenceOf(t *testing.T, module, dir string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "LICENSE*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s has no licence: %v", module, err)
	}
	var found []string
	for _, file := range files {
		text := read(t, file)
		for _, of := range texts {
			if of.says.MatchString(text) && !slices.Contains(found, of.name) {
				found = append(found, of.name)
				break
			}
		}
	}
	if len(found) == 0 {
		t.Errorf("%s: what licence is %s?", module, files[0])
	}
	return strings.Join(found, ", ")
}
