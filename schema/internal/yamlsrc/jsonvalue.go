package yamlsrc

import "encoding/json"

// JSON gives a node as the JSON value it stands for.
func (n *Node) JSON() any {
	switch n.Kind {
	case Map:
		m := make(map[string]any, len(n.Keys))
		for i, key := range n.Keys {
			m[key.Text] = n.Items[i].JSON()
		}
		return m
	case List:
		list := make([]any, len(n.Items))
		for i, item := range n.Items {
			list[i] = item.JSON()
		}
		return list
	}
	return n.jsonScalar()
}

func (n *Node) jsonScalar() any {
	switch n.Tag {
	case tagNull:
		return nil
	case TagBool:
		return IsTrue(n.Text)
	case TagInt:
		if i, ok := ParseInt(n.Text); ok {
			return json.Number(i.String())
		}
	case TagFloat:
		if f, ok := ParseFloat(n.Text); ok {
			return f
		}
		return 0.0 // infinite or not a number, which JSON can't say; its reader refuses it
	}
	return n.Text
}
