package schema

import "slices"

// Client says what a client, such as a browser, may do with a key.
type Client uint8

// ClientNone is the default: clients neither see nor set the key.
const (
	ClientNone Client = iota
	ClientRead
	ClientWrite // and read
)

var clients = []string{ClientNone: "", ClientRead: "read", ClientWrite: "write"}

// String returns what a schema writes; empty for ClientNone.
func (c Client) String() string { return clients[c] }

// CanRead reports whether clients see the key.
func (c Client) CanRead() bool { return c != ClientNone }

// CanWrite reports whether clients may set the key.
func (c Client) CanWrite() bool { return c == ClientWrite }

// ParseClient reads what a schema writes.
func ParseClient(text string) Client { return Client(max(slices.Index(clients, text), 0)) }

// WrittenOutside reports whether code that isn't looked at sets the key: what written_by
// names, or clients.
func (k *Key) WrittenOutside() bool { return len(k.WrittenBy) > 0 || k.Client.CanWrite() }

// HasClients reports whether clients see any of the keys.
func (s *Schema) HasClients() bool {
	return slices.ContainsFunc(s.Keys, func(k *Key) bool { return k.Client.CanRead() })
}
