package conformance

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

// reworded: reports as data are said in another language as a reader of that language is told them (Example.Stays).
func reworded(tb *table, bad fail) {
	for _, w := range tb.turns(factTurns) {
		out := tb.resolved(w)
		if tb.lacks(data) {
			return
		}
		for _, n := range out.Realms() {
			told := func(lang phrase.Lang) *game.Facts {
				return out.HandOver(n, game.Player{Name: "Anna", Lang: lang}).Facts(n)
			}
			for i, from := range phrase.Langs {
				to := phrase.Langs[1-i]
				got, want := told(from), told(to)
				was := plain(got)
				rulekit.Reword(got, tb.rb.Words(from), tb.rb.Words(to))
				got.Terms, want.Terms = nil, nil // words that are alike in one language may share theirs
				tb.compareWords(was, plain(got), plain(want), func(format string, args ...any) {
					bad("turn %d, realm %d, from %s: %s", w.Asked().Turn, n, from, fmt.Sprintf(format, args...))
				})
			}
		}
	}
}

// plain is a value as JSON has it.
func plain(f *game.Facts) (v any) {
	if err := json.Unmarshal(encoded(f), &v); err != nil {
		panic(err)
	}
	return v
}

// compareWords goes through data as they were, as they are said anew, and as a reader of that language is told them.
func (tb *table) compareWords(was, got, want any, bad fail, at ...string) {
	switch want := want.(type) {
	case map[string]any:
		was, _ := was.(map[string]any)
		got, _ := got.(map[string]any)
		if len(got) != len(want) {
			bad("%s has %v, not %v", strings.Join(at, "/"), slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)))
			return
		}
		code, _ := got["code"].(string)
		for name := range want {
			if _, order := want[name].(string); name == "line" && order { // counts in any language
				continue
			}
			if name != "text" || !slices.Contains(tb.ex.Stays, code) {
				tb.compareWords(was[name], got[name], want[name], bad, append(at, name)...)
			}
		}
	case []any:
		got, _ := got.([]any)
		was, _ := was.([]any)
		if len(got) != len(want) || len(was) != len(want) {
			bad("%s has %d members, not %d", strings.Join(at, "/"), len(got), len(want))
			return
		}
		for i := range want {
			tb.compareWords(was[i], got[i], want[i], bad, append(at, strconv.Itoa(i))...)
		}
	default:
		switch {
		case got == want:
		case got == was:
			bad("%s stays as %v, and is told as %v", strings.Join(at, "/"), got, want)
		default:
			bad("%s is said as %v, and told as %v", strings.Join(at, "/"), got, want)
		}
	}
}
