package report

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"weltentor/orders/phrase"
	"weltentor/worlds/belagerung/realm"
	"weltentor/worlds/belagerung/tables"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

// short writes the short report.
type short struct {
	*rulekit.Text
	a     *account
	shown *game.Shown
}

// writeShort writes the board, what happened, castles and units as they are, and what has changed of buildings and bank.
func writeShort(t *rulekit.Text, a *account, shown *game.Shown) {
	w, first := short{t, a, shown}, shown.Empty()
	rulekit.WriteHead(t)
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
	if first {
		title = "short.built"
	}
	w.Part(title, func() {
		w.Paragraph("", w.changedBuildings(a.turn.Before))
		w.Paragraph("", w.changedBank(a.turn.Before))
	})
	w.Post("report.letters", a.letters)
	w.End("report.end")
}

// writeShortWelcome writes report 0. What would be news of buildings and bank is recorded, and not said.
func writeShortWelcome(t *rulekit.Text, a *account, shown *game.Shown) {
	w := short{t, a, shown}
	w.changedBuildings(a.at)
	w.changedBank(a.at)
	writeWelcome(t, a)
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
		if utf8.RuneCountInString(w.Book.Say(row)) > rulekit.Width { // no count of a wall is alone in a line
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
func (w short) changedBuildings(before realm.Position) (out []phrase.Phrase) {
	say := func(code string, args ...phrase.Arg) { out = append(out, phrase.P(code, args...)) }
	for _, e := range w.a.told {
		if e.Code == "counter-on" { // the row of the building need not repeat it
			w.shown.News(pipsFact(game.Counted(int(e.Arg("place").N), int(e.Arg("place").M)), e.Arg("pips").N))
		}
	}
	for _, b := range before.State.Buildings {
		if w.a.s.Building(b.At) == nil {
			w.shown.News(buildingFacts(w.a.s, b, "")...) // an event has told of its end
		}
	}
	var damaged []string
	for _, b := range w.a.s.Buildings {
		if b.Hits > 0 {
			damaged = append(damaged, w.Book.Say(phrase.P("short.damage-one", w.a.s.PlaceArg("place", b.At), num("hits", b.Hits),
				num("most", w.a.at.Tables.BuildingOf(b.Kind).Hits))))
		}
		state, was := holder(w.Book, w.a.s, b), ""
		if old := before.State.Building(b.At); old != nil && (old.Site == 0 || old.Site != b.Owner) { // whose builders, whose building
			if had := holder(w.Book, before.State, old); w.shown.Has(buildingFacts(w.a.s, old, had)[0]) {
				was = had
			}
		}
		args := []phrase.Arg{phrase.Key("building", b.Kind.Key()), w.a.s.PlaceArg("place", b.At), num("pips", b.Counter),
			num("power", b.Values.Power), num("range", b.Values.Range), phrase.Str("state", state), phrase.Str("was", was)}
		facts := buildingFacts(w.a.s, b, state)
		held, counted := w.shown.News(facts[0]), w.shown.News(facts[1])
		switch {
		case held && was != "":
			say("short.held-now", args...)
		case held && b.Kind == tables.Fortress && b.Site == 0:
			say("short.held-fortress", args...)
		case held:
			say("short.held", args...)
		}
		switch {
		case counted && b.Counter > 0:
			say("short.counter", args...)
		case counted:
			say("short.counter-none", args...)
		}
	}
	list := strings.Join(damaged, ", ")
	switch news := w.shown.News(game.Fact{Subject: "buildings", Attribute: "damage", Value: "x" + list}); {
	case news && list != "":
		say("short.damage", phrase.Str("list", list))
	case news && len(w.a.s.Buildings) > 0:
		say("short.damage-none")
	}
	return out
}

// changedBank says which numbers of the bank are news, and what they were if the reader was shown that.
func (w short) changedBank(before realm.Position) []phrase.Phrase {
	var list []string
	then := bankNumbers(before)
	for i, now := range bankNumbers(w.a.at) {
		fact := func(n int64) game.Fact {
			return game.Fact{Subject: "bank", Attribute: strconv.Itoa(i), Value: rulekit.Digits(n)}
		}
		was := then[i].Arg("number")
		known := w.shown.Has(fact(was.N))
		if !w.shown.News(fact(now.Arg("number").N)) {
			continue
		}
		item := w.Book.Say(now)
		if known {
			item += w.Book.Say(phrase.P("short.before", was))
		}
		list = append(list, item)
	}
	if len(list) == 0 {
		return nil
	}
	return []phrase.Phrase{phrase.P("short.bank", phrase.Str("list", strings.Join(list, ", ")))}
}

// buildingFacts are who has a building, and what its counter shows. Without a state there is no such building.
func buildingFacts(s *realm.State, b *realm.Building, state string) []game.Fact {
	at, pips := counted(s, b.At), b.Counter
	if state == "" {
		pips = 0
	} else {
		state = string(b.Kind) + " " + state
	}
	return []game.Fact{{Subject: "building " + at, Attribute: "state", Value: state}, pipsFact(at, pips)}
}

// pipsFact is the fact what a building's counter shows. 0 says that there is none.
func pipsFact(at string, pips int64) game.Fact {
	f := game.Fact{Subject: "building " + at, Attribute: "pips"}
	if pips > 0 {
		f.Value = rulekit.Digits(pips)
	}
	return f
}

// holder says who has a building, or builds it.
func holder(book *phrase.Book, s *realm.State, b *realm.Building) string {
	switch u := s.Crew(b); {
	case b.Site != 0:
		return book.Say(phrase.P("short.site", num("realm", b.Site)))
	case b.Owner != 0:
		return book.Say(phrase.P("short.owner", num("realm", b.Owner)))
	case u == nil:
		return book.Say(phrase.P("short.nobody"))
	default:
		return u.Name()
	}
}

// bankNumbers are the numbers of the bank, each in a row.
func bankNumbers(at realm.Position) []phrase.Phrase {
	rows := bankRows(at)
	out := []phrase.Phrase{phrase.P("short.bank-dice", num("number", rows[0].Arg("bank").N)),
		phrase.P("short.bank-weakening", num("number", rows[0].Arg("weakening").N))}
	for _, tile := range rows[1:] {
		out = append(out, phrase.P("short.tile", tile.Args...))
	}
	return out
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
	w.Lines("", income)
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
