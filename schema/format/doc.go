// Package format lays a schema's file out anew.
package format
