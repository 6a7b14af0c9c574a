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

// bundles are events that are said together: the sentence for each of them, and that for all. They are in the order in
// which they come behind all others.
var bundles = []struct {
	codes     []string
	one, code string
}{

	{[]string{"walks", "leads", "mans", "builds-with", "builds"}, "short.one-", "short.moves"},
	{[]string{"recruited", "recruited.own"}, "short.one-", "short.recruits"},
	{[]string{"counter-on", "counter-full", "counter-waits"}, "short.one-", "short.counters"},
}

// happened writes what happened: first the fights and all that changed, then the income, steps, recruits and counters.
func (w short) happened(told []*game.Event) {
	var income []phrase.Phrase
	together := make([][]string, len(bundles))
	empty := len(w.Out)
	for i := 0; i < len(told); i++ {
		e := told[i]
		w.hear(e.Phrase)
		k := -1
		for n := range bundles {
			if slices.Contains(bundles[n].codes, e.Code) {
				k = n
			}
		}
		switch rest := told[i+1:]; {
		case k >= 0:
			code := bundles[k].one + strings.TrimSuffix(e.Code, ".own")
			together[k] = append(together[k], w.Book.Say(phrase.P(code, e.Args...)))
		case strings.HasPrefix(e.Code, "income"):
			income = append(income, e.Phrase)
		case e.Code == "shoots" || e.Code == "scatters":
			n := 0
			for n < len(rest) && (rest[n].Code == "weakened" || rest[n].Code == "die-lifted") {
				w.hear(rest[n].Phrase)
				n++
			}
			w.shots(e.Phrase, rest[:n])
			i += n
		case e.Code == "storms" && len(rest) > 0 && strings.HasPrefix(rest[0].Code, "blow-"):
			w.hear(rest[0].Phrase)
			i += 1 + w.blows(rest[0].Phrase, e.Arg("building"), rest[1:])
		case strings.HasPrefix(e.Code, "blow-") || e.Code == "counter-fell" || e.Code == "counter-held":
			i += w.blows(e.Phrase, phrase.Arg{}, rest)
		default:
			w.Line("", e.Phrase)
		}
	}
	for _, e := range income {
		w.Line("", e)
	}
	for k, list := range together {
		if len(list) > 0 {
			w.Say("", bundles[k].code, phrase.Str("list", strings.Join(list, ", ")))
		}
	}
	if len(w.Out) == empty {
		w.Say("", "short.quiet")
	}
}

// hear tells the chronicler of what the report says.
func (w short) hear(what phrase.Phrase) { w.Tale.Hear(meanings.Of(what.Code), what) }

// blows writes a blow: who strikes whom, both sums and dice, and what becomes of whom. It returns how many of the events
// behind it that says.
func (w short) blows(e phrase.Phrase, building phrase.Arg, rest []*game.Event) (used int) {
	code, result := "short.attacks", "short.fell"
	if strings.HasPrefix(e.Code, "counter-") {
		code = "short.strikes-back"
	} else if building.Name != "" {
		code = "short.storms"
	}
	args := append(slices.Clone(e.Args), building)
	if strings.HasSuffix(e.Code, "-held") {
		result = "short.held-out"
		if len(rest) > 0 && rest[0].Code == "weakened" && rest[0].Arg("whom") == e.Arg("whom") {
			w.hear(rest[0].Phrase)
			result, used = "short.weakened", 1
			args = append(args, phrase.Num("weakness", rest[0].Arg("sum").N))
		}
	}
	w.Line("", phrase.P(code, w.sides(args)...), phrase.P("short.also"), phrase.P(result, args...))
	return used
}

// sides adds to arguments the words for both sides: of two realms only the striker's is named.
func (w short) sides(args []phrase.Arg) []phrase.Arg {
	victim := "short.victim"
	if len(w.a.s.Realms) > 2 {
		victim = "short.victim-of"
	}
	return append(args, phrase.Key("victim", victim))
}

// shots writes the weakening dice that an engine throws, with what they come to for each unit.
func (w short) shots(e phrase.Phrase, hit []*game.Event) {
	var list []string
	for i, h := range hit {
		if h.Code == "die-lifted" || slices.ContainsFunc(hit[i+1:], func(l *game.Event) bool {
			return l.Code == "weakened" && l.Arg("whom") == h.Arg("whom")
		}) {
			continue // the last says it
		}
		list = append(list, w.Book.Say(phrase.P("short.one-weakened", h.Args...)))
	}
	w.Say("", "short."+e.Code, append(w.sides(slices.Clone(e.Args)), phrase.Str("list", strings.Join(list, ", ")))...)
}
