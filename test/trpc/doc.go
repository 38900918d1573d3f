// Package trpc tries generated code on the real tRPC-Agent-Go: the golden case that is
// otherwise built against stubs.
package trpc
