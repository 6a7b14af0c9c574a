package conformance

import (
	"bytes"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// whole belongs to the law of settings: a report in another language takes nothing for known, although much was shown
// before, and Bericht voll brings the full one.
func whole(tb *table, bad fail) {
	w := tb.start()
	asked := w.Asked()
	if len(asked.Realms) == 0 {
		return
	}
	realm, lang := asked.Realms[0], phrase.En
	if !records(w.Welcome, realm) {
		if records(tb.resolved(w).Report, realm) {
			bad("the report of turn %d records what it shows, and report 0 does not", asked.Turn)
		}
		return // its reports are always whole
	}
	for _, r := range w.Realms() {
		if r.Number == realm && r.Lang == lang {
			lang = phrase.De
		}
	}
	for _, line := range []string{"Sprache " + string(lang), "Bericht voll"} {
		var shown, none game.Shown
		w.Welcome(realm, &shown)
		o := w.Resolve([]game.Sheet{{Realm: realm, Turn: asked.Turn, Text: "$S\n" + line + "\n$E\n"}}, tb.seed, 1, nil)
		told, want := o.Report(realm, &shown).Text, o.Report(realm, &none).Text
		if line == "Bericht voll" {
			want = o.Report(realm, nil).Text
		}
		if !bytes.Equal(told, want) {
			bad("after %q the report takes for known what an earlier one has:\n%s", line, told)
		}
	}
	back(tb, realm, bad)
}

// back: whoever comes back from full reports to short ones is told everything once more, and then only news.
func back(tb *table, realm int, bad fail) {
	var shown game.Shown
	w := tb.start()
	w.Welcome(realm, &shown)
	for _, line := range []string{"Bericht voll", "Bericht kurz", ""} {
		var told, anew game.Report
		for mine := false; !mine; {
			asked := w.Asked()
			if asked.Over {
				return
			}
			var sheets []game.Sheet
			if mine = slices.Contains(asked.Realms, realm); mine {
				sheets = []game.Sheet{{Realm: realm, Turn: asked.Turn, Text: "$S\n" + line + "\n$E\n"}}
			}
			o := w.Resolve(sheets, tb.seed, 1, nil)
			told, anew = o.Report(realm, &shown), o.Report(realm, new(game.Shown))
			w = o.Next()
		}
		if same := bytes.Equal(told.Text, anew.Text); same != (line != "") {
			bad("with %q after other lengths, the report takes for known what it should not, or nothing:\n%s", line, told.Text)
		}
	}
}
