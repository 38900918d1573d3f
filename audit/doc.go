// Package audit finds what is probably wrong with the state of an agent project that
// has no schema: from facts about its keys, in whatever language they were read, to
// findings. It reads no files and knows no framework.
package audit
