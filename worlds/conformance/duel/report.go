package duel

import (
	"fmt"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
	"weltentor/worlds/rulekit"
)

// outcome is a mail phase that was played, with the bouts that were drawn in it.
type outcome struct {
	rulekit.Outcome[*World]
	drawn []int
}

// reader is a fencer who reads; nil: there is none.
func (w *World) reader(realm int) *rulekit.Reader {
	f := w.fencer(realm)
	if f == nil {
		return nil
	}
	return w.rb.Reader(&f.Person)
}

func (w *World) greeting() rulekit.Telling[int] {
	welcome := func(n int) phrase.Phrase {
		return phrase.P("welcome", phrase.Str("name", w.name(n)), phrase.Num("rounds", w.n.Rounds), phrase.Num("number", n))
	}
	greet := func(t *rulekit.Text, realm int) { t.Line("", welcome(realm)) }
	return rulekit.Telling[int]{Turn: w.s.Turn - 1, Title: w.title(), Reader: w.reader, Account: (*rulekit.Reader).Realm, Whole: greet,
		Data: func(n *rulekit.Notes, realm int) { n.Part("welcome", "game", welcome(realm)) }, Body: greet}
}

// Welcome tells a new fencer the rules in short. It is always whole, and so are all reports.
func (w *World) Welcome(realm int, _ *game.Shown) game.Report { return w.greeting().Report(realm, nil) }

// Facts are Welcome as data.
func (w *World) Facts(realm int) *game.Facts { return w.greeting().Facts(realm) }

// told is the turn: what was refused, what happened, everybody's points, the letters, and the lists of the opponent who
// was drawn in it.
func (o *outcome) told() rulekit.Telling[int] {
	return rulekit.Telling[int]{Turn: o.Before.s.Turn, Title: o.Before.title(), Reader: o.After.reader, Account: (*rulekit.Reader).Realm,
		Whole: o.whole, Data: o.data, Digest: o.digest, Files: o.lists}
}

// whole writes the turn.
func (o *outcome) whole(t *rulekit.Text, realm int) {
	t.Begin(o.Refused(realm), o.Written(realm), o.Before.title())
	for _, e := range o.Told(realm) {
		t.Line("", e.Phrase)
	}
	t.Blank()
	for _, f := range o.After.s.Fencers {
		t.Drawn(fmt.Sprintf("%3d %-20s %3d", f.Number, f.Name, f.Points))
	}
	t.Post("", o.Letters())
	t.End("end")
}

// data notes what whole writes.
func (o *outcome) data(n *rulekit.Notes, realm int) {
	n.Begin(o.Refused(realm), o.Before.title())
	n.Events(o.Told(realm), nil)
	for _, f := range o.After.s.Fencers {
		n.Facts.Realms = append(n.Facts.Realms, game.FactRealm{Number: f.Number, Name: f.Name,
			Values: map[string]int64{"points": int64(f.Points)}})
	}
	n.Standings(o.After.Standings())
	n.Post(o.Letters())
}

// lists are those of the opponent who was drawn.
func (o *outcome) lists(realm int) (files []game.File) {
	for _, b := range o.drawn {
		if b := o.After.s.Bouts[b-1]; b.A == realm || b.B == realm {
			files = slices.Clone(o.After.fencer(b.A + b.B - realm).Lists)
		}
	}
	return files
}

// Report tells a fencer about the turn.
func (o *outcome) Report(realm int, _ *game.Shown) game.Report { return o.told().Report(realm, nil) }

// Facts are the report as data.
func (o *outcome) Facts(realm int) *game.Facts { return o.told().Facts(realm) }

func (w *World) name(realm int) string { return w.fencer(realm).Name }

// digest is what the mail says first: the bouts, and the results that are wanted.
func (o *outcome) digest(_ *rulekit.Reader, realm int) *rulekit.Digest {
	d := &rulekit.Digest{Realm: realm, When: phrase.P("when", phrase.Num("round", o.Before.round()),
		phrase.Key("phase", "phase."+o.Before.s.Phase)), Refused: o.Refused(realm), Written: o.Written(realm),
		Letters: o.Letters(), Reply: 'N', Public: o.After.Standings(),
		Check: func(text string) game.Checked {
			return o.After.Check(game.Sheet{Realm: realm, Turn: o.After.s.Turn, Text: text})
		}}
	for _, e := range o.Told(realm) {
		d.Also = append(d.Also, rulekit.Sentences{e.Phrase})
		switch e.Code {
		case "scored":
			d.News = append(d.News, rulekit.News{Kind: e.Code, N: 1, Weight: 5, Lead: phrase.P("lead.scored", e.Args...)})
		case "paired":
			d.Needs = append(d.Needs, rulekit.Need{Said: phrase.P("need.result", e.Arg("bout")), Section: 'T',
				Line: fmt.Sprintf("G%d 0 0", e.Arg("bout").N)})
		}
	}
	return d
}
