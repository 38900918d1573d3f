// Package trpc prints the adapter between a generated package and tRPC-Agent-Go. It is the
// same code for every schema, apart from the keys that hold texts, and so a
// template.
package trpc
