package conformance

import (
	"errors"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"weltentor/worlds/game"
)

// numbers: a game master may change the numbers of a running game. If the rulebook accepts a change, the world goes on
// with it; if not, the refusal names the key. No number makes a game unplayable without saying which one did. A game
// may have no numbers.
func numbers(tb *table, bad fail) {
	tables, err := tb.rb.Tables(tb.ex.Founding.Tables)
	if err != nil {
		bad("the example's tables: %v", err)
		return
	}
	worlds := tb.running()
	lines := strings.Split(string(tables), "\n")
	var changes []change
	for i, line := range lines {
		key, value, _ := strings.Cut(line, " = ")
		for _, v := range variants(value) {
			changes = append(changes, change{i, key, v})
		}
	}
	if len(changes) == 0 {
		if number.Match(tables) {
			bad("no number was changed: none has a line of its own, as in `key = 1`, in\n%s", tables)
		}
		return
	}
	most := Often(mostChanges/8, mostChanges)
	stride := (len(changes) + most - 1) / most
	for i := 0; i < len(changes); i += stride {
		c := changes[i]
		text := slices.Clone(lines)
		text[c.line] = c.key + " = " + c.value
		tb.changed(worlds[i/stride%len(worlds)], text[c.line], c.key, strings.Join(text, "\n"),
			i/stride%turnsOf == 0, bad)
	}
}

// mostChanges limits how many changes are tried, spread over large tables. All are opened, and one of turnsOf is also
// played for a turn.
const mostChanges, turnsOf = 400, 5

// change is another value for the key in a line.
type change struct {
	line       int
	key, value string
}

// running returns worlds in play, a turn apart, so that each mail phase is among them. They are the fifth to the
// eighth, or all of a shorter game.
func (tb *table) running() []game.World {
	const early = 4
	var out []game.World
	for _, w := range tb.turns(8) {
		out = append(out, w)
	}
	if len(out) < 8 {
		return out
	}
	return out[early:]
}

var (
	wholeNumber = regexp.MustCompile(`-?\d+`)
	number      = regexp.MustCompile(`(?m)^[^"#]*=[^"#]*(\d|true|false)`)
)

// variants returns other values for a key: more, less, almost nothing, the other of two.
func variants(value string) []string {
	switch {
	case value == "true":
		return []string{"false"}
	case value == "false":
		return []string{"true"}
	case strings.HasPrefix(value, `"`) || !wholeNumber.MatchString(value) || strings.Contains(value, `"`):
		return nil
	}
	var out []string
	for _, change := range []func(int64) int64{
		func(int64) int64 { return 0 }, func(int64) int64 { return 1 },
		func(n int64) int64 { return n / 3 }, func(n int64) int64 { return n - 1 },
		func(n int64) int64 { return 3*n + 1 },
	} {
		v := wholeNumber.ReplaceAllStringFunc(value, func(s string) string {
			n, err := strconv.ParseInt(s, 10, 64)
			if err != nil {
				return s
			}
			return strconv.FormatInt(change(n), 10)
		})
		if v != value && !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

// changed goes on with a world under other tables.
func (tb *table) changed(w game.World, line, key, text string, play bool, bad fail) {
	defer panicked(bad, "turn %d under %q", w.Asked().Turn, line)
	names := func(err error) bool { return strings.Contains(strings.ToLower(err.Error()), strings.ToLower(key)) }
	effective, err := tb.rb.Tables([]byte(text))
	if err != nil {
		if !names(err) {
			bad("%q is refused as %q, without its key", line, err)
		}
		return
	}
	next, err := tb.rb.Open(w.State(), effective)
	if err != nil {
		if !names(err) {
			bad("turn %d: %q shuts a running game as %q", w.Asked().Turn, line, err)
		}
		return
	}
	if broken := next.Broken(); len(broken) > 0 {
		for _, b := range broken {
			if !names(errors.New(b)) {
				bad("turn %d under %q: %s", w.Asked().Turn, line, b)
			}
		}
		return
	}
	asked := next.Asked()
	for _, r := range asked.Realms {
		sheet := game.Sheet{Realm: r, Turn: asked.Turn, Text: next.Template(r)}
		if c := next.Check(sheet); c.Errors() > 0 {
			bad("turn %d under %q: the receipt refuses a template: %s\n%s", asked.Turn, line,
				tb.say(c.Problems), sheet.Text)
		}
	}
	if asked.Over || len(asked.Realms) == 0 || !play {
		return
	}
	out := tb.resolved(next)
	for _, b := range out.Next().Broken() {
		bad("after a turn under %q: %s", line, b)
	}
	for _, r := range out.Realms() {
		out.Report(r, nil)
	}
}
