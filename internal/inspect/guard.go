package inspect

import (
	"crypto/rand"
	"crypto/subtle"
	"fmt"
	"io"
	"net/http"
	"strings"
)

// guard lets the owner of the first link in, and nobody else. Tools like this one were open to
// all interfaces, to any origin, to names that were bound to the loopback address later, and to hosts
// that only begin like it; a null origin counted as none. Here the host must be the very one,
// every request needs the cookie, and no other origin may send one.
type guard struct {
	host   string // with its port
	token  string
	next   http.Handler
	origin *http.CrossOriginProtection
}

func newGuard(host string, next http.Handler) *guard {
	host = strings.TrimSuffix(host, ":80") // as browsers write it
	return &guard{host: host, token: rand.Text(), next: next, origin: http.NewCrossOriginProtection()}
}

// policy allows what the server itself serves, and nothing that is in a page.
const policy = "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

func (g *guard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "same-origin") // with no-referrer, forms would have a null origin
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-store")
	switch {
	case r.Host != g.host:
		http.Error(w, "this is not the host that was asked for", http.StatusMisdirectedRequest)
	case r.Header.Get("Origin") != "" && r.Header.Get("Origin") != "http://"+g.host || g.origin.Check(r) != nil:
		http.Error(w, "requests of other origins are refused", http.StatusForbidden)
	case r.Method == http.MethodGet && r.URL.Path == "/" && same(r.URL.Query().Get("token"), g.token):
		g.welcome(w)
	case !g.knows(r):
		http.Error(w, "open the link that stategen inspect has printed", http.StatusUnauthorized)
	default:
		g.next.ServeHTTP(w, r)
	}
}

// welcome takes the token out of the address, which may be kept or shown. A page goes on, not a
// redirect: if a file or another page led here, browsers send no strict cookie to where it leads.
func (g *guard) welcome(w http.ResponseWriter) {
	http.SetCookie(w, &http.Cookie{
		Name: g.cookie(), Value: g.token, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode,
	})
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = io.WriteString(w, welcomePage)
}

const welcomePage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url=/">
<title>stategen inspect</title>
<a href="/">Go on</a>
`

// cookie is a name of this server alone: cookies don't tell ports apart.
func (g *guard) cookie() string {
	name := []byte("stategen_" + g.host)
	for i, c := range name {
		if c == ':' || c == '.' || c == '[' || c == ']' {
			name[i] = '_'
		}
	}
	return string(name)
}

func (g *guard) knows(r *http.Request) bool {
	for _, c := range r.CookiesNamed(g.cookie()) {
		if same(c.Value, g.token) {
			return true
		}
	}
	return false
}

// link is the first one, which lets its reader in.
func (g *guard) link() string { return fmt.Sprintf("http://%s/?token=%s", g.host, g.token) }

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
