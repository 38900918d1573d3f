package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// explainFlag says which flag may be meant by one that does not exist: with two
// dashes, or by a name that is near.
func explainFlag(cmd *cobra.Command, err error) error {
	if cmd.HasSubCommands() && cmd.Flags().NArg() > 0 {
		return unknownCommand(cmd, cmd.Flags().Args()) // the flag is that of a command
	}
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		name := unknown.GetSpecifiedName()
		if group := unknown.GetSpecifiedShortnames(); group != "" {
			name = group
		}
		if meant := nearFlag(cmd, name); meant != "" {
			return fmt.Errorf("%w; did you mean --%s?", err, meant)
		}
	}
	return fmt.Errorf("%w; see `%s --help`", err, cmd.CommandPath())
}

// otherWords are what people may call a command.
var otherWords = map[string]string{"lint": "check", "validate": "check", "diff": "breaking", "new": "init"}

// unknownCommand is the usage error of a word that is no command of cmd. It says which command
// may be meant, wherever that is.
func unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	paths := map[string]string{}
	var add func(group *cobra.Command)
	add = func(group *cobra.Command) {
		for _, c := range group.Commands() {
			paths[c.Name()] = c.CommandPath()
			add(c)
		}
	}
	add(cmd.Root())
	meant := cmp.Or(otherWords[args[0]], args[0])
	if paths[meant] == "" {
		meant = nearest(meant, slices.Collect(maps.Keys(paths)))
	}
	if meant == "" {
		return fmt.Errorf("unknown command %q for %q; see `%s --help`", args[0], cmd.CommandPath(), cmd.CommandPath())
	}
	return fmt.Errorf("unknown command %q for %q; did you mean %q?", args[0], cmd.CommandPath(), paths[meant])
}

// otherFlags are what people may call a flag.
var otherFlags = map[string]string{"fix": "write", "apply": "write", "sqlite": "db", "database": "db", "dsn": "db"}

func nearFlag(cmd *cobra.Command, name string) string {
	name = cmp.Or(otherFlags[name], name)
	if cmd.Flags().Lookup(name) != nil {
		return name
	}
	var all []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { all = append(all, f.Name) })
	return nearest(name, all)
}

// nearest is the one name that may be meant; "": none, or several.
func nearest(name string, all []string) string {
	if near := diag.Nearest(name, all); len(near) == 1 {
		return near[0]
	}
	return ""
}

// worded rewords the errors of missing files and of a command that was interrupted.
func worded(err error) string {
	if missing, ok := err.(*fs.PathError); ok && errors.Is(err, fs.ErrNotExist) {
		return missingFile(missing.Path)
	}
	if errors.Is(err, context.Canceled) {
		return "interrupted"
	}
	return err.Error()
}

// missingFile says that there is no such file, and which one may be meant.
func missingFile(path string) string {
	path = filepath.Clean(path)
	for at := path; at != filepath.Dir(at); at = filepath.Dir(at) {
		if target, err := os.Readlink(at); err == nil && leadsNowhere(at) {
			return fmt.Sprintf("%s is a link that leads nowhere, to %s", filepath.ToSlash(at), filepath.ToSlash(target))
		}
	}
	dir, name := filepath.Dir(path), filepath.Base(path)
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Sprintf("there is no folder %s", filepath.ToSlash(dir))
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	text := "there is no file or folder " + filepath.ToSlash(path)
	if near := nearest(name, names); near != "" {
		text += "; did you mean " + filepath.ToSlash(filepath.Join(dir, near)) + "?"
	}
	return text
}

func leadsNowhere(link string) bool {
	_, err := os.Stat(link)
	return errors.Is(err, fs.ErrNotExist)
}
