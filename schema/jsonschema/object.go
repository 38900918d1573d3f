package jsonschema

// object is a JSON object.
type object = map[string]any

func orNull(value object) object {
	if len(value) == 0 {
		return value
	}
	if not, ok := value["not"]; ok && len(value) == 1 && not != nil {
		return object{}
	}
	return object{"anyOf": []any{value, object{"type": "null"}}}
}

func set(o object, name, text string) {
	if text != "" {
		o[name] = text
	}
}
