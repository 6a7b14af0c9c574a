package report

import (
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/rulekit"
)

// bundle says several events of a code in one line.
type bundle struct {
	by   []string // the arguments in which they are alike; others are those of the last
	sum  []string // those that are added
	one  string   // what is listed of each army; "": nothing
	code string   // with list, weeks and n, how many they were
	few  bool     // also for a single event, since it is shorter
}

// bundles are events that the short report says once, if there are several.
var bundles = map[string]bundle{
	"recruited":         {by: []string{"field"}, one: "short.recruited-one", code: "short.recruited"},
	"reinforced":        {by: []string{"field"}, one: "short.reinforced-one", code: "short.reinforced"},
	"points-recruited":  {by: []string{"field"}, one: "short.recruited-one", code: "short.recruited"},
	"points-reinforced": {by: []string{"field"}, one: "short.reinforced-one", code: "short.reinforced"},
	"march-losses":      {by: []string{"cause"}, sum: []string{"men"}, one: "short.losses-one", code: "short.losses", few: true},
	"sea-losses":        {by: []string{"cause"}, sum: []string{"men"}, one: "short.losses-one", code: "short.losses", few: true},
	"split":             {by: []string{"army"}, one: "short.split-one", code: "short.split"},
	"formation-joined":  {by: []string{"formation", "field"}, one: "short.army-new", code: "short.joined"},
	"formation-left":    {by: []string{"formation", "field"}, one: "short.army-new", code: "short.left"},
	"army-shrinks":      {one: "short.deserters-one", code: "short.deserters"},
	"shot":              {by: []string{"army", "other"}, sum: []string{"men", "gold"}, code: "short.shot"},
	"was-shot":          {by: []string{"army", "other"}, sum: []string{"men"}, code: "short.was-shot"},
	"plundered":         {by: []string{"army", "field"}, sum: []string{"gold"}, code: "short.plundered"},
	"was-plundered":     {by: []string{"army", "field"}, code: "short.was-plundered"},
	"plunder-weak":      {by: []string{"army"}, code: "short.plunder-weak"},
	"traded":            {sum: []string{"gold"}, one: "short.traded-one", code: "short.traded"},
	"trade-share":       {sum: []string{"gold"}, one: "short.traded-one", code: "short.trade-share"},
	"treaty-unanswered": {by: []string{"treaty"}, one: "short.unanswered-one", code: "short.unanswered"},
}

// findAlike lists the events that one line says.
func (a *account) findAlike() {
	clear(a.listBy)
	a.lists, a.listOf = a.lists[:0], a.listOf[:0]
	var key []byte
	for i := range a.told {
		e := &a.told[i]
		a.listOf = append(a.listOf, -1)
		b, is := bundles[e.Code]
		if !is {
			continue
		}
		key = append(key[:0], e.Code...)
		for _, name := range b.by {
			of := e.Arg(name)
			key = strconv.AppendInt(append(append(key, '|'), of.S...), of.N, 10)
		}
		list, known := a.listBy[string(key)]
		if !known {
			list = len(a.lists)
			a.lists, a.listBy[string(key)] = slices.Grow(a.lists, 1)[:list+1], list
			a.lists[list] = a.lists[list][:0] // in the room of an earlier report
		}
		a.lists[list], a.listOf[i] = append(a.lists[list], i), list
	}
}

// bundled is the sentence for some events. A single one is said as in the full report.
func bundled(r *rulekit.Reader, a *account, b bundle, same []int) phrase.Phrase {
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
func joined(r *rulekit.Reader, list []phrase.Phrase, between string) string {
	out := make([]byte, 0, 128)
	for i, what := range list {
		if i > 0 {
			out = append(out, between...)
		}
		out = r.Book.Append(out, what, r.Places)
	}
	return string(out)
}

// halt is in which weeks an army kept another out of a field. The report says it once, in the first of them.
type halt struct {
	at   int // index of the first event
	when []int
}

// halting is who kept whom out of what.
type halting struct {
	army, other string
	field       int64
}

func haltingOf(e phrase.Phrase) halting {
	return halting{e.Arg("army").S, e.Arg("other").S, e.Arg("field").N}
}

// findHalts finds the events that report the same halt, and their weeks.
func (a *account) findHalts() {
	clear(a.haltAt)
	a.halts = a.halts[:0]
	for i := range a.told {
		if e := &a.told[i]; e.Code == "held-up" {
			of := haltingOf(e.Phrase)
			k, known := a.haltAt[of]
			if !known {
				k = len(a.halts)
				a.haltAt[of] = k
				a.halts = slices.Grow(a.halts, 1)[:k+1]
				a.halts[k] = halt{i, a.halts[k].when[:0]} // in the room of an earlier report
			}
			a.halts[k].when = append(a.halts[k].when, e.Week)
		}
	}
}

// haltRow is how a report says an event: one that is an army's halt has its weeks in the first, and is silent in others.
func haltRow(a *account, at int, what phrase.Phrase) (told phrase.Phrase, silent bool) {
	if what.Code != "held-up" {
		return what, false
	}
	h := &a.halts[a.haltAt[haltingOf(what)]]
	if h.at != at {
		return what, true
	}
	if len(h.when) > 1 {
		weeks := phrase.Str("weeks", Spans("", h.when))
		what = phrase.P("held-up-weeks", append(append(make([]phrase.Arg, 0, 1+len(what.Args)), weeks), what.Args...)...)
	}
	return what, false
}

// Spans writes rising numbers in short form, each after a mark: `1-4, 7`, `W1-W4, W7`. Two in a row are written
// separately.
func Spans(mark string, list []int) string {
	var room [64]byte
	b := room[:0]
	for i := 0; i < len(list); {
		last := i
		for last+1 < len(list) && list[last+1] == list[last]+1 {
			last++
		}
		if last == i+1 {
			last = i
		}
		if i > 0 {
			b = append(b, ", "...)
		}
		b = strconv.AppendInt(append(b, mark...), int64(list[i]), 10)
		if last > i {
			b = strconv.AppendInt(append(append(b, '-'), mark...), int64(list[last]), 10)
		}
		i = last + 1
	}
	return string(b)
}
