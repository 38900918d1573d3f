//go:build unix

package redis

import (
	"crypto/sha1"
	"encoding/hex"
	"os"
	"regexp"
	"strings"
	"testing"
)

// guard fails a script that gives a command a key which isn't among its KEYS: the server
// couldn't tell where the script belongs while a slot moves.
const guard = `
local declared, real = {}, redis
for _, key in ipairs(KEYS) do declared[key] = true end
local firsts = ' HGET HSET HMGET HDEL HLEN HGETALL HEXISTS LLEN LINDEX LRANGE LSET LTRIM RPUSH SADD SREM SCARD ' ..
  'ZADD ZREM ZSCORE ZMSCORE ZCARD ZRANGEBYLEX ZREMRANGEBYLEX ZRANGEBYSCORE ZREVRANGE PEXPIREAT PERSIST '
local all = ' UNLINK EXISTS '
local function check(key)
  if not declared[key] then error({err = 'GUARD the script has not declared the key ' .. tostring(key)}) end
end
local redis = {error_reply = real.error_reply, call = function(name, ...)
  if all:find(' ' .. name .. ' ', 1, true) then
    for _, key in ipairs({...}) do check(key) end
  elseif firsts:find(' ' .. name .. ' ', 1, true) then
    check((...))
  elseif name ~= 'TIME' then
    error({err = 'GUARD it is not known which arguments of ' .. name .. ' are keys'})
  end
  return real.call(name, ...)
end}
`

func guarded(s script) script {
	head, rest, _ := strings.Cut(s.text, "\n")
	s.text = head + guard + rest
	sum := sha1.Sum([]byte(s.text))
	s.hash = hex.EncodeToString(sum[:])
	return s
}

var (
	allScripts = []*script{
		&appendScript, &createScript, &rewriteScript, &deleteScript, &eraseScript, &expireScript, &sweepScript,
	}
	allReaders = []*reader{&loadReader, &listReader, &statesReader, &usersReader}
)

// guardScripts has all tests run scripts with the guard.
func guardScripts() {
	for _, s := range allScripts {
		*s = guarded(*s)
	}
	for _, r := range allReaders {
		r.plain, r.confirmed = guarded(r.plain), guarded(r.confirmed)
	}
}

// TestGuard has scripts touch keys that they haven't declared.
func TestGuard(t *testing.T) {
	st := openStore(t, startServer(t).URL(), Replicas(0), Prefix(newPrefix(t)))
	for text, want := range map[string]string{
		"redis.call('UNLINK', KEYS[1], KEYS[1] .. 'x')": "has not declared the key kx",
		"redis.call('HGET', 'other', 'x')":              "has not declared the key other",
		"redis.call('SINTER', KEYS[1], KEYS[1])":        "not known which arguments of SINTER are keys",
		"redis.call('HLEN', KEYS[1])":                   "",
	} {
		s := guarded(script{text: "#!lua flags=\n" + text + "\nreturn {'ok'}"})
		_, err := st.write(t.Context(), s, []string{"k"}, nil)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: error %v", text, err)
		}
	}
	source, err := os.ReadFile("script.go")
	if err != nil {
		t.Fatal(err)
	}
	scripts, readers := len(regexp.MustCompile(`Script +=`).FindAll(source, -1)), len(regexp.MustCompile(`Reader +=`).FindAll(source, -1))
	if scripts != len(allScripts) || readers != len(allReaders) {
		t.Errorf("%d scripts and %d readers have the guard, of %d and %d", len(allScripts), len(allReaders), scripts, readers)
	}
}
