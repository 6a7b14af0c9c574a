package report

import (
	"slices"
	"strconv"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/terra/realm"
)

// event notes an event, and what it tells of a battle. Those of a phase of orders are still to be fought.
func (d *data) event(told *game.Event) {
	what := told.Phrase
	e := d.Event(told, what, meanings.Of(what.Code))
	switch {
	case heads(what.Code):
		b := d.Battle(e)
		b.Equal = what.Code == "paired-mercenaries"
	case strings.HasPrefix(what.Code, "result"):
		d.result(e, what)
	case what.Code == "drawn" || what.Code == "gives-up" || strings.HasPrefix(what.Code, "staked"):
		d.early = append(d.early, e.Said) // the result follows
	case len(d.Facts.Battles) > 0 && below(what.Code):
		d.side(&d.Facts.Battles[len(d.Facts.Battles)-1], e, what)
	}
}

// side notes a sentence below that of a pairing: who fights there, or what else is said of it.
func (d *data) side(b *game.FactBattle, e *game.FactEvent, what phrase.Phrase) {
	if what.Code == "side-strengths" {
		b.Sides[0].Strength, b.Sides[1].Strength = what.Arg("own").N, what.Arg("other").N
	}
	code, _, _ := strings.Cut(what.Code, ".")
	code = strings.TrimSuffix(strings.TrimPrefix(code, "side-"), "-led")
	if !slices.Contains([]string{"army", "garrison", "wild", "mercenaries"}, code) {
		b.Course = append(b.Course, e.Said)
		return
	}
	f := game.FactFighter{Realm: int(what.Arg("realm").N), Kind: code, Strength: what.Arg("status").N}
	switch code {
	case "army":
		f.Name, f.Kind = strconv.FormatInt(what.Arg("army").N, 10), ""
	case "wild":
		f.Kind = "garrison"
	}
	s := &b.Sides[max(slices.Index(sides, what.Arg("side").S), 0)/2]
	s.Armies = append(s.Armies, f)
	if s.Realm = f.Realm; what.Arg("leader").N > 0 {
		s.Realm = int(what.Arg("leader").N)
	}
}

// result notes how a battle ended, with the victory points of both sides.
func (d *data) result(e *game.FactEvent, what phrase.Phrase) {
	b := d.Battle(e)
	b.Equal = true
	b.Course, d.early = d.early, nil
	b.Sides[0].Realm, b.Sides[1].Realm = d.a.realm.Number, called(d.a, what.Arg("opponent").S)
	for i, told := range [2][2]string{{"own", "goals"}, {"other", "theirs"}} {
		for k, code := range [2]string{"factor.points", "factor.goals"} {
			if n := what.Arg(told[k]).N; n != 0 {
				b.Sides[i].Factors = append(b.Sides[i].Factors, game.FactFactor{Code: code, Name: d.Book.T(code), Amount: n})
			}
		}
	}
	b.Won = slices.Index([]string{"verdict.draw", "verdict.victory", "verdict.defeat"}, what.Arg("verdict").S)
	if e.Weight = 5; b.Won > 0 {
		d.Ended(b, e)
	}
}

// called is the number of the nation of a name; 0: there is none.
func called(a *account, name string) int {
	return 1 + slices.IndexFunc(a.at.State.Realms, func(r realm.Realm) bool { return name != "" && r.Name == name })
}
