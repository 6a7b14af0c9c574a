package duel

import (
	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

var _, _ game.Factual = (*World)(nil), (*turn)(nil)

// Facts returns what Welcome says, as data.
func (w *World) Facts(realm int) game.Facts {
	f := w.fencer(realm)
	if f == nil {
		return game.Facts{}
	}
	p := &frame.Page{Book: w.rb.Words(f.Lang)}
	return frame.Facts(p, w.rb.Book, &f.Person, w.s.Turn-1, w.title(), func() {
		p.FactPart("welcome", "game", w.welcome(f))
	})
}

// welcome is the sentence for a new fencer.
func (w *World) welcome(f *Fencer) phrase.Phrase {
	return phrase.P("welcome", phrase.Str("name", f.Name), phrase.Num("rounds", w.n.Rounds),
		phrase.Num("number", f.Number))
}

// Facts returns what Report says, as data.
func (t *turn) Facts(realm int) game.Facts {
	f := t.next.fencer(realm)
	if f == nil {
		return game.Facts{}
	}
	p := &frame.Page{Book: t.before.rb.Words(f.Lang)}
	return frame.Facts(p, t.before.rb.Book, &f.Person, t.before.s.Turn, t.before.title(), func() {
		p.Facts.Week(0)
		for _, r := range t.refused[realm] {
			p.FactRefused(r, false)
		}
		for i := range t.events {
			if e := &t.events[i]; e.For(realm) {
				p.FactEvent(e, e.Phrase)
			}
		}
		for _, g := range t.next.s.Fencers {
			p.Facts.Realms = append(p.Facts.Realms, game.FactRealm{Number: g.Number, Name: g.Name,
				Values: map[string]int64{"points": int64(g.Points)}})
		}
		p.FactStandings(t.next.Standings())
		t.digest(realm).Note(p)
		for _, l := range t.letters[realm] {
			p.Facts.Letters = append(p.Facts.Letters, game.FactLetter{From: l.from, Name: t.name(l.from), Text: l.text})
		}
	})
}
