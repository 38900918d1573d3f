// Package report collects what is found in the files of a schema.
package report
