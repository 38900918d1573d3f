// Package check checks a project against a schema: its prompts, and what is known of its Go
// source. Text goes in, diagnostics come out; files are read and findings
// printed by the caller.
//
// The rules on one text are in package prompt. Here are files with several
// texts, comments that suppress findings, and the rules that need a whole project;
// Rules lists the metadata of all.
package check
