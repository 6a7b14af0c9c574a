package truth_test

import (
	"fmt"
	"strings"
	"time"
)

// copyWays are the ways in which a mail comes once more.
var copyWays = []string{"received", "list", "list rewrites", "blanks", "new id", "resent"}

// copiedBy is a mail once more, as it comes in one of these ways.
func copiedBy(way string, d draft) *draft {
	switch way {
	case "received":
		d.extra = []string{"Received: from mx2.example.net by mx.example.org; Tue, 24 Nov 2026 10:00:00 +0100"}
	case "list":
		d.subject = "[Bovistan-Runde] " + d.subject
		d.extra = []string{"List-Id: <runde.example.org>", "Received: from lists.example.org by mx.example.org"}
	case "list rewrites":
		d.subject = "[Bovistan-Runde] " + d.subject
		d.extra = []string{"List-Id: <runde.example.org>", "Reply-To: " + d.from}
		d.name, d.from = "Bob via Runde", "runde@lists.example.org"
		d.footer = "_______________________________________________\nRunde mailing list\n" +
			"https://lists.example.org/runde\n"
	case "blanks":
		d.own = strings.ReplaceAll(d.own, "\n", " \n") + "\n\n"
	case "new id":
		d.id = "<gate" + strings.TrimPrefix(d.id, "<")
	case "resent":
		d.extra = []string{"Resent-From: " + d.from, "Resent-To: " + gameAddress,
			"Resent-Message-ID: <again@mail.example.net>",
			"Resent-Date: Tue, 24 Nov 2026 10:00:00 +0100"}
	}
	return &d
}

// again lets a copy come.
func (p *play) again(way string, of *draft) answers {
	p.later(90 * time.Minute)
	c := copiedBy(way, *of)
	p.copies++ // no two mails that come have the same bytes
	c.extra = append(c.extra, fmt.Sprintf("Received: from hop%d.example.net by mx.example.org; Tue, 24 Nov 2026 10:00:00 +0100", p.copies))
	p.how = "copy: " + way + ", " + of.describe()
	return p.arrives(c.bytes(), p.how)
}

// tellsOfCopy checks that a player is told of the first copy in a later turn, and how to send the same again. Letters
// from lists need no answer.
func (p *play) tellsOfCopy(a answers, w int) {
	if said := a.to(player(w)); !copied.MatchString(said) || !resent.MatchString(said) {
		p.fault(untold, "realm %d is not told of the copy", w)
	}
}

// turn resolves the turn: nothing is in force then.
func (p *play) turn() {
	fmt.Fprintf(&p.story, "\n======== the turn is resolved\n")
	p.looks(p.resolves())
	p.force = [realms + 1]string{}
}

// lateOrders: a letter with orders comes once more, after newer ones, in later turns, and after a turn was taken back.
func lateOrders(p *play) {
	w := p.other()
	k := p.other(w)
	message, token := "", ""
	if p.one(2) {
		message, token = p.say(player(w), player(k))
		message = fmt.Sprintf("\n$N\n#%d\n%s\n#E", k, message)
	}
	first := p.ordersAnd(w, message)
	stays := func(why string, of answers) {
		if token != "" && of.reads(player(k), token) {
			p.fault(twice, "%s: %s reads %s again", why, player(k), token)
		}
		if got := p.inForce(w); got != p.force[w] {
			p.fault(acted, "%s: in force for realm %d is %q, want %q", why, w, got, p.force[w])
		}
	}
	way := func() string { return pick(p, copyWays) }
	if p.one(2) {
		p.orders(w)
		stays("after newer orders", p.again(way(), first))
	}
	p.turn()
	newer := p.one(2)
	if newer {
		p.orders(w)
	}
	how := way()
	a := p.again(how, first)
	stays("a turn later", a)
	if !strings.HasPrefix(how, "list") {
		p.tellsOfCopy(a, w)
		if p.one(3) {
			a = p.again(way(), first)
			if stays("once more in that turn", a); copied.MatchString(a.to(player(w))) {
				p.fault(twice, "realm %d is told of the copy again", w)
			}
		}
	}
	switch p.rng.IntN(3) {
	case 0:
		p.turn()
		stays("two turns later", p.again(way(), first))
	case 1:
		redo := p.one(2)
		fmt.Fprintf(&p.story, "\n======== the turn is taken back; resolved again: %t\n", redo)
		p.looks(p.undoes(redo))
		p.force[w] = p.inForce(w) // what that does with orders is not the question here
		if p.one(2) {
			p.orders(w)
		}
		stays("after the turn was taken back", p.again(way(), first))
	}
	// The same words in a new mail are a new letter.
	d := p.letter(player(w), first.subject, first.own)
	p.sends(d)
	var again []string
	for _, dig := range ordered.FindAllStringSubmatch(first.own, -1) {
		again = append(again, dig[1])
	}
	p.force[w] = strings.Join(again, " ")
	p.stands(w)
}

// lateWords: a letter without orders comes once more.
func lateWords(p *play) {
	w := p.other()
	b := p.other(w)
	reader := player(b)
	var d *draft
	var token, say string
	switch p.rng.IntN(4) {
	case 0:
		l := p.writes(b, w)
		say, token = p.say(player(w), reader)
		d = p.letter(player(w), "", say)
		p.replies(d, l)
		p.quotes(d, p.quoting(l), onTop, deleted, inline, atBottom)
	case 1:
		say, token = p.say(player(w), reader)
		d = p.letter(player(w), fmt.Sprintf("LETTER %d", b), p.identity(w)+"\n\n"+say)
	case 2:
		reader = masterAddress
		say, token = p.say(player(w), reader)
		d = p.letter(player(w), "Zu meinem Spiel", say)
		p.quotes(d, p.quoting(p.private(w)), onTop, deleted, inline, atBottom)
	default:
		reader = masterAddress
		say, token = p.say(player(w), reader)
		d = p.letter(player(w), "Eine Frage", say)
	}
	d.sign = ""
	if d.quote != nil && d.quote.bare {
		d.quote.bare, p.hazy = false, false
	}
	p.sends(d).must(player(w), token, reader)
	tell, undone := false, false
	for n := range 3 {
		switch {
		case n > 0 && p.one(2):
			p.turn()
			tell = !undone // otherwise it may be the turn in which the letter came
		case n > 0 && !undone && p.one(3):
			redo := p.one(2)
			undone = true
			fmt.Fprintf(&p.story, "\n======== the turn is taken back; resolved again: %t\n", redo)
			p.looks(p.undoes(redo))
			tell = false
		}
		way := pick(p, copyWays)
		a := p.again(way, d)
		if a.reads(reader, token) {
			p.fault(twice, "%s reads %s again (%s)", reader, token, way)
		}
		if told := copied.MatchString(a.to(player(w))); tell && (told || !strings.HasPrefix(way, "list")) {
			p.tellsOfCopy(a, w)
			tell = false
		}
	}
	if d.replyTo == "" {
		p.turn()
		fresh := p.letter(player(w), d.subject, d.own)
		p.sends(fresh).must(player(w), token, reader)
	}
}
