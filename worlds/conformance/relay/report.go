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
		Write: func(p *frame.Page) { t.write(p, realm) }, Body: func(p *frame.Page) { t.body(p, realm) }}
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

// body is what a mail says first. Letters are only counted.
func (t *turn) body(p *frame.Page, realm int) {
	var rest []*game.Event
	for i := range t.events {
		switch e := &t.events[i]; {
		case !e.For(realm):
		case e.Phase == "messages":
			rest = append(rest, e)
		default:
			p.Line("", e.Phrase)
		}
	}
	p.Counted(rest)
	p.Undone("letter.refused", t.Refused(realm), t.written(realm))
	p.Letters(realm, t.letters, frame.Stamps{From: "from"}, t.name)
}

// written returns the sheet of a runner, and "" if another player has the realm now.
func (t *turn) written(realm int) string {
	if realm != t.me.Number || slices.Contains(t.heirs, realm) {
		return ""
	}
	return t.text
}

func (t *turn) name(realm int) string { return t.next.runner(realm).Name }
