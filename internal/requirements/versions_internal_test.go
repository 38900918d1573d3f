package requirements

import "testing"

// TestAllowed holds which releases requirements allow.
func TestAllowed(t *testing.T) {
	for text, want := range map[string]Versions{
		"": {0, NoVersion}, ">=1.15.1": {1015, NoVersion}, ">=1.15,<2": {1015, 2000}, "==2.1.0": {2001, 2002}, "2.1.0": {2001, 2002},
		"^1.0": {1000, 2000}, "~2.9.1": {2009, 2010}, "~=1.15": {1015, 2000}, "~=1.15.0": {1015, 1016}, "==1.*": {1000, 2000},
		"<2.2": {0, 2002}, "<2.2.0": {0, 2002}, "<2.2.5": {0, 2003}, "<=2.2": {0, 2003}, ">2.9,!=2.9.3": {2009, NoVersion}, "(>=1.18.0,<2.0.0)": {1018, 2000},
		">=2.11.0a1": {2011, NoVersion}, "==2.0.0b0": {2000, 2001}, "=1.5.0": {1005, 1006}, "===1.5.0": {1005, 1006},
		"==1.0.0 --hash=sha256:0ab12 --hash=sha256:9": {1000, 1001}, " 1.2": {1002, 1003},
	} {
		if got := allowed([]spec{limitsOf(text)}); got != want {
			t.Errorf("%s allows %v, want %v", text, got, want)
		}
	}
	if got, want := allowed([]spec{nil, limitsOf("==1.15.0"), limitsOf("==2.11.0")}), (Versions{1015, 2012}); got != want {
		t.Errorf("several allow %v, want %v", got, want)
	}
}
