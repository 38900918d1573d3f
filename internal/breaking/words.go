package breaking

// What findings say, and what to do instead. Most is said of two rules: of what the old code has stored, and of what the
// new code stores while the old one runs.
const (
	alsoReadAs       = "it was also read as %s"
	unconverted      = "the %s code stores %s under %s, which the %s code reads as %s without converting it: %s"
	unconvertedField = "the %s code stores %s, in which the %s code reads %s as %s without converting it"
	refusedBy        = "the %s code stores %s, which the %s code refuses: %s"
	notTaken         = "the %s code stores %s, which the %s code does not take: %s"
	readAsOther      = "the %s code stores %s, which the %s code reads as something else: %s"
	refusedOnLoad    = "the %s code stores %s, which the %s code reads, but Load, setters and merges refuse: %s"
	notLookedFor     = "the %s code stores %s under %s, where the %s code does not look: %s"
	split            = "; what both merge is split between two keys"
	aliasLost        = "what is still stored under the older name %s, such as %s, is no longer found: %s"
	aliasRefused     = "what is still stored under the older name %s, such as %s, is refused: %s"
	aliasConverted   = "what is still stored under the older name %s, such as %s, is converted, and the old code " +
		"has read it as it is"
	formForgotten   = "what is still stored in the older form, such as %s, is no longer read as it was"
	errorWhereUnset = "where nothing is stored, the %s code goes on, and the %s code has an error: %v"
	untried         = "the type has changed, and even its smallest values are too large to be tried"
	olderRefused    = "what is still stored under %s %s is refused: %s"
	olderLost       = "what is still stored under %s %s is no longer found"
	olderChanged    = "what is still stored under %s %s is read as something else: %s"
	onlyFirst       = "where both %[1]s and %[2]s are stored%[3]s, the new code reads %[1]s alone"
	joinsFamily     = "what the old code stores under %s is one of the family for the new code"
	leavesSingle    = "what the new code stores under %s as one of the family is the old code's single key"
	leavesFamily    = "what the old code has stored under this key as one of the family %s is the new code's single key"
	joinsOld        = "what the new code stores under this key is one of the family %s for the old code"
	noSession       = "no session need have it, and reading it there is an error: %v"
	begunWithoutKey = "the new code begins sessions without %s, and the old code has an error there: %v"
	noSessionYet    = "no session that exists has it, and reading it there is an error: %v"
	nameWasRemoved  = "the name was listed under removed, and what is still stored under it is taken for a value " +
		"of the new key"
	undeclared = "it is no longer declared, and the new code does not find what the old code stored under " +
		"it, such as %s"
	begunWithout = "the new code begins sessions without it, and the old code has an error there: %v"
	schemaGone   = "the schema is gone, and no code generated from it reads what is stored under its %s, such " +
		"as %s under %s"
	otherDefault    = "where nothing is stored, the old code reads %s, and the new code %s"
	firstMergeThere = "; the first merge of each begins there"
	otherBeginning  = "where nothing is stored, the first merge of the old code begins at %s, and that of the " +
		"new code at %s"
	otherMerge  = "merge: %s became %s: while both run, %s"
	otherLimits = "operations of old code are carried out within %s, and those of new code within %s, " +
		"whatever the value has come to by the others"
	widerScope    = "the key moves from the scope %s to %s: of many values, one sooner or later replaces the others"
	narrowerScope = "the key moves from the scope %s to %s: the first session that writes takes the value from " +
		"all others"
	clientsLose       = "clients no longer see it under this name"
	clientsMayNotSet  = "clients may no longer set it, and pages that were loaded before still try"
	clientsMaySet     = "clients may set it from now on, and code that reads it may trust it too much"
	noLongerSensitive = "it is no longer sensitive: logs, errors and prompts may show what is stored"
	becomesSensitive  = "it becomes sensitive, and its values so far are in history, logs and backups as they were"
	fieldGone         = "the field is gone, and the new code does not read it in what the old code stores: %s"
	otherGoType       = "the Go type %s became %s; stategen can't see what either reads"
	wasForeign        = "the old schema lists it as another program's, by the pattern %s: what is stored under it " +
		"was not written by generated code"
	nowForeign = "the new pattern %s under foreign says that others own it, although it is declared"
)

// Cures.
const (
	cureOfMerged = "what is merged can't be converted back: stop the old code before the new one starts, and " +
		"don't roll back; or take a new key"
	cureByWas        = "convert it: give %s was: [%s], in place of %s as another name"
	cureOfFieldByWas = "convert it: give the field %s was: [%s], in place of %s under renamed_from"
	cureOfOtherType  = "%s is another type in the %s schema, so that no code there can convert it: stop the old " +
		"code before the new one starts, and don't roll back; or give the new type a new name"
	cureByOldName   = "keep reading it: list %s under renamed_from"
	cureOfAlias     = "keep %s where it was, under renamed_from or was, until no stored value is left under it"
	cureOfOtherForm = "keep %s under renamed_from until no stored value is left under it"
	cureOfForm      = "keep the entry under was until no stored value has that form"
	cureOfOlder     = "keep %s under renamed_from, where it was, until no store contains it"
	cureOfBoth      = "keep both %s, until code of your own has made one value of the two wherever both are set"
	cureOfSeveral   = "no release can read several %[1]s by one name: stop the old code before the new one " +
		"starts, and don't roll back; or keep the %[1]s"
	cureOfMember      = "list %s under removed, which keeps it out of the family"
	cureOfSingle      = "give the key a name that the family can't have"
	optionalOrDefault = "make it optional or give it a default, at least until every session has it"
	cureOfTaken       = "take a new name; or, once `stategen db scan` finds nothing under this one, accept this in " +
		"the baseline"
	cureOfGone = "keep the schema until nothing is stored under its keys; if another schema declares them " +
		"now, or that is so, accept this in the baseline"
	cureOfRenamed = "if %[1]s is its new name, keep %[2]s in this release with renamed_to: %[3]s; else list it " +
		"under removed"
	cureOfRemoved = "if it has a new name, keep it in this release with renamed_to; else list it under removed"
	cureOfDefault = "keep the default, or store the new one where it is to count"
	keepDefault   = "keep the default"
	noDefault     = "declare no default"
	cureOfMerge   = "take a new key, or stop the old code before the new one starts"
	cureOfLimits  = "stop the old code before the new one starts, or be ready for values beyond the narrower " +
		"constraint"
	cureOfClients      = "keep client until pages of before are gone, or accept this in the baseline"
	cureOfClientWrites = "look at what reads it, and accept this in the baseline; or write client: read"
	cureOfClientValues = "take a new key, or wait until pages of before are gone"
	keepSensitive      = "keep sensitive, or accept this in the baseline with the reason"
	cureOfSensitive    = "find out where the values went, and erase them there if they must not stay"
	requiredFirst      = "make it optional first, in code that still sets it, and accept that in the baseline; " +
		"remove it in the next release"
	cureOfGoneField = "if the field has a new name, list %s under renamed_from there; else accept this in the baseline"
	cureOfGoType    = "keep the JSON form of the type, and test that it reads what the old one wrote"
	cureOfForeign   = "take a key that nobody else writes, or move the values by hand first"
	cureOfPattern   = "narrow the pattern, or remove the declaration"
	cureOfEntry     = "the entry under was has no result for this value: change its values or its else, write " +
		"convert: go, or declare a new key"
	stopFirst   = "stop the old code before the new one starts, and don't roll back; or take a new key"
	twoReleases = "take two releases: first `%s`, then `%s`"
	newKey      = "keep the type, and declare a new key"
	sayWas      = "say what it was, if the values convert: `%s`; else keep the type, and declare a new key"
)
