package report

import (
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
)

// bundled is the sentence for some events. A single one is said as in the full report.
func bundled(r *frame.Reader, a *account, b bundle, same []int) phrase.Phrase {
	last := a.told[same[len(same)-1]].Phrase
	if len(same) == 1 && !b.few {
		return last
	}
	var weeks []int
	var list []phrase.Phrase // what is listed, an army once
	args := append(make([]phrase.Arg, 0, len(last.Args)+3), last.Args...)
	for n, i := range same {
		e := &a.told[i]
		if !slices.Contains(weeks, e.Week) {
			weeks = append(weeks, e.Week)
		}
		if n+1 < len(same) {
			add(args, e.Phrase, b.sum)
		}
		if b.one == "" {
			continue
		}
		army := e.Arg("army").S
		k := slices.IndexFunc(list, func(l phrase.Phrase) bool { return l.Arg("army").S == army })
		one := phrase.P(b.one, e.Args...)
		if k < 0 || army == "" || b.one == "short.split-one" {
			list = append(list, one)
		} else {
			one.Args = slices.Clone(one.Args)
			add(one.Args, list[k], b.sum)
			list[k] = one
		}
	}
	args = append(args, phrase.Num("n", len(same)), phrase.Str("weeks", Spans("W", weeks)))
	if b.one != "" {
		listed := joined(r, list, "; ")
		if !strings.Contains(listed, ", ") { // no commas in what is listed
			listed = joined(r, list, ", ")
		}
		args = append(args, phrase.Str("list", listed))
	}
	return phrase.P(b.code, args...)
}

// add adds to the numbers of these names those of a phrase.
func add(to []phrase.Arg, of phrase.Phrase, names []string) {
	for i := range to {
		if slices.Contains(names, to[i].Name) {
			to[i].N += of.Arg(to[i].Name).N
		}
	}
}

// joined puts sentences together.
func joined(r *frame.Reader, list []phrase.Phrase, between string) string {
	var out []byte
	for i, what := range list {
		if i > 0 {
			out = append(out, between...)
		}
		out = r.Book.Append(out, what, r.Places)
	}
	return string(out)
}
