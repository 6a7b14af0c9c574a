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

// page is the empty page of a fencer; nil: there is none.
func (w *World) page(realm int) *frame.Page {
	f := w.fencer(realm)
	if f == nil {
		return nil
	}
	p := w.rb.Page(&f.Person)
	return &p
}

func (w *World) greeting() frame.Telling[*frame.Page] {
	greet := func(p *frame.Page) {
		welcome := phrase.P("welcome", phrase.Str("name", p.Reader.Name), phrase.Num("rounds", w.n.Rounds),
			phrase.Num("number", p.Reader.Number))
		p.FactPart("welcome", "game", welcome)
		p.Line("", welcome)
	}
	return frame.Telling[*frame.Page]{Turn: w.s.Turn - 1, Title: w.title(), Page: w.page, Write: greet, Body: greet}
}

// Welcome tells a new fencer the rules in short. It is always whole, and so are all reports.
func (w *World) Welcome(realm int, _ *game.Shown) game.Report { return w.greeting().Report(realm, nil) }

// Facts are Welcome as data.
func (w *World) Facts(realm int) *game.Facts { return w.greeting().Facts(realm) }

// told is the turn: what was refused, what happened, everybody's points, the letters, and the lists of the opponent who
// was drawn in it.
func (o *outcome) told() frame.Telling[*frame.Page] {
	write := func(p *frame.Page) {
		realm := p.Reader.Number
		p.Begin(o.Refused(realm), o.Written(realm), o.Before.title())
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
	}
	lists := func(realm int) (files []game.File) {
		for _, b := range o.drawn {
			if b := o.After.s.Bouts[b-1]; b.A == realm || b.B == realm {
				files = slices.Clone(o.After.fencer(b.A + b.B - realm).Lists)
			}
		}
		return files
	}
	return frame.Telling[*frame.Page]{Turn: o.Before.s.Turn, Title: o.Before.title(), Page: o.After.page, Write: write,
		Digest: func(p *frame.Page) *frame.Digest { return o.digest(p.Reader.Number) }, Files: lists}
}

// Report tells a fencer about the turn.
func (o *outcome) Report(realm int, _ *game.Shown) game.Report { return o.told().Report(realm, nil) }

// Facts are the report as data.
func (o *outcome) Facts(realm int) *game.Facts { return o.told().Facts(realm) }

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
