// Package reading reads one text: its placeholders, the groups in braces that could be
// meant as some, its comments to stategen, its tags of other template languages, its
// code, and its sentences about the state. What of that is wrong, others say.
package reading
