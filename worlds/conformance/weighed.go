package conformance

import (
	"slices"
	"strings"
)

// weighed: what happened means something to its reader, or is daily business (Example.Daily). A game whose facts weigh
// nothing at all has no meanings.
func weighed(tb *table, bad fail) {
	light, weighs := map[string]bool{}, false
	for _, w := range tb.turns(tb.ex.Turns) {
		out := tb.resolved(w)
		for _, n := range out.Realms() {
			f := out.Facts(n)
			if f == nil {
				return
			}
			for _, week := range f.Weeks {
				for _, e := range week.Events {
					if e.Tone == "" && e.Weight == 0 {
						light[e.Code] = true
					} else {
						weighs = true
					}
				}
			}
		}
	}
	if !weighs {
		return
	}
	for code := range light {
		if !slices.ContainsFunc(tb.ex.Daily, func(daily string) bool { return isForm(code, daily) }) {
			bad("the event %s means nothing to its readers: give it a row in meanings of the game's report, or name it in Daily "+
				"of the example, if it is daily business", code)
		}
	}
	known := tb.rb.Words(tb.ex.Joinings[0].Lang).Codes()
	for _, daily := range tb.ex.Daily {
		if !slices.ContainsFunc(known, func(code string) bool { return isForm(code, daily) }) {
			bad("Daily of the example names %s, and no event is called so", daily)
		}
	}
}

// isForm reports whether a code is another or one of its forms: `moved`, `moved.own`.
func isForm(code, of string) bool {
	return code == of || strings.HasPrefix(code, of+".")
}
