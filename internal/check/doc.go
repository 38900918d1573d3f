// Package check has the rules on projects and on Go code, their words, and what prompts of a project get
// checked by: a project is held against a schema. Text goes in, diagnostics come out; files are read and findings
// printed by the caller.
//
// The rules on one text are in package prompt. Here are files with several
// texts, comments that suppress findings, and the rules that need a whole project;
// Rules lists the metadata of all.
package check
