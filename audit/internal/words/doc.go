// Package words joins names and words for the messages of findings.
package words
