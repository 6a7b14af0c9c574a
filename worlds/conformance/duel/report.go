package duel

import (
	"fmt"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// outcome is a mail phase that was played, with the bouts that were drawn in it.
type outcome struct {
	frame.Outcome[*World]
	drawn []int
}

// telling is what a fencer is told after a turn, 0 before the first.
func (w *World) telling(realm, turn int, title phrase.Phrase, write func(*frame.Page)) (t frame.Telling[*Numbers]) {
	if f := w.fencer(realm); f != nil {
		t = frame.Telling[*Numbers]{Book: w.rb.Book, Reader: &f.Person, Turn: turn, Title: title, Write: write}
	}
	return t
}

func (w *World) greeting(realm int) frame.Telling[*Numbers] {
	greet := func(p *frame.Page) {
		welcome := phrase.P("welcome", phrase.Str("name", w.fencer(realm).Name), phrase.Num("rounds", w.n.Rounds),
			phrase.Num("number", realm))
		p.FactPart("welcome", "game", welcome)
		p.Line("", welcome)
	}
	t := w.telling(realm, w.s.Turn-1, w.title(), greet)
	t.Body = greet
	return t
}

// Welcome tells a new fencer the rules in short.
func (w *World) Welcome(realm int) game.Report { return w.greeting(realm).Report() }

// Facts are Welcome as data.
func (w *World) Facts(realm int) game.Facts { return w.greeting(realm).Facts() }

// told is the turn: what was refused, what happened, everybody's points, the letters.
func (o *outcome) told(realm int) frame.Telling[*Numbers] {
	t := o.After.telling(realm, o.Before.s.Turn, o.Before.title(), func(p *frame.Page) {
		p.Begin(&o.After.fencer(realm).Person, o.Refused(realm), o.Written(realm), o.Before.title())
		p.Happened(o.Told(realm))
		p.Blank()
		for _, f := range o.After.s.Fencers {
			p.Drawn(fmt.Sprintf("%3d %-20s %3d", f.Number, f.Name, f.Points))
			if p.Facts != nil {
				p.Facts.Realms = append(p.Facts.Realms, game.FactRealm{Number: f.Number, Name: f.Name,
					Values: map[string]int64{"points": int64(f.Points)}})
			}
		}
		p.FactStandings(o.After.Standings())
		p.Post("", realm, o.Letters(), o.After.name)
		p.End("end")
	})
	t.Digest = func(*frame.Page) *frame.Digest { return o.digest(realm) }
	return t
}

// Report tells a fencer about the turn, with the lists of the opponent whom they drew in it.
func (o *outcome) Report(realm int) game.Report {
	r := o.told(realm).Report()
	for _, b := range o.drawn {
		if b := o.After.s.Bouts[b-1]; b.A == realm || b.B == realm {
			r.Files = slices.Clone(o.After.fencer(b.A + b.B - realm).Lists)
		}
	}
	return r
}

// Facts are the report as data.
func (o *outcome) Facts(realm int) game.Facts { return o.told(realm).Facts() }

func (w *World) name(realm int) string { return w.fencer(realm).Name }

// digest is what the mail says first: the bouts, and the results that are wanted.
func (o *outcome) digest(realm int) *frame.Digest {
	d := &frame.Digest{Realm: realm, When: phrase.P("when", phrase.Num("round", o.Before.round()),
		phrase.Key("phase", "phase."+o.Before.s.Phase)), Refused: o.Refused(realm), Written: o.Written(realm),
		Letters: o.Letters(), Name: o.After.name, Reply: 'N', Public: o.After.Standings(),
		Check: func(text string) game.Checked {
			return o.After.Check(game.Sheet{Realm: realm, Turn: o.After.s.Turn, Text: text})
		}}
	for _, e := range o.Told(realm) {
		d.Also = append(d.Also, frame.Sentences{e.Phrase})
		switch e.Code {
		case "scored":
			d.News = append(d.News, frame.News{Kind: e.Code, N: 1, Weight: 5, Lead: phrase.P("lead.scored", e.Args...)})
		case "paired":
			d.Needs = append(d.Needs, frame.Need{Said: phrase.P("need.result", e.Arg("bout")), Section: 'T',
				Line: fmt.Sprintf("G%d 0 0", e.Arg("bout").N)})
		}
	}
	return d
}
