// Package judge is what rules on a text are made with: a Rule, the Pass over one text
// that they are handed, and the findings that they word and offer fixes for.
package judge
