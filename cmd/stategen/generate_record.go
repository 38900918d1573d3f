package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// record is what a run of generate read and what it left behind. While both
// are the same, another run would do nothing. Paths are as the run used them.
type record struct {
	Inputs   map[string]digest // schemas, and all that they name
	Packages []recordedPackage
}

type recordedPackage struct {
	Schema, Dir string
	Guessed     string            // the package's name, where the schema gives none
	Files       map[string]digest // by name in Dir
}

// newRecord is the record of a run that has generated what is planned.
func newRecord(in *inputs, plans []*plan) *record {
	r := &record{Inputs: in.digests}
	for _, p := range plans {
		r.Packages = append(r.Packages, recordedPackage{p.schema, p.dir, p.guessed, p.files})
	}
	return r
}

// holds reports whether everything is still as it was.
func (r *record) holds() bool {
	for path, was := range r.Inputs {
		if digestFile(path) != was {
			return false
		}
	}
	return !slices.ContainsFunc(r.Packages, recordedPackage.changed)
}

func (p recordedPackage) changed() bool {
	for name, was := range p.Files {
		if digestFile(filepath.Join(p.Dir, name)) != was {
			return true
		}
	}
	if p.Guessed != "" && packageName(p.Dir) != p.Guessed {
		return true
	}
	orphans, err := findOrphans(p.Dir, p.Files)
	return err != nil || len(orphans) > 0
}

// plans are those of a run that changes nothing.
func (r *record) plans() []*plan {
	var plans []*plan
	for _, p := range r.Packages {
		plans = append(plans, &plan{schema: p.Schema, dir: p.Dir, files: p.Files})
	}
	return plans
}

// encode puts a digest before the record, which tells what is damaged. Unlike
// JSON, gob keeps any file's name as it is.
func (r *record) encode() ([]byte, error) {
	var b bytes.Buffer
	err := gob.NewEncoder(&b).Encode(r)
	return append([]byte(digestOf(b.Bytes())), b.Bytes()...), err
}

// decodeRecord returns nil for what encode didn't make.
func decodeRecord(content []byte) *record {
	if len(content) < sha256.Size || digestOf(content[sha256.Size:]) != digest(content[:sha256.Size]) {
		return nil
	}
	var r record
	if gob.NewDecoder(bytes.NewReader(content[sha256.Size:])).Decode(&r) != nil {
		return nil
	}
	return &r
}

// digest stands for a file's content; it is "" for a file that can't be read.
type digest string

func digestOf(content []byte) digest {
	sum := sha256.Sum256(content)
	return digest(sum[:])
}

func digestFile(path string) digest {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return ""
	}
	return digest(h.Sum(nil))
}

// inputs notes what is read through it.
type inputs struct {
	digests map[string]digest
	torn    bool // whether a file changed between two times that it was read
}

func (i *inputs) readFile(path string) ([]byte, error) {
	content, err := os.ReadFile(path)
	is := digest("")
	if err == nil {
		is = digestOf(content)
	}
	if was, again := i.digests[path]; again && was != is {
		i.torn = true
	}
	i.digests[path] = is
	return content, err
}
