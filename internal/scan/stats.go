package scan

// KeyStats counts the values of a declared key.
type KeyStats struct {
	Key        string
	Sensitive  bool
	Values     int64 // in the state of today, under whatever name
	InEvents   int64 // in events
	OldNames   []OldName
	HasForms   bool  // the schema has older forms of its values: was
	OlderForms int64 // values in one of them
}

// OldName counts the values of a key that are under another name.
type OldName struct {
	Name           string
	Next           bool // the name of the next release: renamed_to
	Left, InEvents int64
}

// RemovedStats counts the values of a key that the schema lists under removed.
type RemovedStats struct {
	Key            string
	Purge          bool
	Left, InEvents int64
}

func (k *KeyStats) oldName(name string) *OldName {
	for i := range k.OldNames {
		if k.OldNames[i].Name == name {
			return &k.OldNames[i]
		}
	}
	return nil
}
