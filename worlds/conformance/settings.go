package conformance

import (
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// settings: the settings that all games have are written in the same words, and a turn applies them. A setting that a
// game lacks and others have is refused by name, not as an unknown word.
func settings(tb *table, bad fail) {
	refused := func(line string) string {
		file := tb.rb.Language().Parse("$S\n" + line + "\n$E\n")
		if len(file.Problems) == 0 && len(file.Lines) == 1 {
			return ""
		}
		if len(file.Problems) == 0 {
			return "no order"
		}
		return file.Problems[0].What.Code
	}
	for _, line := range []string{"Sprache Deutsch", "Sprache englisch", "Sprache en", "Language German", "Language en",
		"Computer Amiga", "Computer PC", "computer utf8", "Zip ja", "zip nein", "Zip yes"} {
		if code := refused(line); code != "" {
			bad("%q is refused in $S: %s", line, code)
		}
	}
	for _, line := range []string{"Karte ja", "Karte nein", "Map no"} {
		if code := refused(line); code != "" && code != "setting.elsewhere" {
			bad("%q, which other games have, is refused in $S as %s", line, code)
		}
	}
	if code := refused("Wetter schön"); code == "" || code == "setting.elsewhere" {
		bad("%q, which no game has, is refused in $S as %q", "Wetter schön", code)
	}
	tb.set(bad)
	whole(tb, bad)
}

// set plays a turn in which the first realm asked changes all its settings.
func (tb *table) set(bad fail) {
	w := tb.start()
	asked := w.Asked()
	if len(asked.Realms) == 0 {
		return
	}
	realm := asked.Realms[0]
	want := game.Realm{Lang: phrase.En, Computer: game.Amiga, Zip: true}
	sheet := game.Sheet{Realm: realm, Turn: asked.Turn, Text: "$S\nSprache en\nComputer Amiga\nZip ja\n$E\n"}
	if c := w.Check(sheet); len(c.InForce) != 3 {
		bad("of three settings the receipt takes %d: %v", len(c.InForce), tb.say(c.Problems))
	}
	realms := w.Resolve([]game.Sheet{sheet}, tb.turnSeed(w), 1, nil).Next().Realms()
	is := realms[slices.IndexFunc(realms, func(r game.Realm) bool { return r.Number == realm })]
	if is.Lang != want.Lang || is.Computer != want.Computer || is.Zip != want.Zip {
		bad("after the settings %q realm %d has %s, %s, zip %t", strings.Fields(sheet.Text), realm, is.Lang, is.Computer,
			is.Zip)
	}
}

// citing: the letter with the rules says that receipts cite them by number only in games whose receipts do. In these,
// some sentence about an order has a §.
func citing(tb *table, bad fail) {
	for _, lang := range phrase.Langs {
		words, cites := tb.rb.Words(lang), 0
		for _, code := range words.Codes() {
			if code != "game-cites" && strings.Contains(words.Say(phrase.P(code)), "§") {
				cites++
			}
		}
		if says := words.Has("game-cites"); says != (cites > 0) {
			bad("in %s %d sentences cite rules, and game-cites says so: %t", lang, cites, says)
		}
	}
}
