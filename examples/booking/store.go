package main

import (
	"context"
	"os"
	"path/filepath"

	"github.com/seed92179c4c/stategen/runtime"
	"github.com/seed92179c4c/stategen/runtime/memory"
	"github.com/seed92179c4c/stategen/runtime/sqlite"
)

// A store has the session service, which a restart replaces.
type store struct {
	svc  *runtime.Service
	path string // of the SQLite file; empty: in memory
}

// inMemory is what -db says for a store without a file.
const inMemory = "memory"

// openStore opens the store that -db names: a path, inMemory, or "" for a new
// file in the system's folder for temporary files.
func openStore(ctx context.Context, db string) (*store, error) {
	switch db {
	case inMemory:
		return &store{svc: memory.New()}, nil
	case "":
		folder, err := os.MkdirTemp("", "booking-")
		if err != nil {
			return nil, err
		}
		db = filepath.Join(folder, "booking.db")
	}
	s := &store{path: db}
	return s, s.open(ctx)
}

func (s *store) open(ctx context.Context) error {
	svc, err := sqlite.Open(ctx, s.path)
	if err == nil {
		s.svc = svc
	}
	return err
}

// restart closes the store and opens it again, as a new process would. In
// memory that would lose everything, so it does nothing there.
func (s *store) restart(ctx context.Context) error {
	if s.path == "" {
		return nil
	}
	if err := s.svc.Close(); err != nil {
		return err
	}
	return s.open(ctx)
}

// name tells readers where the state is.
func (s *store) name() string {
	if s.path == "" {
		return "memory"
	}
	return "a SQLite file"
}

// restarted tells readers what restart did.
func (s *store) restarted() string {
	if s.path == "" {
		return "no restart: memory has nothing to open again"
	}
	return "restart: the store was closed and opened again"
}
