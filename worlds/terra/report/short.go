package report

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terra/realm"
)

// short writes the short report.
type short struct {
	*rulekit.Text
	a     *account
	shown *game.Shown
}

// writeShort writes the mail phase in short: battles first, with the lines to copy, then what else happened, the treasury
// and the armies, and of fields and foreigners only what is new.
func writeShort(text *rulekit.Text, a *account, shown *game.Shown) {
	w, t := short{text, a, shown}, sorted(a.told)
	rulekit.WriteOpening(text, roundTitle(a.phase.Before))
	for _, e := range a.told {
		hear(text, e.Phrase)
	}
	w.happenings(t, w.fights(t))
	writeRefused(text, a)
	w.treasury(t.money)
	writeArmies(text, a)
	before := accountOf(a.phase.Before, a.realm.Number)
	w.newFields(before)
	w.Part("short.seen", func() { w.newcomers(before) })
	w.ladder()
	w.Post("report.letters", a.phase.Letters())
	if !a.realm.NoMap {
		writeMap(text, a, "short.map")
	}
	w.End("report-end")
}

// writeShortWelcome writes report 0, and records what it shows.
func writeShortWelcome(t *rulekit.Text, a *account, shown *game.Shown) {
	l, seen := a.at.State.Links(a.realm.Number), spot(a)
	for _, u := range seen.order {
		shown.News(armyFact(t.Reader, u, seen.armies[u]))
	}
	for _, at := range a.ordered() {
		if row, is := seen.fields[at]; is {
			shown.News(fieldFact(t.Reader, at, row))
		} else if a.owns(at) {
			shown.News(fieldFact(t.Reader, at, ownField(a, l, at)))
		}
	}
	writeWelcome(t, a)
}

// fieldFact is the fact of what the report says of an own field, or one in sight. Without a value the field is out of sight.
func fieldFact(r *rulekit.Reader, at game.Place, row phrase.Phrase) game.Fact {
	return game.Fact{Subject: "field " + r.Place(int64(at)), Value: r.Words(row)}
}

// armyFact is the fact of what it says of a foreign army; the zero row: that it is out of sight.
func armyFact(r *rulekit.Reader, u realm.Unit, row phrase.Phrase) game.Fact {
	return game.Fact{Subject: "army " + strconv.Itoa(u.Realm) + " " + strconv.Itoa(u.Army), Value: r.Words(row)}
}

// treasury writes what came and went, and what is left if no sentence has said that.
func (w short) treasury(money []phrase.Phrase) {
	w.Title("short.treasury")
	said := int64(-1)
	for _, what := range money {
		if a := what.Arg("treasury"); a.Name != "" {
			said = a.N
		}
	}
	if said != w.a.realm.Treasury {
		money = append(money, phrase.P("short.left", phrase.Num("treasury", w.a.realm.Treasury)))
	}
	w.Paragraph("  ", money)
}

// newFields writes the own fields whose garrison or state is news, with the garrison before, and sums up all.
func (w short) newFields(before *account) {
	fields := w.a.at.State.FieldsOf(w.a.realm.Number)
	if fields == 0 && before.at.State.FieldsOf(w.a.realm.Number) == 0 {
		return
	}
	w.Title("short.fields")
	l, was := w.a.at.State.Links(w.a.realm.Number), before.at.State.Links(w.a.realm.Number)
	g, kept, now, then := gathered{Text: w.Text}, 0, int64(0), int64(0)
	var lost []string
	for _, at := range w.a.ordered() {
		f, old := &w.a.at.State.Fields[at], &before.at.State.Fields[at]
		own, owned := f.Owner == w.a.realm.Number, old.Owner == w.a.realm.Number
		if owned {
			then += old.Garrison
		}
		if !own {
			if owned {
				lost = append(lost, w.Place(int64(at)))
			}
			continue
		}
		now += f.Garrison
		known := owned && w.shown.Has(fieldFact(w.Reader, at, ownField(before, was, at)))
		switch row := ownField(w.a, l, at); {
		case !w.shown.News(fieldFact(w.Reader, at, row)):
			kept++
		case known && f.Garrison != old.Garrison:
			g.add(int(f.Terrain), at, phrase.P("short.field", append(row.Args, phrase.Num("before", old.Garrison))...))
		default:
			g.add(int(f.Terrain), at, row)
		}
	}
	g.write()
	if len(lost) > 0 {
		w.Say("  ", "short.fields-lost", phrase.Str("fields", strings.Join(lost, ", ")))
	}
	args := []phrase.Arg{phrase.Num("kept", kept), phrase.Num("fields", fields), phrase.Num("garrisons", now),
		phrase.Num("before", then)}
	w.Paragraph("  ", sums(kept == fields && now == then, now != then, kept, args))
}

// sums are the sentences that sum up the own fields.
func sums(alike, changed bool, kept int, args []phrase.Arg) (out []phrase.Phrase) {
	if alike {
		return []phrase.Phrase{phrase.P("short.fields-alike", args...)}
	}
	if kept > 0 {
		out = append(out, phrase.P("short.fields-kept", args...))
	}
	if changed {
		return append(out, phrase.P("short.fields-sum-before", args...))
	}
	return append(out, phrase.P("short.fields-sum", args...))
}

// newcomers writes the foreign armies and fields of which something in sight is new, and those that are out of sight.
// before is what it saw before the phase: of that, only what the reader was shown counts.
func (w short) newcomers(before *account) {
	now, was := spot(w.a), spot(before)
	for _, u := range now.order {
		if row := now.armies[u]; w.shown.News(armyFact(w.Reader, u, row)) {
			w.Line("  ", row)
		}
	}
	g := gathered{Text: w.Text}
	var gone []string
	for _, u := range was.order {
		if _, seen := now.armies[u]; !seen && w.shown.News(armyFact(w.Reader, u, phrase.Phrase{})) {
			gone = append(gone, w.Words(phrase.P("short.army", was.armies[u].Args...)))
		}
	}
	for _, at := range w.a.ordered() {
		row, seen := now.fields[at]
		old, known := was.fields[at]
		known = known && w.shown.Has(fieldFact(w.Reader, at, old))
		switch {
		case w.a.at.State.Fields[at].Owner == w.a.realm.Number && w.a.seen[at]: // an own field
		case !seen:
			if known && w.shown.News(game.Fact{Subject: fieldFact(w.Reader, at, old).Subject}) {
				gone = append(gone, w.Place(int64(at)))
			}
		case w.shown.News(fieldFact(w.Reader, at, row)):
			g.foreign(w.a, at, since(row, old, known))
		}
	}
	g.write()
	if len(gone) > 0 {
		w.Say("  ", "short.gone", phrase.Str("list", strings.Join(gone, ", ")))
	}
}

// since is the sentence about a field in sight, with its garrison before.
func since(row, old phrase.Phrase, known bool) phrase.Phrase {
	if !known || row.Arg("garrison").N == old.Arg("garrison").N {
		return row
	}
	return phrase.P("short."+row.Code, append(row.Args, phrase.Num("before", old.Arg("garrison").N))...)
}

// ladder writes what everybody knows about each nation, who leads, and what ends the campaign.
func (w short) ladder() {
	w.Title("report-nations")
	for i := range w.a.at.State.Realms {
		w.Line("  ", nationRow(w.a, &w.a.at.State.Realms[i], "nation"))
	}
	said := leaders(Standings(w.a.at).Rows)
	if !w.a.at.State.Over {
		end := goal(w.a.at)
		said = append(said, phrase.P("short."+end.Code, end.Args...))
	}
	w.Paragraph("", said)
}

// leaders names who leads by fields, with the treasury where they are equal, and by treasury. rows are in the order of the
// first.
func leaders(rows []game.Standing) []phrase.Phrase {
	if len(rows) == 0 || rows[0].Numbers[0] == 0 {
		return nil
	}
	richest := slices.MaxFunc(rows, func(a, b game.Standing) int {
		return cmp.Or(cmp.Compare(min(a.Numbers[0], 1), min(b.Numbers[0], 1)), cmp.Compare(a.Numbers[1], b.Numbers[1]))
	})
	code := "short.leads"
	if richest.Realm == rows[0].Realm {
		code = "short.leads-both"
	}
	return []phrase.Phrase{phrase.P(code, phrase.Str("fields", rows[0].Name), phrase.Str("treasury", richest.Name))}
}

// fights writes the battles of the phase: those at the table first, with the lines to report them. It reports whether there
// are any.
func (w short) fights(t tidings) bool {
	head, list := toReport(w.a)
	if len(t.table)+len(t.computed)+len(t.results)+len(list) == 0 {
		return false
	}
	w.Title("short.battles")
	w.Lines("  ", t.results)
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
	if w.shown.News(game.Fact{Subject: what.Arg("ground").S, Value: ground}) {
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
	w.Lines("  ", t.others)
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
