package moves

import (
	"strings"

	"github.com/seed92179c4c/stategen/internal/diag"
	"github.com/seed92179c4c/stategen/schema"
	"github.com/seed92179c4c/stategen/schema/internal/rules"
	"github.com/seed92179c4c/stategen/schema/internal/yamlsrc"
)

// EnumValue reads the older values of an enum's value.
func (r *Reader) EnumValue(v *schema.EnumValue, body *yamlsrc.Node) {
	for _, item := range body.Strings("renamed_from") {
		if strings.Contains(item.Text, "\x00") {
			r.Add(rules.InvalidValue, item.Span, "the text contains a NUL, which a store can't keep").Hint("remove it")
			continue
		}
		v.RenamedFrom = append(v.RenamedFrom, item.Text)
	}
}

// Enum reports older values of an enum that are still in use, or that two values
// claim. List is what its values were read from.
func (r *Reader) Enum(values []schema.EnumValue, list *yamlsrc.Node) {
	used, claimed := map[string]diag.Span{}, map[string]diag.Span{}
	for _, v := range values {
		used[v.Value] = v.Span
	}
	for _, body := range list.Items {
		for _, item := range body.Strings("renamed_from") {
			span, inUse := used[item.Text]
			first, taken := claimed[item.Text]
			switch {
			case inUse:
				r.Add(rules.InvalidRename, item.Span, "%s is still a value of the enum", diag.Name(item.Text)).
					Hint("remove that value, or take it out here").Related(span, "declared here")
			case taken:
				r.Add(rules.InvalidRename, item.Span, "%s is already an older value of this enum", diag.Name(item.Text)).
					Hint("an older value can become one value only").Related(first, "claimed here")
			default:
				claimed[item.Text] = item.Span
			}
		}
	}
}
