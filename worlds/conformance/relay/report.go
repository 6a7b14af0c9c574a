package relay

import (
	"fmt"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/frame"
	"weltentor/worlds/game"
)

// Welcome tells a new runner the rules in short.
func (w *World) Welcome(realm int) game.Report { return w.greeting(realm).Report() }

// Facts returns what Welcome says, as data.
func (w *World) Facts(realm int) game.Facts { return w.greeting(realm).Facts() }

func (w *World) greeting(realm int) (t frame.Telling[*Numbers]) {
	r := w.runner(realm)
	if r == nil {
		return t
	}
	greet := func(p *frame.Page) {
		welcome := phrase.P("welcome", phrase.Str("name", r.Name), phrase.Num("number", realm),
			phrase.Num("goal", w.n.Goal), phrase.Num("breath", w.n.Breath))
		p.FactPart("welcome", "game", welcome)
		p.Line("", welcome)
	}
	return frame.Telling[*Numbers]{Book: w.rb.Book, Reader: &r.Person, Turn: w.s.Turn - 1, Title: w.title(),
		Write: greet, Body: greet}
}

// Report tells a runner about the turn; its mail begins with what matters most.
func (t *turn) Report(realm int) game.Report { return t.telling(realm).Report() }

// Facts returns what Report says, as data.
func (t *turn) Facts(realm int) game.Facts { return t.telling(realm).Facts() }

func (t *turn) telling(realm int) (out frame.Telling[*Numbers]) {
	r := t.next.runner(realm)
	if r == nil {
		return out
	}
	return frame.Telling[*Numbers]{Book: t.before.rb.Book, Reader: &r.Person, Turn: t.before.s.Turn,
		Title: t.before.title(),
		Write: func(p *frame.Page) { t.write(p, realm) }, Digest: func(*frame.Page) *frame.Digest { return t.digest(realm) }}
}

// write says what was refused, what happened, where all runners are, the reader's breath and answer, and the letters.
func (t *turn) write(p *frame.Page, realm int) {
	r := t.next.runner(realm)
	p.Drawn(t.before.Title(r.Lang))
	p.Blank()
	p.Refused("", t.Refused(realm), t.written(realm), false)
	for i := range t.events {
		if e := &t.events[i]; e.For(realm) {
			p.FactEvent(e, e.Phrase)
			p.Line("", e.Phrase)
		}
	}
	p.Blank()
	for _, o := range t.next.s.Runners {
		p.Drawn(fmt.Sprintf("%3d %-20s %3d", o.Number, o.Name, o.At))
		if p.Facts != nil {
			p.Facts.Realms = append(p.Facts.Realms, game.FactRealm{Number: o.Number, Name: o.Name,
				Values: map[string]int64{"at": int64(o.At)}})
		}
	}
	own := phrase.P("own", phrase.Num("breath", r.Breath), phrase.Num("answer", r.Answer))
	p.Line("", own)
	if p.Facts != nil {
		p.AddFigures(&p.Facts.Realm.Values, &p.Facts.Realm.Words, own)
	}
	p.Post(realm, t.letters, frame.Stamps{From: "from"}, t.name)
	p.End("end")
}

// leads are the events of which the headline may speak, with their weights.
var leads = map[string]int{"won": 9, "gave-up": 7, "slipped": 5, "ran": 3, "answered": 3, "stood": 1}

// digest is what the mail says first. The runs are news for the subject.
func (t *turn) digest(realm int) *frame.Digest {
	d := &frame.Digest{Realm: realm, When: phrase.P("when", phrase.Num("turn", t.before.s.Turn)),
		Refused: t.Refused(realm), Written: t.written(realm), Letters: t.letters, Stamps: frame.Stamps{From: "from"},
		Name: t.name, Reply: 'N'}
	for i := range t.events {
		e := &t.events[i]
		if !e.For(realm) || e.Phase == "messages" {
			continue
		}
		d.Also = append(d.Also, frame.Sentences{e.Phrase})
		if leads[e.Code] > 0 {
			d.News = append(d.News, frame.News{Kind: e.Code, N: 1, Weight: leads[e.Code],
				Lead: phrase.P("lead."+e.Code, e.Args...)})
		}
	}
	return d
}

// written returns the sheet of a runner, and "" if another player has the realm now.
func (t *turn) written(realm int) string {
	if realm != t.me.Number || slices.Contains(t.heirs, realm) {
		return ""
	}
	return t.text
}

func (t *turn) name(realm int) string { return t.next.runner(realm).Name }
