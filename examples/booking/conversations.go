package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"gopkg.in/yaml.v3"
)

// An episode is one entry of a conversations file: what a traveller says in
// one sitting, or a restart of the program.
type episode struct {
	User         string
	Conversation string
	Says         []string
	Restart      bool
}

// readConversations reads a conversations file and reports every entry that
// makes no sense.
func readConversations(text []byte) ([]episode, error) {
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	decoder.KnownFields(true)
	var episodes []episode
	if err := decoder.Decode(&episodes); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	var problems []error
	for i, e := range episodes {
		if err := e.check(); err != nil {
			problems = append(problems, fmt.Errorf("entry %d: %w", i+1, err))
		}
	}
	return episodes, errors.Join(problems...)
}

func (e episode) check() error {
	spoken := e.User != "" && e.Conversation != "" && len(e.Says) > 0
	silent := e.User == "" && e.Conversation == "" && len(e.Says) == 0
	switch {
	case e.Restart && !silent:
		return errors.New("a restart stands alone, without user, conversation and says")
	case !e.Restart && !spoken:
		return errors.New("user, conversation and says are needed")
	}
	return nil
}
