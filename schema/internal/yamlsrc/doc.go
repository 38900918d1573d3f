// Package yamlsrc reads YAML into nodes that know where they are written, and
// explains what is wrong with a text that can't be read.
package yamlsrc
