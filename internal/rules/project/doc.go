// Package project has the rules on projects, and what checks the prompts of a project: all that compares a project
// with a schema. Text goes in, diagnostics come out; files are read and findings printed by the caller.
//
// The rules on one text are in package prompt. Here are files with several
// texts, comments that suppress findings, and the rules that need a whole project;
// Rules lists the metadata of all, those of the other packages included.
package project
