package conformance

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// handing: a realm belongs to another player, or to nobody, from then on. Nothing else in the world changes, and the
// world goes on.
func handing(tb *table, bad fail) {
	const gone = "Vormals Herrscherin"
	for _, w := range tb.turns(3) {
		for i, before := range w.Realms() {
			number := before.Number
			for _, to := range []game.Player{{Name: gone, Lang: phrase.De, Computer: game.PC},
				{Name: " Neu\t", Lang: phrase.En, Computer: game.Amiga}, {}} {
				next := tb.handed(w, number, to, bad)
				if next == nil {
					return
				}
				if who := next.Realms()[i]; to.Lang == "" &&
					(who.Lang != w.Realms()[i].Lang || who.Computer != w.Realms()[i].Computer) {
					bad("nobody in realm %d reads another language or computer", number)
				}
				w = next
				if report := w.Welcome(number, nil); to.Name != gone &&
					strings.Contains(string(report.Text)+string(report.Summary), gone) {
					bad("in the welcome of realm %d its former player is still there", number)
				}
			}
		}
		tb.turn(w, tb.sheets(w), bad)
	}
}

// handed gives a realm to a player and checks everything around it.
func (tb *table) handed(w game.World, number int, to game.Player, bad fail) game.World {
	state, was := w.State(), w.Realms()
	next := w.HandOver(number, to)
	if !bytes.Equal(w.State(), state) {
		bad("handing realm %d over changed the world before it", number)
	}
	is := next.Realms()
	if len(is) != len(was) {
		bad("%d realms were %d before one was handed over", len(is), len(was))
		return nil
	}
	for i, r := range is {
		former := was[i]
		switch {
		case r.Number != number && r != former:
			bad("realm %d changed with it: %+v", r.Number, r)
		case r.Number != number:
		case r.Player != strings.TrimSpace(to.Name) || to.Lang != "" && r.Lang != to.Lang ||
			to.Computer != "" && r.Computer != to.Computer:
			bad("realm %d was given to %+v and is played by %+v", number, to, r)
		case r.Name != former.Name || r.Fallen != former.Fallen || r.Zip:
			bad("realm %d is another: %+v, before %+v", number, r, former)
		}
	}
	if !reflect.DeepEqual(next.Asked(), w.Asked()) {
		bad("after realm %d was handed over the world asks otherwise", number)
	}
	tb.reopens(fmt.Sprintf("handing realm %d over", number), next.State(), bad)
	for _, b := range next.Broken() {
		bad("broken after realm %d was handed over: %s", number, b)
	}
	return next
}

// forgetting: how a player wanted their letters, and what they missed, is forgotten with them. The next player is not
// told, and the game master's count starts anew.
func forgetting(tb *table, bad fail) {
	const most = 12 // turns within which a game that counts missed turns mentions them
	told := func(w game.World, handed int) (turn int) {
		for range most {
			if w.Asked().Over {
				return 0
			}
			turn = w.Asked().Turn
			if turn == handed {
				w = w.HandOver(1, game.Player{Name: "Neu", Lang: phrase.En, Computer: game.PC})
			}
			out := w.Resolve(nil, tb.turnSeed(w), 1, nil)
			for _, n := range out.ToMaster() {
				if n.Realm == 0 && slices.ContainsFunc(n.What.Args,
					func(a phrase.Arg) bool { return a.Name == "realm" && a.N == 1 }) {
					return turn
				}
			}
			w = out.Next()
		}
		return 0
	}
	first := told(tb.start(), 0)
	if first > 0 && told(tb.start(), first) == first {
		bad("in turn %d the game master is told what the former player of realm 1 missed", first)
	}
	for _, r := range tb.inPlay(1).Realms() {
		w := tb.inPlay(1)
		wished := w.Resolve(tb.wishes(w, r.Number), tb.turnSeed(w), 1, nil).Next()
		plain := w.Resolve(tb.wishes(w, 0), tb.turnSeed(w), 1, nil).Next()
		to := game.Player{Name: "Neu", Lang: phrase.De, Computer: game.UTF8}
		if !bytes.Equal(wished.HandOver(r.Number, to).State(), plain.HandOver(r.Number, to).State()) {
			bad("what the former player of realm %d wished is kept for the next", r.Number)
		}
	}
}

// fruitless: a sheet of which no order counts is still a sheet. The report repeats each bad line with its reason, and
// the turn does not count as missed.
func fruitless(tb *table, bad fail) {
	w := tb.start()
	for range 12 {
		asked := w.Asked()
		if asked.Over {
			return
		}
		var sheets []game.Sheet
		for _, r := range asked.Realms {
			sheets = append(sheets, game.Sheet{Realm: r, Turn: asked.Turn,
				Text: "$A\nXXYY 77 quatsch !!\n$N\n#99999\nHallo\n#E\n"})
		}
		out := w.Resolve(sheets, tb.turnSeed(w), 1, nil)
		for _, s := range sheets {
			r, refused := out.Report(s.Realm, nil), out.Refused(s.Realm)
			if len(refused) < 2 {
				bad("turn %d says %d lines of realm %d are bad, two are", asked.Turn, len(refused), s.Realm)
			}
			for _, p := range refused {
				if !strings.Contains(tb.told(r), fmt.Sprint(" ", p.Line)) {
					bad("the report of realm %d does not name line %d, of which nothing counts: %s", s.Realm,
						p.Line, tb.told(r))
				}
			}
		}
		for _, what := range missed(out) {
			bad("in turn %d orders of which none counts are told as missed: %s", asked.Turn, what)
		}
		w = out.Next()
	}
}

// missed is what players and the game master are told about a turn as missed.
func missed(out game.Outcome) (told []string) {
	add := func(what phrase.Phrase) {
		if strings.Contains(what.Code, "missed") {
			told = append(told, fmt.Sprint(what))
		}
	}
	for _, e := range out.Annals().Events() {
		add(e.Phrase)
	}
	for _, n := range out.ToMaster() {
		add(n.What)
	}
	return told
}

// silence: who only speaks misses a turn, whether or not the letters are passed on, and just as without any letter.
func silence(tb *table, bad fail) {
	w := tb.start()
	for range 6 {
		asked := w.Asked()
		if asked.Over {
			return
		}
		var sheets []game.Sheet
		for _, r := range asked.Realms {
			sheets = append(sheets, game.Sheet{Realm: r, Turn: asked.Turn, Missed: true, Text: tb.speech(w, r)})
		}
		out := w.Resolve(sheets, tb.turnSeed(w), 1, nil)
		if want, got := missed(w.Resolve(nil, tb.turnSeed(w), 1, nil)), missed(out); !slices.Equal(got, want) {
			bad("in turn %d of realms that only speak is told %q, of silent ones %q", asked.Turn, got, want)
		}
		for _, r := range asked.Realms {
			if !strings.Contains(tb.told(out.Report(r, nil)), "Hört, hört!") && len(asked.Realms) > 1 {
				bad("in turn %d realm %d is not told what the others say", asked.Turn, r)
			}
		}
		w = out.Next()
	}
}

// wishes returns sheets without orders. That of one realm, or of none, changes the settings of $S that are about
// letters.
func (tb *table) wishes(w game.World, realm int) []game.Sheet {
	var out []game.Sheet
	for _, r := range w.Asked().Realms {
		text := "$S\nSprache de\n"
		if r == realm {
			text = "$S\nSprache en\nComputer PC\nZip ja\nKarte nein\nBericht kurz\n"
		}
		out = append(out, game.Sheet{Realm: r, Turn: w.Asked().Turn, Text: text})
	}
	return out
}

// former is the name of a realm's previous player.
func former(realm int) string { return fmt.Sprint("Vormals Herrscherin ", realm) }

// retelling: the new player of a realm gets a turn's report in their language and under their name, and nothing else
// of the turn changes. Refused lines that the former player wrote are not quoted.
func retelling(tb *table, bad fail) {
	w := tb.start()
	for _, r := range w.Realms() {
		w = w.HandOver(r.Number, game.Player{Name: former(r.Number), Lang: phrase.De, Computer: game.UTF8})
	}
	for range 3 {
		if w.Asked().Over {
			return
		}
		sheets := tb.sheets(w)
		for i := range sheets {
			if bad := tb.nonsense(); bad != "" {
				sheets[i].Text += bad + "qqq ; " + former(sheets[i].Realm) + "\n"
			}
		}
		out := w.Resolve(sheets, tb.turnSeed(w), 1, nil)
		for _, r := range out.Next().Realms() {
			if !r.Fallen {
				tb.retold(out, r, bad)
			}
		}
		w = out.Next()
	}
}

func (tb *table) retold(out game.Outcome, r game.Realm, bad fail) {
	state, first := out.Next().State(), out.Report(r.Number, nil)
	to := game.Player{Name: "Neu", Lang: phrase.Langs[0], Computer: game.UTF8}
	if to.Lang == r.Lang {
		to.Lang = phrase.Langs[1]
	}
	anew := out.HandOver(r.Number, to)
	told := anew.Report(r.Number, nil)
	tb.reported(told, r.Number, bad)
	if !tb.lacks(ownReports) && bytes.Equal(told.Text, first.Text) || bytes.Equal(told.Summary, first.Summary) {
		bad("realm %d is told in its former player's language", r.Number)
	}
	if facts := anew.Facts(r.Number); facts != nil && (facts.Lang != to.Lang ||
		facts.Realm.Player != to.Name || strings.Contains(string(encoded(facts)), former(r.Number))) {
		bad("the facts told anew to realm %d are in %s, for %+v", r.Number, facts.Lang, facts.Realm)
	}
	if strings.Contains(string(told.Text)+string(told.Summary), former(r.Number)) {
		bad("in the report told anew to realm %d its former player is still there", r.Number)
	}
	if !bytes.Equal(anew.Next().State(), out.Next().HandOver(r.Number, to).State()) ||
		!reflect.DeepEqual(anew.Annals().Events(), out.Annals().Events()) {
		bad("told anew to realm %d the turn leads to another world", r.Number)
	}
	if !bytes.Equal(out.Next().State(), state) ||
		!reflect.DeepEqual(Spelled(out.Report(r.Number, nil)), Spelled(first)) {
		bad("telling realm %d anew changed the turn", r.Number)
	}
}
