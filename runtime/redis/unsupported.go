package redis

import (
	"context"
	"errors"

	"github.com/seed92179c4c/stategen/runtime/store"
)

// What follows is not there yet.

func (st *database) Create(context.Context, *store.Append) (store.Loaded, error) {
	return store.Loaded{}, errors.ErrUnsupported
}

func (st *database) Append(context.Context, *store.Append) (*store.Appended, error) {
	return nil, errors.ErrUnsupported
}

func (st *database) Load(context.Context, store.SessionKey, store.EventQuery) (store.Loaded, error) {
	return store.Loaded{}, errors.ErrUnsupported
}

func (st *database) Events(context.Context, store.SessionKey, store.EventQuery) ([]*store.StoredEvent, error) {
	return nil, errors.ErrUnsupported
}

func (st *database) Names(context.Context, store.NamesQuery) ([]string, error) {
	return nil, errors.ErrUnsupported
}

func (st *database) List(context.Context, store.ListQuery) ([]store.Listed, error) {
	return nil, errors.ErrUnsupported
}

func (st *database) Delete(context.Context, store.SessionKey) error { return errors.ErrUnsupported }
