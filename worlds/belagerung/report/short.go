package report

import (
	"slices"
	"strings"
	"unicode/utf8"

	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// short writes the short report.
type short struct {
	*frame.Text
	a *account
}

// writeShort writes the board, what happened, castles and units as they are, and what has changed of buildings and bank.
func writeShort(t *frame.Text, a *account, shown *game.Shown) {
	w, news := short{t, a}, selected(t.Reader, a, a.turn.Before, shown)
	frame.WriteHead(t)
	w.Blank()
	w.Line("", phrase.P("short.turn", a.turn.title().Args...), phrase.P("short.also"), w.upNext())
	w.TaleHere()
	if a.first() {
		w.Blank()
		w.Line("", chances(a))
	}
	w.Title("report.board")
	hexes(t, a.at)
	w.Say("", "short.legend", phrase.Str("list", signs(t.Book, a.at, true)))
	w.Title("short.events")
	w.happened(a.told)
	w.Part("short.refused", func() { w.Refused("", a.undone, a.written) })
	w.castles()
	w.people()
	title := "short.changed"
	if news.first {
		title = "short.built"
	}
	w.Part(title, func() {
		w.paragraph(w.changedBuildings(news))
		w.paragraph(w.changedBank(news))
	})
	w.Post("report.letters", a.letters, a.nameOf)
	w.End("report.end")
}

// paragraph writes sentences one after the other, and nothing if there are none.
func (w short) paragraph(said []string) {
	if len(said) > 0 {
		w.Wrap("", strings.Join(said, " "))
	}
}

// upNext says whose turn it is now, in short.
func (w short) upNext() phrase.Phrase {
	row := next(w.a)
	if row.Code != "report.over" {
		row.Code = "short." + strings.TrimPrefix(row.Code, "report.")
	}
	return row
}

// castles writes two lines for each realm: castle and walls, and what it has.
func (w short) castles() {
	w.Title("report.realms")
	for i := range w.a.s.Realms {
		rows := castleRows(w.a, &w.a.s.Realms[i])
		code := "short.castle"
		if w.a.s.Realms[i].Fallen {
			code = "short.castle-fallen"
		}
		row := phrase.P(code, slices.Concat(rows[0].Args, rows[1].Args)...)
		if utf8.RuneCountInString(w.Book.Say(row)) > frame.Width { // no count of a wall is alone in a line
			w.Line("", phrase.P("short.castle-of", row.Args...))
			row.Code += "-hits"
		}
		w.Line("", row)
		w.Line("", rows[2])
	}
}

// people writes all units on the board, a paragraph for each realm.
func (w short) people() {
	w.Title("report.units")
	for i := range w.a.s.Realms {
		var list []string
		for _, u := range w.a.s.Of(i + 1) {
			code := "short.unit"
			if u.Settler {
				code = "short.settler"
			}
			row := w.Book.Say(phrase.P(code, unitRow(w.Reader, w.a, u).Args...))
			for _, state := range stateRows(w.a, u) {
				row += w.Book.Say(phrase.P("short."+strings.TrimPrefix(state.Code, "report."), state.Args...))
			}
			list = append(list, row+".")
		}
		if len(list) > 0 {
			w.Say("", "short.units", num("realm", i+1), phrase.Str("list", strings.Join(list, " ")))
		}
	}
}

// changedBuildings are sentences about the buildings that are news: what is built where, who has it and had it before,
// counters, and damage.
func (w short) changedBuildings(news *selection) (out []string) {
	say := func(code string, args ...phrase.Arg) { out = append(out, w.Book.Say(phrase.P(code, args...))) }
	for _, b := range news.buildings {
		args := []phrase.Arg{phrase.Key("building", b.Kind.Key()), w.a.s.PlaceArg("place", b.At), num("pips", b.Counter),
			num("power", b.Values.Power), num("range", b.Values.Range), phrase.Str("state", b.state), phrase.Str("was", b.was)}
		switch {
		case b.held && b.was != "":
			say("short.held-now", args...)
		case b.held && b.Kind == tables.Fortress && b.Site == 0:
			say("short.held-fortress", args...)
		case b.held:
			say("short.held", args...)
		}
		switch {
		case b.counted && b.Counter > 0:
			say("short.counter", args...)
		case b.counted:
			say("short.counter-none", args...)
		}
	}
	switch {
	case news.damage && news.damaged != "":
		say("short.damage", phrase.Str("list", news.damaged))
	case news.damage && len(w.a.s.Buildings) > 0:
		say("short.damage-none")
	}
	return out
}

// changedBank says which numbers of the bank are news, and what they were.
func (w short) changedBank(news *selection) []string {
	if len(news.bank) == 0 {
		return nil
	}
	var list []string
	for _, n := range news.bank {
		item := w.Book.Say(n.now)
		if n.known {
			item += w.Book.Say(phrase.P("short.before", num("number", n.was)))
		}
		list = append(list, item)
	}
	return []string{w.Book.Say(phrase.P("short.bank", phrase.Str("list", strings.Join(list, ", "))))}
}
