// Package generator turns a schema into Go source: first into a model, where
// every Go name is decided, then into files, which only print the model. It
// touches neither disk nor terminal.
package generator
