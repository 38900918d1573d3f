// Package agentfiles reads what an audit needs to know from the files of a project that are
// not Go: Python code and the YAML configurations of agents. It turns them into facts, and
// says what is wrong in them that needs no rule of package rules: in prompts against the keys
// of the project, and in code that fails or loses what it sets whatever the other files do.
// It finds no files itself, and reads them through a function that it is given.
package agentfiles
