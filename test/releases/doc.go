// Package releases runs neighboring releases of one schema side by side: they rename its keys in
// two steps, work on the same sessions, and must lose nothing.
// Their packages are golden cases.
package releases
