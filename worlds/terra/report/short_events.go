package report

import (
	"slices"
	"strings"

	"weltentor/orders/phrase"
)

// fights writes the battles of the phase: those at the table first, with the lines to report them. It reports whether there
// are any.
func (w short) fights(t tidings) bool {
	head, list := toReport(w.a)
	if len(t.table)+len(t.computed)+len(t.results)+len(list) == 0 {
		return false
	}
	w.Title("short.battles")
	for _, what := range t.results {
		w.Line("  ", what)
	}
	for _, b := range slices.Concat(t.table, t.computed) {
		rows := pairingRows(w.Reader, b)
		for i, what := range rows {
			if what.Code == "battlefield" {
				rows[i] = w.battlefield(what)
			}
		}
		w.Paragraph("  ", rows)
	}
	for _, s := range t.stakes {
		w.Say("  ", "short.may-stake", s.Args...)
		w.Say("      ", "short.stake", s.Args...)
	}
	if len(list) > 0 {
		w.Line("  ", head)
	}
	for _, b := range list {
		w.Line("      ", b.line)
	}
	return true
}

// battlefield says which map is played on, and what is on it the first time.
func (w short) battlefield(what phrase.Phrase) phrase.Phrase {
	ground := w.Book.T(what.Arg("ground").S)
	if w.news.ground(what.Arg("ground").S, ground) {
		return what
	}
	name, _, _ := strings.Cut(ground, ":")
	return phrase.P("short.battlefield", what.Arg("map"), phrase.Str("ground", name))
}

// happenings writes what happened but for battles and money: the ways of armies first, each in a paragraph. If nothing
// did, and battles are above, there is no such part.
func (w short) happenings(t tidings, fought bool) {
	title := len(w.Out)
	w.Title("report-events")
	start := len(w.Out)
	var armies []int64
	ways := map[int64][]phrase.Phrase{}
	for _, what := range t.steps {
		army := what.Arg("army").N
		if !slices.Contains(armies, army) {
			armies = append(armies, army)
		}
		ways[army] = append(ways[army], what)
	}
	slices.Sort(armies)
	for _, army := range armies {
		w.Paragraph("  ", w.march(ways[army]))
	}
	for _, what := range t.others {
		w.Line("  ", what)
	}
	switch {
	case len(w.Out) > start:
	case fought:
		w.Out = w.Out[:title]
	default:
		w.Say("  ", "report-quiet")
	}
}

// march puts the steps of an army that follow each other into one sentence.
func (w short) march(way []phrase.Phrase) (out []phrase.Phrase) {
	for i := 0; i < len(way); i++ {
		if way[i].Code != "moved" {
			out = append(out, way[i])
			continue
		}
		first := way[i]
		var fields, times []string
		for ; i < len(way) && way[i].Code == "moved"; i++ {
			fields = append(fields, w.Place(way[i].Arg("field").N))
			times = append(times, w.Words(phrase.P("short.time", way[i].Arg("time"))))
		}
		i--
		out = append(out, phrase.P("short.moved", first.Arg("army"), first.Arg("from"),
			phrase.Str("fields", strings.Join(fields, ", ")), phrase.Str("times", strings.Join(times, ", "))))
	}
	return out
}
