package schema

import "encoding/json"

// json gives a node as the JSON value it stands for.
func (n *node) json() any {
	switch n.kind {
	case mapNode:
		m := make(map[string]any, len(n.keys))
		for i, key := range n.keys {
			m[key.text] = n.items[i].json()
		}
		return m
	case listNode:
		list := make([]any, len(n.items))
		for i, item := range n.items {
			list[i] = item.json()
		}
		return list
	}
	return n.jsonScalar()
}

func (n *node) jsonScalar() any {
	switch n.tag {
	case tagNull:
		return nil
	case tagBool:
		return isTrue(n.text)
	case tagInt:
		if i, ok := parseInt(n.text); ok {
			return json.Number(i.String())
		}
	case tagFloat:
		if f, ok := parseFloat(n.text); ok {
			return f
		}
		return 0.0 // infinite or not a number, which JSON can't say; its reader refuses it
	}
	return n.text
}
