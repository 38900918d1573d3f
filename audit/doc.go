// Package audit is what is known of an agent project that has no schema: facts about the keys
// of its state, its agents and its programs, in whatever language they were read. Package
// rules makes findings of them; what needs no facts from elsewhere, package finding words.
// This package reads no files and knows no framework.
package audit
