package report

import (
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// troop is a stack of a battle, from its muster to the end.
type troop struct {
	what          phrase.Phrase // who stands in which row
	army          string
	side          int
	before, after int64
	fled          bool
}

// duel is a battle as the events of its protocol tell it.
type duel struct {
	opening phrase.Phrase
	result  string // the code of its end
	troops  []troop
	spans   []span
	fates   []phrase.Phrase // what became of armies and walls
}

// span is a stretch of rounds in which everybody strikes at the same foe.
type span struct {
	first, last int64
	target      map[string]string // by whoever strikes
	losses      []loss
	ends        bool // somebody has fallen or begun to flee
}

// loss is what a stack, or a wall, has suffered in a span.
type loss struct {
	code         string
	of           []phrase.Arg
	before, left int64
	fled         int64 // the round in which the stack begins to flee; 0: it does not
}

// duelOf reads the battle at the beginning of events, and returns how many events it has.
func duelOf(told []*game.Event) (d duel, n int) {
	d.opening = told[0].Phrase
	side, mustered, ended := 0, 0, false
	for n = 1; n < len(told); n++ {
		e := told[n].Phrase
		switch {
		case e.Code == "rows.attackers" || e.Code == "rows.defenders":
			side = slices.Index([]string{"rows.attackers", "rows.defenders"}, e.Code)
		case e.Code == "rows.stack":
			d.troops = append(d.troops, troop{what: phrase.P("short.troop", e.Args...), army: e.Arg("army").S, side: side,
				before: e.Arg("men").N})
		case strings.HasSuffix(e.Code, "-won") || e.Code == "rows.drawn":
			d.result, ended = e.Code, true
		case ended && e.Arg("before").Name != "" && mustered < len(d.troops):
			d.troops[mustered].after, d.troops[mustered].fled = e.Arg("men").N, e.Code == "rows.fled"
			mustered++
		case slices.Contains(fates, e.Code):
			d.fates = append(d.fates, e)
		case !InProtocol(e.Code):
			return d, n
		case !ended:
			d.round(e)
		}
	}
	return d, n
}

// round adds a sentence of the rounds. A new span begins where somebody strikes at another foe than before, and after
// somebody has fallen or begun to flee.
func (d *duel) round(e phrase.Phrase) {
	var now *span
	if n := len(d.spans); n > 0 {
		now = &d.spans[n-1]
	}
	switch e.Code {
	case "rows.round":
		if round := e.Arg("round").N; now == nil || now.ends || len(now.target) > 0 {
			d.spans = append(d.spans, span{first: round, last: round, target: map[string]string{}})
		} else {
			now.first, now.last = round, round
		}
		d.join()
	case "rows.panic":
		for i := range now.losses {
			if l := &now.losses[i]; len(l.of) == 2 && l.of[0].S == e.Arg("army").S && l.of[1].S == e.Arg("unit").S {
				l.fled, now.ends = now.last, true
			}
		}
	case "rows.blow", "rows.blow-rest":
		by, foe := e.Arg("army").S+e.Arg("unit").S, e.Arg("foes").S+e.Arg("foe").S
		if _, struck := now.target[by]; !struck {
			now.target[by] = foe
		}
		now.lose(loss{code: "short.loss", of: []phrase.Arg{phrase.Str("army", e.Arg("foes").S),
			phrase.Key("unit", e.Arg("foe").S)}, before: e.Arg("left").N + e.Arg("fallen").N, left: e.Arg("left").N})
		now.ends = now.ends || e.Arg("left").N == 0
	case "rows.breach", "rows.breach-rest":
		now.target[e.Arg("army").S+e.Arg("unit").S] = e.Arg("wall").S
		now.lose(loss{code: "short.breach", of: []phrase.Arg{e.Arg("wall")}, before: e.Arg("left").N + e.Arg("hp").N,
			left: e.Arg("left").N})
		now.ends = now.ends || e.Arg("left").N == 0
	}
}

// join puts the last span but one together with the one before, if all strike at the same foes in both.
func (d *duel) join() {
	n := len(d.spans) - 2
	if n < 1 || d.spans[n-1].ends {
		return
	}
	was, is := &d.spans[n-1], &d.spans[n]
	for by, foe := range is.target {
		if old, struck := was.target[by]; struck && old != foe {
			return
		}
	}
	for by, foe := range is.target {
		was.target[by] = foe
	}
	for _, l := range is.losses {
		was.lose(l)
	}
	was.last, was.ends = is.last, is.ends
	d.spans = append(d.spans[:n], d.spans[n+1:]...)
}

// lose adds a loss to those of a span.
func (s *span) lose(l loss) {
	for i := range s.losses {
		if old := &s.losses[i]; slices.Equal(old.of, l.of) {
			old.left, old.fled = l.left, max(old.fled, l.fled)
			return
		}
	}
	s.losses = append(s.losses, l)
}

// weight is how many men a span has cost.
func (s *span) weight() (men int64) {
	for _, l := range s.losses {
		if l.code == "short.loss" {
			men += l.before - l.left
		}
	}
	return men
}

// fates are the events behind a protocol that belong to its battle, in the order in which they are said.
var fates = []string{"stays-out", "wall-fallen", "army-fell", "routed-there", "retreats"}

// fatesOf says in a sentence for each kind what became of armies and walls. fell asks whether to say it of an army that
// fell.
func fatesOf(book *phrase.Book, d *duel, fell func(army string) bool) (said []phrase.Phrase) {
	for _, code := range fates {
		var list []string
		for _, e := range d.fates {
			switch army := e.Arg("army").S; {
			case e.Code != code || code == "army-fell" && !fell(army):
			case code == "army-fell" && strings.HasPrefix(army, "0."):
				list = append(list, book.T("short.foe-guards"))
			default:
				list = append(list, book.Say(phrase.P("short.one-"+code, e.Args...)))
			}
		}
		if len(list) > 0 && len(said) > 0 {
			said = append(said, phrase.P("short.also"))
		}
		if len(list) > 0 {
			said = append(said, phrase.P("short."+code, phrase.Str("list", strings.Join(slices.Compact(list), ", "))))
		}
	}
	return said
}

// verdict is the first sentence of a battle, as the reader's side sees it.
func verdict(a *account, d *duel) phrase.Phrase {
	var ours [2]bool
	by := 0
	for i, t := range d.troops {
		whose, _, _ := strings.Cut(t.army, ".")
		ours[t.side] = ours[t.side] || whose == strconv.Itoa(a.realm)
		if n, _ := strconv.Atoi(whose); i == 0 {
			by = n
		}
	}
	foe := int(d.opening.Arg("realm").N)
	code, ends := "short.others", []string{"short.attackers-won", "short.defenders-won"}
	switch {
	case ours[0]:
		code, ends = "short.attack", []string{"short.taken", "short.beaten"}
	case ours[1] && foe == a.realm:
		code, ends = "short.defend", []string{"short.lost", "short.held"}
	case ours[1]:
		code, ends = "short.help", []string{"short.lost", "short.held"}
	}
	end := "short.even"
	if i := slices.Index([]string{"rows.attackers-won", "rows.defenders-won"}, d.result); i >= 0 {
		end = ends[i]
	}
	return phrase.P(code, d.opening.Arg("province"), phrase.Key("foe", sideOf("short.foe", foe)), num("realm", foe),
		phrase.Key("by", sideOf("short.by", by)), num("attacker", by), phrase.Key("end", end))
}

// sideOf is the code of the words for a realm, or for the guards of a province that is nobody's.
func sideOf(code string, realm int) string {
	if realm == 0 {
		return code + "-guards"
	}
	return code
}
