package scan

import "github.com/seed92179c4c/stategen/internal/diag"

var (
	refusedValue = diag.Register(diag.OnDatabases, diag.Rule{
		ID: "refused-value", Severity: diag.Error,
		Summary: "a database holds values that the getter of their key refuses",
		Why: "Each read of such a value is an error: the sessions that hold one fail as soon as something needs it. Say in the " +
			"schema what older values have become (was, or renamed_from of an enum's value), or change what is stored.",
	})
	constraintViolated = diag.Register(diag.OnDatabases, diag.Rule{
		ID: "constraint-violated", Severity: diag.Error,
		Summary: "a database holds values that violate the constraints of their key",
		Why: "Getters read such a value, but Load has an error for it, and so has each setter that is handed it back. A merge " +
			"that would leave it as it is fails, too. Loosen the constraint, or change what is stored.",
	})
	damagedValue = diag.Register(diag.OnDatabases, diag.Rule{
		ID: "damaged-value", Severity: diag.Error,
		Summary: "a database holds values or events that can't be read",
		Why: "The text is not valid JSON: another program or a fault of the disk has changed it. Reading it is a DamagedError. " +
			"A write of the key repairs it; what it was, a backup tells.",
	})
	missingValue = diag.Register(diag.OnDatabases, diag.Rule{
		ID: "missing-value", Severity: diag.Error,
		Summary: "a database has sessions, users or apps without a required key",
		Why: "Reading a required key that isn't set is an error, and so is Load. Give it a default, or make it optional, until every " +
			"session has it.",
	})
	failingPrompt = diag.Register(diag.OnDatabases, diag.Rule{
		ID: "failing-prompt", Severity: diag.Error,
		Summary: "an instruction can't be rendered for sessions that are stored",
		Why: "A run in such a session fails as soon as an agent needs the instruction: a key is not set that the placeholder needs, or " +
			"its value is refused. Make the placeholder optional, give the key a default, or say what older values have become. " +
			"Sessions that won't reach the agent are counted, too.",
	})
	undeclaredValue = diag.Register(diag.OnDatabases, diag.Rule{
		ID: "undeclared-value", Severity: diag.Warning,
		Summary: "a database holds keys that the schema doesn't declare",
		Why: "They are left over from a key that is gone, or something writes them past the generated code. List a key that is " +
			"gone under removed, and one that another program owns under foreign.",
	})
	removedValue = diag.Register(diag.OnDatabases, diag.Rule{
		ID: "removed-value", Severity: diag.Warning,
		Summary: "a database holds keys that the schema lists under removed",
		Why: "Nothing reads them any more, but they are still stored, and are a part of each session that is loaded. " +
			"The entry under removed may go when none are left.",
	})
)

// words are what is said of a rule's findings, and what to do: the first argument of a format counts the values, the
// second is the key, the third where they are, the fourth who lacks them, and the fifth what they are. Of failingPrompt they are
// the instruction, where it fails, and the key.
var words = map[string]struct{ what, hint string }{
	refusedValue.ID:       {"refused: %[1]s of %[2]s%[3]s", "say in the schema what such values have become (was, renamed_from), or change them"},
	constraintViolated.ID: {"a constraint is violated by %[1]s of %[2]s%[3]s", "loosen the constraint, or change the values"},
	damagedValue.ID:       {"damaged: %[1]s of %[2]s%[3]s", "write the key anew, or restore it from a backup"},
	missingValue.ID:       {"%[4]s without the required key %[2]s", "give it a default or make it optional, unless the program sets it before it is read"},
	failingPrompt.ID:      {"the instruction %s can't be rendered in %s, for {%s}", "make the placeholder optional, give the key a default, or say what older values have become"},
	undeclaredValue.ID:    {"not declared: %[2]s, %[1]s (%[5]s)%[3]s", "declare it, or list it under removed or foreign"},
	removedValue.ID:       {"removed, but stored: %[1]s of %[2]s%[3]s", ""},
}

const damagedEvents = "damaged: %[4]s"
