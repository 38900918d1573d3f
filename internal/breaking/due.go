package breaking

import "github.com/seed92179c4c/stategen/schema"

// Due returns the keys whose rename can take its second step: the old schema has
// the same renamed_to, so that code which knows both names has been released.
func Due(old, today *schema.Schema) []*schema.Key {
	announced := map[string]string{}
	for _, k := range old.Keys {
		announced[k.Wire()] = k.RenamedTo
	}
	var due []*schema.Key
	for _, k := range today.Keys {
		if k.RenamedTo != "" && announced[k.Wire()] == k.RenamedTo {
			due = append(due, k)
		}
	}
	return due
}
