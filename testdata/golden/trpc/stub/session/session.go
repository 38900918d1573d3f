// Package session is as much of tRPC-Agent-Go's package as generated code needs, with
// the same signatures, and a service in memory that stores as its services do.
package session

import (
	"context"
	"errors"
	"maps"
	"strings"
	"sync"
)

type StateMap map[string][]byte

type Session struct {
	ID, AppName, UserID string
	State               StateMap

	mu sync.RWMutex
}

func (s *Session) GetState(key string) ([]byte, bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	v, ok := s.State[key]
	return v, ok
}

func (s *Session) SetState(key string, value []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.State[key] = value
}

func (s *Session) DeleteState(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.State, key)
}

func (s *Session) Clone() *Session {
	return &Session{ID: s.ID, AppName: s.AppName, UserID: s.UserID, State: s.SnapshotState()}
}

func (s *Session) SnapshotState() StateMap {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return maps.Clone(s.State)
}

type Key struct{ AppName, UserID, SessionID string }

type UserKey struct{ AppName, UserID string }

type Options struct{ EventNum int }

type Option func(*Options)

func WithEventNum(n int) Option { return func(o *Options) { o.EventNum = n } }

type Service interface {
	CreateSession(ctx context.Context, key Key, state StateMap, options ...Option) (*Session, error)
	GetSession(ctx context.Context, key Key, options ...Option) (*Session, error)
	UpdateAppState(ctx context.Context, appName string, state StateMap) error
	DeleteAppState(ctx context.Context, appName string, key string) error
	ListAppStates(ctx context.Context, appName string) (StateMap, error)
	UpdateUserState(ctx context.Context, userKey UserKey, state StateMap) error
	ListUserStates(ctx context.Context, userKey UserKey) (StateMap, error)
	DeleteUserState(ctx context.Context, userKey UserKey, key string) error
	UpdateSessionState(ctx context.Context, key Key, state StateMap) error
}

// Memory keeps the state of users and apps under names without prefix, and shows it
// with the prefix in each session.
type Memory struct {
	mu       sync.Mutex
	sessions map[Key]StateMap
	users    map[UserKey]StateMap
	apps     map[string]StateMap
}

func NewMemory() *Memory {
	return &Memory{sessions: map[Key]StateMap{}, users: map[UserKey]StateMap{}, apps: map[string]StateMap{}}
}

func (m *Memory) CreateSession(ctx context.Context, key Key, state StateMap, _ ...Option) (*Session, error) {
	m.mu.Lock()
	m.sessions[key] = StateMap{}
	maps.Copy(m.sessions[key], state)
	m.mu.Unlock()
	return m.GetSession(ctx, key)
}

func (m *Memory) GetSession(_ context.Context, key Key, _ ...Option) (*Session, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, ok := m.sessions[key]; !ok {
		return nil, nil
	}
	all := StateMap{}
	maps.Copy(all, m.sessions[key])
	for name, v := range m.apps[key.AppName] {
		all["app:"+name] = v
	}
	for name, v := range m.users[UserKey{key.AppName, key.UserID}] {
		all["user:"+name] = v
	}
	return &Session{ID: key.SessionID, AppName: key.AppName, UserID: key.UserID, State: all}, nil
}

func update[K comparable](m *Memory, all map[K]StateMap, owner K, prefix string, state StateMap) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if all[owner] == nil {
		all[owner] = StateMap{}
	}
	for name, v := range state {
		all[owner][strings.TrimPrefix(name, prefix)] = v
	}
	return nil
}

func (m *Memory) UpdateAppState(_ context.Context, app string, state StateMap) error {
	return update(m, m.apps, app, "app:", state)
}

func (m *Memory) UpdateUserState(_ context.Context, user UserKey, state StateMap) error {
	return update(m, m.users, user, "user:", state)
}

func (m *Memory) UpdateSessionState(_ context.Context, key Key, state StateMap) error {
	for name := range state {
		if strings.HasPrefix(name, "app:") || strings.HasPrefix(name, "user:") {
			return errors.New(name + " is not allowed")
		}
	}
	return update(m, m.sessions, key, "", state)
}

func (m *Memory) DeleteAppState(_ context.Context, app, key string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.apps[app], strings.TrimPrefix(key, "app:"))
	return nil
}

func (m *Memory) DeleteUserState(_ context.Context, user UserKey, key string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.users[user], strings.TrimPrefix(key, "user:"))
	return nil
}

func (m *Memory) ListAppStates(_ context.Context, app string) (StateMap, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return maps.Clone(m.apps[app]), nil
}

func (m *Memory) ListUserStates(_ context.Context, user UserKey) (StateMap, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return maps.Clone(m.users[user]), nil
}
