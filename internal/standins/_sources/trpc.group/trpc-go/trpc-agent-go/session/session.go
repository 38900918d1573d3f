// Package session has the shapes of tRPC-Agent-Go's package that the analyzer knows.
package session

import "context"

type StateMap map[string][]byte

type Session struct {
	ID    string
	State StateMap
}

func (s *Session) GetState(key string) ([]byte, bool)     { return nil, false }
func (s *Session) SetState(key string, value []byte)      {}
func (s *Session) DeleteState(key string)                 {}
func WithSessionState(state StateMap) func(sess *Session) { return nil }

type Key struct{ AppName, UserID, SessionID string }

type UserKey struct{ AppName, UserID string }

type Option func()

type Service interface {
	CreateSession(ctx context.Context, key Key, state StateMap, options ...Option) (*Session, error)
	UpdateAppState(ctx context.Context, appName string, state StateMap) error
	DeleteAppState(ctx context.Context, appName string, key string) error
	UpdateUserState(ctx context.Context, userKey UserKey, state StateMap) error
	DeleteUserState(ctx context.Context, userKey UserKey, key string) error
	UpdateSessionState(ctx context.Context, key Key, state StateMap) error
}
