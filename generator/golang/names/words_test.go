package names

import "testing"

func TestExportedName(t *testing.T) {
	for name, want := range map[string]string{
		"user_id": "UserID", "user_ids": "UserIDs", "userName": "UserName", "HTTPServer": "HTTPServer", "http_server": "HTTPServer",
		"apiURL": "APIURL", "baseURLs": "BaseURLs", "IDs": "IDs", "step2": "Step2", "step_2_b": "Step2B", "budget.total": "BudgetTotal",
		"relay:token": "RelayToken", "x-y z": "XYZ", "__a__": "A", "éclair": "Éclair", "json": "JSON", "utf8_text": "UTF8Text",
		"idea": "Idea", "tls_config": "TLSConfig", "ß": "",
		"2fa": "", "": "", "+": "", "步骤": "", "_": "",
	} {
		got, ok := exportedName(name)
		if !ok {
			got = ""
		}
		if got != want {
			t.Errorf("%q gives %q, want %q", name, got, want)
		}
	}
}

func TestLocalName(t *testing.T) {
	for name, want := range map[string]string{
		"order_id": "orderID", "ID": "id", "URLPath": "urlPath", "type": "typeParam", "err": "errParam", "key": "keyParam",
		"2x": "p2x", "_": "p", "any": "anyParam", "typed": "typedParam",
	} {
		if got := localName(name); got != want {
			t.Errorf("%q gives %q, want %q", name, got, want)
		}
	}
}
