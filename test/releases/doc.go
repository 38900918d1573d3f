// Package releases tests that neighboring releases of one schema, which rename
// its keys in two steps, work side by side on the same sessions and lose nothing.
// Their packages are golden cases.
package releases
