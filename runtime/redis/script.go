package redis

import (
	"context"
	"crypto/sha1"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/redis/rueidis"

	"github.com/seed92179c4c/stategen/runtime"
)

// layout is the version of what the keys hold.
const layout = 1

//go:embed lua
var files embed.FS

// library begins each script.
var library = read("lib")

func read(name string) string {
	text, err := files.ReadFile("lua/" + name + ".lua")
	if err != nil {
		panic(err) // the file was there when this was compiled
	}
	return string(text)
}

// What makes room runs with full memory, too.
var (
	appendScript  = newScript("", "merge", "change", "ttl", "append")
	createScript  = newScript("", "merge", "change", "ttl", "create")
	rewriteScript = newScript("allow-oom", "rewrite")
	deleteScript  = newScript("allow-oom", "delete")
	eraseScript   = newScript("allow-oom", "erase")
	expireScript  = newScript("allow-oom", "ttl", "expire")
	sweepScript   = newScript("allow-oom", "sweep")
	loadReader    = newReader("load")
	listReader    = newReader("list")
	statesReader  = newReader("states")
	usersReader   = newReader("users")
)

// script is Lua with the hash by which servers know it.
type script struct {
	text, hash string
	always     bool // what it answers is to be confirmed, whatever it is
}

// newScript returns a script. One that is declared, with flags or without, is refused as
// a whole when the memory is full.
func newScript(flags string, files ...string) script { return scriptWith(flags, false, files) }

func scriptWith(flags string, confirmed bool, files []string) script {
	parts := []string{library}
	for _, name := range files {
		parts = append(parts, read(name))
	}
	text := fmt.Sprintf("#!lua flags=%s\nlocal VERSION, SESSION, USER, APP, NUMBERS, EVENTS, CONFIRMED = %d, %d, %d, %d, %d, %d, %t\n%s",
		flags, layout, sessionPlace, userPlace, appPlace, numbersPlace, eventsPlace, confirmed, strings.Join(parts, ""))
	sum := sha1.Sum([]byte(text))
	return script{text, hex.EncodeToString(sum[:]), confirmed}
}

// reader is a script that only reads, and one that gives the same, to be confirmed.
type reader struct{ plain, confirmed script }

func newReader(file string) reader {
	return reader{scriptWith("no-writes", false, []string{file}), scriptWith("allow-oom", true, []string{file})}
}

// answer is what a script returns: what happened, then more.
type answer []rueidis.RedisMessage

func (a answer) is(what string) bool {
	got, _ := a[0].ToString()
	return got == what
}

// text and number are what is at a place of the answer.

func (a answer) text(i int) string {
	text, _ := a[i].ToString()
	return text
}

func (a answer) number(i int) int64 {
	n, _ := a[i].AsInt64()
	return n
}

func (a answer) texts(i int) []string {
	texts, _ := a[i].AsStrSlice()
	return texts
}

// newAnswer checks what all scripts may say.
func newAnswer(message rueidis.RedisMessage) (answer, error) {
	a, err := message.ToArray()
	if err != nil || len(a) == 0 {
		return nil, fmt.Errorf("a script answered with something else than expected: %w", err)
	}
	if answer(a).is("newer") {
		return nil, fmt.Errorf("the app's keys have a later layout than version %d, which this program knows: %w", layout, runtime.ErrNewerTables)
	}
	return a, nil
}

// read runs a script that reads.
func (st *database) read(ctx context.Context, r reader, keys, args []string) (answer, error) {
	if st.safeReads && st.replicas > 0 {
		return st.write(ctx, r.confirmed, keys, args)
	}
	var a answer
	err := st.try(ctx, func() error {
		return st.readOnce(ctx, r.plain, keys, args, &a)
	})
	return a, err
}

// ask sends a command that reads.
func (st *database) ask(ctx context.Context, command func(rueidis.Builder) rueidis.Completed) (result rueidis.RedisResult) {
	err := st.try(ctx, func() error {
		result = st.client.Do(ctx, command(st.client.B()))
		return result.Error()
	})
	if err != nil {
		return rueidis.NewErrorResult(err)
	}
	return result
}

func (st *database) readOnce(ctx context.Context, s script, keys, args []string, a *answer) error {
	count := int64(len(keys))
	b := st.client.B()
	result := st.client.Do(ctx, b.EvalshaRo().Sha1(s.hash).Numkeys(count).Key(keys...).Arg(args...).Build())
	if isNoScript(result.Error()) {
		result = st.client.Do(ctx, b.EvalRo().Script(s.text).Numkeys(count).Key(keys...).Arg(args...).Build())
	}
	message, err := result.ToMessage()
	if err != nil {
		return err
	}
	*a, err = newAnswer(message)
	return err
}

var errReadOnly = errors.New("session database: it was opened for reading alone")

// write runs a script that writes, and has its effect confirmed.
func (st *database) write(ctx context.Context, s script, keys, args []string) (a answer, err error) {
	if st.readOnly {
		return nil, errReadOnly
	}
	err = st.try(ctx, func() error {
		message, confirmed, err := st.writeOnce(ctx, s, keys, args)
		if err != nil {
			return err
		}
		if a, err = newAnswer(message); err != nil || !s.always && !a.is("ok") && !a.is("again") {
			return err // or nothing was written
		}
		return confirmed
	})
	return a, err
}

// outcome is an answer, what its confirmation came to, and the server's or connection's
// error.
type outcome struct {
	message        rueidis.RedisMessage
	confirmed, err error
}

// writeOnce sends the script and the request for confirmation in one go on one connection
// to the primary, and follows a redirection to a server that is taking the slot over.
func (st *database) writeOnce(ctx context.Context, s script, keys, args []string) (rueidis.RedisMessage, error, error) {
	done := make(chan outcome, 1)
	go func() {
		send := func(client rueidis.Client, asking bool) outcome {
			o := st.send(ctx, client, asking, []string{"EVALSHA", s.hash}, keys, args)
			if isNoScript(o.err) {
				o = st.send(ctx, client, asking, []string{"EVAL", s.text}, keys, args)
			}
			return o
		}
		o := send(st.client, false)
		if node := st.askedNode(o.err); node != nil {
			o = send(node, true)
		}
		done <- o
	}()
	select {
	case o := <-done:
		return o.message, o.confirmed, o.err
	case <-ctx.Done(): // the connection goes back to the others when the answer is there
		return rueidis.RedisMessage{}, nil, ctx.Err()
	}
}

// farAway is a deadline that changes nothing: with one, the client reads answers on the
// goroutine that asks.
const farAway = 24 * time.Hour

// send runs a command on a connection of its own, which WAIT needs.
func (st *database) send(ctx context.Context, client rueidis.Client, asking bool, command, keys, args []string) (o outcome) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), farAway)
	defer cancel()
	conn, release := client.Dedicate()
	defer release()
	b := client.B()
	commands := make(rueidis.Commands, 0, 3)
	if asking {
		commands = append(commands, b.Arbitrary("ASKING").Build())
	}
	commands = append(commands, b.Arbitrary(command...).Args(strconv.Itoa(len(keys))).Keys(keys...).Args(args...).Build())
	at := len(commands) - 1
	if st.replicas > 0 {
		commands = append(commands, b.Arbitrary("WAIT").Args(strconv.Itoa(st.replicas), strconv.FormatInt(st.wait.Milliseconds(), 10)).Build())
	}
	results := conn.DoMulti(ctx, commands...)
	if o.message, o.err = results[at].ToMessage(); o.err != nil || st.replicas == 0 {
		return o
	}
	n, err := results[at+1].AsInt64()
	switch {
	case err != nil:
		o.confirmed = err
	case n < int64(st.replicas):
		o.confirmed = fmt.Errorf("%w: server %s has it, and of %d replicas that are to confirm it %d did within %v",
			ErrUnreplicated, serverOf(ctx, conn), st.replicas, n, st.wait)
	}
	return o
}

// serverOf returns the address that the server of a connection gives itself.
func serverOf(ctx context.Context, conn rueidis.DedicatedClient) string {
	info, err := conn.Do(ctx, conn.B().ClientInfo().Build()).ToString()
	_, address, ok := strings.Cut(info, " laddr=")
	if err != nil || !ok {
		return "of unknown address"
	}
	address, _, _ = strings.Cut(address, " ")
	return address
}

// askedNode returns the server that an error asks to go to this once; nil if it says
// nothing of the kind, or names one that isn't known yet.
func (st *database) askedNode(err error) rueidis.Client {
	redisErr, ok := rueidis.IsRedisErr(err)
	if !ok {
		return nil
	}
	address, ok := redisErr.IsAsk()
	if !ok {
		return nil
	}
	return st.client.Nodes()[address]
}
