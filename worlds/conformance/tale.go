package conformance

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// figures are fields and numbers in a chronicler's line.
var figures = regexp.MustCompile(`-?[0-9]+(/-?[0-9]+)?`)

// chronicled: the lines at the head of a report are at most three, each of another kind. None comes back within six
// turns, and they name no field and no number that the report does not have.
func chronicled(tb *table, bad fail) {
	heard, last, spoke := map[int]game.Heard{}, map[int]map[string]int{}, false
	for _, w := range tb.turns(tb.ex.Turns) {
		turn, out := w.Asked().Turn, tb.resolved(w)
		for _, n := range out.Realms() {
			report := out.Report(n, nil)
			lines, now := report.Tale.Told(tb.seed, turn, n, heard[n])
			if again, same := report.Tale.Told(tb.seed, turn, n, heard[n]); !bytes.Equal(lines, again) ||
				!slices.EqualFunc(now.Kinds, same.Kinds, func(a, b game.Spoken) bool {
					return a.Kind == b.Kind && slices.Equal(a.Turns, b.Turns)
				}) {
				bad("turn %d: the chronicler tells realm %d something else the second time", turn, n)
			}
			spoke = spoke || len(lines) > 0
			tb.head(report, lines, turn, bad)
			if last[n] == nil {
				last[n] = map[string]int{}
			}
			tb.phrases(report, now, turn, last[n], bad)
			heard[n] = now
		}
	}
	if !spoke && tb.rb.Words(phrase.De).Has("tale.story.1") {
		bad("in %d turns the chronicler had nothing to say", tb.ex.Turns)
	}
}

// Spelled is a report with all that the chronicler may say beside it as data.
func Spelled(r game.Report) any {
	out := struct {
		game.Report
		Tale []string
	}{r, []string{fmt.Sprint(r.Tale.At, r.Tale.Weight), string(r.Tale.Opened())}}
	for _, m := range r.Tale.Moments {
		out.Tale = append(out.Tale, fmt.Sprint(m.Kind, m.Weight, m.Once, m.Grave, m.Lines()))
	}
	out.Report.Tale = game.Tale{}
	return out
}

// head checks the lines at the head of a report.
func (tb *table) head(report game.Report, lines []byte, turn int, bad fail) {
	with := report.With(lines)
	if len(lines) == 0 {
		return
	}
	readable("a tale", lines, bad)
	narrow("a tale", lines, bad)
	if n := bytes.Count(lines, []byte("\n")); n > 4 || bytes.ContainsAny(lines, "{}~!") {
		bad("turn %d, realm %d: the chronicler says in %d lines:%s", turn, report.Realm, n, lines)
	}
	if at := report.Tale.At; len(with.Text) != len(report.Text)+len(lines) ||
		!bytes.HasPrefix(report.Text, with.Text[:at]) || at > 0 && report.Text[at-1] != '\n' {
		bad("turn %d, realm %d: his lines go to byte %d of the report, in the middle of something", turn, report.Realm,
			report.Tale.At)
	}
	text := strings.ReplaceAll(string(report.Text), " ", "") // tables set fields apart
	for _, figure := range figures.FindAllString(string(lines), -1) {
		if !strings.Contains(text, figure) {
			bad("turn %d, realm %d: the chronicler names %s, and the report does not:%s", turn, report.Realm, figure, lines)
		}
	}
}

// phrases checks which phrases a report has used, by what was heard then.
func (tb *table) phrases(report game.Report, after game.Heard, turn int, last map[string]int, bad fail) {
	spoken := 0
	for _, k := range after.Kinds {
		used := 0
		for i, at := range k.Turns {
			if at != turn {
				continue
			}
			used++
			said := report.Tale.Moments[slices.IndexFunc(report.Tale.Moments, func(m game.Moment) bool {
				return m.Kind == k.Kind && i < len(m.Lines()) && m.Lines()[i].Text != ""
			})].Lines()[i]
			key := k.Kind + string(rune('0'+i))
			if was := last[key]; was > 0 && turn-was < 6 {
				bad("realm %d hears phrase %d of %s in turns %d and %d", report.Realm, i+1, k.Kind, was, turn)
			}
			if grave := slices.ContainsFunc(report.Tale.Moments, func(m game.Moment) bool { return m.Grave }); grave && said.Joke {
				bad("turn %d, realm %d: a joke beside what is grave: %s", turn, report.Realm, said.Text)
			}
			last[key] = turn
		}
		if spoken += used; used > 1 {
			bad("turn %d, realm %d: kind %s speaks %d times", turn, report.Realm, k.Kind, used)
		}
	}
	if spoken > 3 {
		bad("turn %d, realm %d: the chronicler uses %d phrases", turn, report.Realm, spoken)
	}
}

// phrased: each kind of tale has three phrases or more, alike in all languages. They are short, and a joke in one
// language is a joke in the other.
func phrased(tb *table, bad fail) {
	one, other := tb.rb.Words(phrase.De), tb.rb.Words(phrase.En)
	many := map[string]int{}
	for _, code := range one.Codes() {
		kind, is := strings.CutPrefix(code, "tale.")
		kind, _, numbered := strings.Cut(kind, ".")
		if !is || !numbered {
			continue
		}
		many[kind]++
		for _, b := range []*phrase.Book{one, other} {
			said := b.T(code)
			if n := len(strings.Fields(said)); kind != "story" && n > 25 || strings.ContainsAny(said, "!\n") {
				bad("%s, %s: %d words, or a shout: %s", code, b.Lang, n, said)
			}
		}
		if strings.HasPrefix(one.T(code), game.Joke) != strings.HasPrefix(other.T(code), game.Joke) {
			bad("%s is a joke in one language alone", code)
		}
	}
	for kind, n := range many {
		if n < 3 {
			bad("tale.%s has %d phrases: three are the least", kind, n)
		}
	}
}
