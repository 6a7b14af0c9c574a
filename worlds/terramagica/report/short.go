package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terramagica/realm"
	"weltentor/worlds/terramagica/tables"
)

// short writes the short report.
type short struct {
	*rulekit.Text
	a     *account
	shown *game.Shown
	tale  *chronicler
}

// writeShort writes what happened, then what a player orders from, then what is new of what was seen.
func writeShort(t *rulekit.Text, a *account, shown *game.Shown) {
	w := short{t, a, shown, &chronicler{tale: &t.Tale, a: a}}
	rulekit.WriteHead(t)
	w.Blank()
	w.Line("", turnRow(a))
	w.TaleHere()
	told, purse, fought := a.told, phrase.Phrase{}, false
	for _, e := range told {
		fought = fought || e.Code == "battle"
		if e.Code == "income" {
			purse = e.Phrase
		}
	}
	edits := slices.IndexFunc(told, func(e *game.Event) bool { return e.Phase != game.EditPhase })
	if edits < 0 {
		edits = len(told)
	}
	w.Part("phase."+game.EditPhase, func() { w.happened(told[:edits]) })
	w.Title("short.events")
	empty := len(w.Out)
	if w.happened(told[edits:]); len(w.Out) == empty {
		w.Say("", "short.quiet")
	}
	w.Part("short.refused", func() { w.Refused("", a.undone, a.written()) })
	w.coffer(purse.Arg("mana").N)
	writeArmies(t, a)
	was := accountOf(a.week.Before, a.realm)
	w.Part("short.own-provinces", func() { w.owned(was) })
	w.Part("short.news", func() { w.fresh(was, told) })
	w.Part("report.realms", w.realms)
	w.Post("report.letters", a.week.Letters())
	writeMap(t, a, "short.legend")
	if fought {
		w.Blank()
		w.Say("", "short.rounds-in-full")
	}
	w.End("report.end")
}

// writeShortWelcome writes report 0, and records what it shows.
func writeShortWelcome(t *rulekit.Text, a *account, shown *game.Shown) {
	for i := range a.s.Provinces {
		shown.News(groundFacts(t.Reader, a, i+1)...)
		if a.sees[i] {
			shown.News(peopleFact(i+1, a.s.Provinces[i].People), armiesFact(t.Book, i+1, a.foreign(a.in(i+1))))
		}
	}
	for i := range a.s.Realms[1:] {
		shown.News(realmFact(t.Book, realmRow(a, &a.s.Realms[i+1])))
	}
	row, _ := enough(a)
	shown.News(enoughFact(t.Book, row))
	writeWelcome(t, a)
}

// happened writes what happened: a battle in a few lines, and what gold and mana say themselves not at all.
func (w short) happened(told []*game.Event) {
	for i := 0; i < len(told); i++ {
		e := told[i]
		switch {
		case e.Code == "battle":
			d, n := duelOf(told[i:])
			for _, e := range told[i : i+n] {
				w.tale.hear(e.Phrase)
			}
			w.battle(&d)
			i += n - 1
			continue
		case strings.HasPrefix(e.Code, "conquered"):
			w.shown.News(ownerFact(int(e.Arg("province").N), int(e.Arg("realm").N)))
		}
		w.tale.hear(e.Phrase)
		if e.Code == "income" || e.Code == "upkeep" {
			continue
		}
		same := func(code string) bool { // an event of the code about the same army and province
			return slices.ContainsFunc(told, func(o *game.Event) bool {
				return o.Code == code && o.Arg("army") == e.Arg("army") && o.Arg("province") == e.Arg("province")
			})
		}
		switch {
		case e.Code == "takes-next" && same("marched"): // the march has said it
		case e.Code == "marched" && same("takes-next"):
			w.Say("", "short.marched-takes", e.Args...)
		default:
			w.Line("", e.Phrase)
		}
	}
}

// coffer writes the week's gold, and mana with what came in.
func (w short) coffer(mana int64) {
	w.Title("report.purse")
	code := "report.purse-line"
	if mana > 0 {
		code = "short.purse-line"
	}
	w.Say("", code, append(purseArgs(w.a), num("more", mana))...)
}

// people says how many people a province had before the turn, if the realm has read that number. It notes the present
// one, and reports whether that is news.
func (w short) people(was *account, number int) (before int64, known, news bool) {
	before = was.s.Province(number).People
	known = was.sees[number-1] && w.shown.Has(peopleFact(number, before))
	return before, known, w.shown.News(peopleFact(number, w.a.s.Province(number).People))
}

// owned writes the realm's own provinces: with walls and ways where these are news.
func (w short) owned(was *account) {
	for _, number := range w.a.s.Own(w.a.realm) {
		q := w.a.s.Province(number)
		ground := w.shown.News(groundFacts(w.Reader, w.a, number)...)
		change := ""
		if before, known, news := w.people(was, number); known && news {
			change = fmt.Sprintf(" (%+d)", q.People-before)
		}
		if ground {
			w.Line("", provinceRow(w.Reader, w.a, number))
			continue
		}
		code := "short.own"
		if w.a.r.Home == number {
			code = "short.home"
		}
		w.Say("", code, append(inFull(w.Reader, w.a, number), phrase.Str("change", change))...)
	}
}

// fresh writes what is new of what the realm sees: provinces of others with the armies there, foreign armies in its own
// provinces, its neighbours and fortifications elsewhere.
func (w short) fresh(was *account, told []*game.Event) {
	for i := range w.a.s.Provinces {
		if w.a.sees[i] {
			w.freshAt(was, i+1, told)
		}
	}
	for i := range w.a.s.Provinces {
		if number := i + 1; !w.a.sees[i] && w.shown.News(groundFacts(w.Reader, w.a, number)...) {
			w.Line("", provinceRow(w.Reader, w.a, number))
		}
	}
}

// freshAt writes what is new in a province that the realm sees. An own province has its row elsewhere.
func (w short) freshAt(was *account, number int, told []*game.Event) {
	q := w.a.s.Province(number)
	own := q.Owner == w.a.realm
	there := w.a.foreign(w.a.in(number))
	gone := w.gone(was, number, told)
	changed := w.shown.News(armiesFact(w.Book, number, there))
	before, known, news := w.people(was, number)
	code := ""
	switch {
	case !own && w.shown.News(groundFacts(w.Reader, w.a, number)...):
		w.Line("", provinceRow(w.Reader, w.a, number))
	case !own && news && known:
		code = "short.people-before"
	case !own && news:
		code = "short.people"
	case !changed && !(own && len(there) > 0) || len(there) == 0 && len(gone) > 0:
	case q.Terrain == tables.Sea:
		code = "report.neighbour-sea"
	case own:
		code = "short.place-own"
	default:
		code = "short.place"
	}
	if code != "" {
		w.Say("", code, append(inFull(w.Reader, w.a, number), num("before", before))...)
	}
	if len(there) > 0 && (changed || own) {
		for _, a := range there {
			w.Say("  ", "short.army", phrase.Str("army", a.Called()), phrase.Str("men", men(w.Book, a)))
		}
	} else if changed && len(gone) == 0 {
		w.Say("  ", "short.army-none")
	}
	for _, a := range gone {
		w.Say("  ", "short.gone", phrase.Str("army", a.Called()))
	}
}

// gone are the armies that the realm has seen in a province before the turn, and sees nowhere now, unless an event has
// said what became of them.
func (w short) gone(was *account, number int, told []*game.Event) []*realm.Army {
	before := w.a.foreign(was.s.In(number))
	if !was.sees[number-1] || !w.shown.Has(armiesFact(w.Book, number, before)) {
		return nil
	}
	return slices.DeleteFunc(before, func(a *realm.Army) bool {
		now := w.a.s.Army(a.Realm, a.Name)
		return now != nil && w.a.sees[now.At-1] || slices.ContainsFunc(told, func(e *game.Event) bool {
			return e.Arg("army").S == a.Called() && (slices.Contains(fates, e.Code) || e.Code == "drowned" || e.Code == "army-gone")
		})
	})
}

// realms writes what is new of the realms.
func (w short) realms() {
	for i := range w.a.s.Realms[1:] {
		if row := realmRow(w.a, &w.a.s.Realms[i+1]); w.shown.News(realmFact(w.Book, row)) {
			w.Line("", row)
		}
	}
	if row, running := enough(w.a); running && w.shown.News(enoughFact(w.Book, row)) {
		w.Line("", row)
	}
}

// groundFacts are the facts of a province that last: all know its walls, neighbours its owner, and who sees it its ways.
func groundFacts(r *rulekit.Reader, a *account, number int) []game.Fact {
	q, subject := a.s.Province(number), subjectOf(number)
	walls := ""
	if len(q.Walls) > 0 {
		walls = strings.Join(rulekit.Map(wallRows(a, q), r.Words), ", ")
	}
	facts := []game.Fact{{Subject: subject, Attribute: "walls", Value: walls}}
	if a.sees[number-1] || a.borders(number) {
		facts = append(facts, ownerFact(number, q.Owner))
	}
	if !a.sees[number-1] {
		return facts
	}
	home := ""
	if q.Owner > 0 && a.s.Realms[q.Owner].Home == number {
		home = "home"
	}
	return append(facts, game.Fact{Subject: subject, Attribute: "home", Value: home},
		game.Fact{Subject: subject, Attribute: "ways", Value: realm.PathText(q.Ways)})
}

func subjectOf(number int) string { return "province " + strconv.Itoa(number) }

// ownerFact is the fact whose a province is.
func ownerFact(number, owner int) game.Fact {
	return game.Fact{Subject: subjectOf(number), Attribute: "owner", Value: strconv.Itoa(owner)}
}

// peopleFact is the fact how many people live in a province.
func peopleFact(number int, people int64) game.Fact {
	return game.Fact{Subject: subjectOf(number), Attribute: "people", Value: rulekit.Digits(people)}
}

// armiesFact is the fact which foreign armies are in a province, with which men.
func armiesFact(book *phrase.Book, number int, there []*realm.Army) game.Fact {
	list := rulekit.Map(there, func(a *realm.Army) string { return a.Called() + ": " + men(book, a) })
	return game.Fact{Subject: subjectOf(number), Attribute: "armies", Value: strings.Join(list, "; ")}
}

// realmFact is the fact how a realm stands.
func realmFact(book *phrase.Book, row phrase.Phrase) game.Fact {
	return game.Fact{Subject: "realm " + rulekit.Digits(row.Arg("realm").N), Attribute: "row", Value: book.Say(row)}
}

// enoughFact is the fact how many provinces end the game.
func enoughFact(book *phrase.Book, row phrase.Phrase) game.Fact {
	return game.Fact{Subject: "game", Attribute: "enough", Value: book.Say(row)}
}
