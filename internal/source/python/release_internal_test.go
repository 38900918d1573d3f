package python

import "testing"

// TestWithin holds which releases requirements leave.
func TestWithin(t *testing.T) {
	for text, want := range map[string]releases{
		"google-adk==1.4.2":                             {least: release{1, 4}, end: release{1, 5}},
		"x\ngoogle_adk [eval] >= 1.2, <2 # c":           {least: release{1, 2}, end: release{2, 0}},
		`  "google-adk[database]~=1.3.0",`:              {least: release{1, 3}, end: release{1, 4}},
		"google-adk~=1.3":                               {least: release{1, 3}, end: release{2, 0}},
		`google-adk = "^1.0.0"`:                         {least: release{1, 0}, end: release{2, 0}},
		`google-adk = {version = "^0.5", extras = []}`:  {least: release{0, 5}, end: release{0, 6}},
		"google-adk==1.*":                               {least: release{1, 0}, end: release{2, 0}},
		"google-adk<=1.5":                               {least: release{}, end: release{1, 6}},
		"google-adk<1.5.3":                              {least: release{}, end: release{1, 6}},
		`    install_requires=["google-adk>0.9"]`:       {least: release{0, 9}, end: release{}},
		`google-adk = "==1.1"`:                          {least: release{1, 1}, end: release{1, 2}},
		`google-adk = "*"`:                              {},
		"google-adk":                                    {},
		"# google-adk==0.1":                             {},
		"google-adk @ git+https://x.example/adk@v1.2.0": {},
	} {
		if got := within(string(submatch(text))); got != want {
			t.Errorf("%s: %v, not %v", text, got, want)
		}
	}
}

func submatch(text string) []byte {
	if m := pinning.FindSubmatch([]byte(text)); m != nil {
		return m[1]
	}
	return nil
}
