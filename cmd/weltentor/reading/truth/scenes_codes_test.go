package truth_test

import (
	"fmt"
	"strings"
)

// deed is what a code allows.
type deed struct {
	name string
	from string // who may confirm it
	code letterOut
	done func(answers) bool
}

const (
	newAddress = "neu@example.net"
	substitute = "vertreter@example.net"
	newcomer   = "fred@example.net"
)

// asks has somebody ask for something that a code must confirm, and returns what that code allows. It may be a newcomer
// or the game master, unless only players are wanted.
func (p *play) asks(players bool) deed {
	p.t.Helper()
	w := p.other()
	k := p.other(w)
	d := deed{from: player(w)}
	reaches := func(address string) func(answers) bool {
		return func(a answers) bool { return a.to(address) != "" }
	}
	password := func(a answers) bool { return aPassword.MatchString(a.to(d.from)) }
	var own string
	kinds := 9
	if players {
		kinds = 5
	}
	switch p.rng.IntN(kinds) {
	case 0:
		d.name = "LEAVE"
		d.done = func(a answers) bool {
			for _, l := range a.all {
				if l.to == d.from && l.kind() == "signup" {
					return true
				}
			}
			return false
		}
	case 1:
		d.name, d.done = "PASSWORD", password
	case 2:
		d.name, d.done = "ADDRESS "+newAddress, reaches(newAddress)
	case 3:
		d.name, d.done = "SUBSTITUTE "+substitute+" 2", reaches(substitute)
	case 4:
		var token string
		own, token = p.say(player(w), player(k))
		d.name = fmt.Sprintf("LETTER %d", k)
		d.done = func(a answers) bool { return a.reads(player(k), token) }
	case 5:
		d.name, d.from, own = "SIGNUP", newcomer, "Name: Fred\nRealm: Moor"
		d.done = password
	case 6:
		d.name, d.from, own = "GM UNDO", masterAddress, "A mistake in the numbers."
		d.done = reaches(player(1))
	case 7:
		d.name, d.from = fmt.Sprintf("GM FREE %d", k), masterAddress
		d.done = reaches(player(k))
	case 8:
		var token string
		own, token = p.say(masterAddress, player(k))
		d.name, d.from = fmt.Sprintf("GM TELL %d", k), masterAddress
		d.done = func(a answers) bool { return a.reads(player(k), token) }
	}
	m := p.letter(d.from, d.name, own)
	m.sign = ""
	p.asked = letterOut{}
	p.looks(p.post(m.bytes()))
	if d.code = p.asked; d.code.to != d.from {
		p.t.Fatalf("no code for %s:\n%s", d.name, p.story.String())
	}
	return d
}

// is checks whether a deed was done.
func (a answers) is(d deed, want bool) {
	switch done := d.done(a); {
	case done && !want:
		a.p.fault(unwantedDeed, "%s was done", d.name)
	case !done && want:
		a.p.fault(noDeed, "%s was not done", d.name)
	}
}

// forwardedCode: the letter with the code is forwarded to the game, with no word typed or with some that are no yes.
func forwardedCode(p *play) {
	of := p.asks(false)
	own := ""
	token := ""
	switch p.rng.IntN(4) {
	case 0:
		own = "FYI"
	case 1:
		token = p.token(of.from, masterAddress)
		own = "Who asked for this? Not " + token + " and not me."
	}
	d := p.letter(of.from, "", own)
	d.sign = p.sign()
	p.quotes(d, p.quoting(of.code), forwarded, asMail, asMail, asFile, asFile)
	d.subject = pick(p, []string{"Fwd: ", "WG: ", "Fw: "}) + of.code.subject
	if p.one(3) {
		d.subject = "Fwd: this came"
	}
	p.sends(d).is(of, false)
}

// hiddenYes: the letter with the code is quoted, and the page has a yes that nobody sees.
func hiddenYes(p *play) {
	of := p.asks(false)
	d := p.letter(of.from, "", "")
	d.sign = ""
	p.replies(d, of.code)
	p.quotes(d, p.quoting(of.code), onTop)
	if d.quote.bare {
		d.quote.bare, p.hazy = false, false
	}
	d.form = htmlOnly
	if p.one(3) {
		d.own = "FYI"
	}
	p.hides(d, pick(p, []string{"YES", "Ja", "Yes please"}))
	p.sends(d).is(of, false)
}

// yeses: a code's letter is answered with a yes. Nothing is changed where it is quoted.
func yeses(p *play) {
	of := p.asks(false)
	d := p.letter(of.from, "", pick(p, []string{"YES", "Ja", "yes", "Yes!", "JA", "Yes\n\nRegards,\nBob"}))
	if of.name == "SIGNUP" && p.one(2) {
		d.own = "Realm: Tal" // a changed line of the form
	}
	p.replies(d, of.code)
	p.quotes(d, p.ours(of.code), onTop, onTop, atBottom, inline)
	if d.quote.bare {
		d.quote.bare, p.hazy = false, false
	}
	p.sends(d).is(of, true)
}

// typedSubject: the yes is all of the subject, and the code is quoted, or in the text.
func typedSubject(p *play) {
	of := p.asks(true)
	d := p.letter(of.from, pick(p, []string{"YES", "Ja"}), "")
	d.sign, d.replyTo = "", of.code.id
	if p.one(2) {
		d.own = aCode.FindString(of.code.whole())
	} else {
		p.quotes(d, p.ours(of.code), onTop)
		d.answers = true // the code is in the quote
		if d.quote.bare {
			d.quote.bare, p.hazy = false, false
		}
	}
	p.sends(d).is(of, true)
}

// alteredYes: a code's letter is answered with a yes, and a line is added where it is quoted.
func alteredYes(p *play) {
	of := p.asks(true)
	d := p.letter(of.from, "", pick(p, []string{"YES", "Ja", "Yes please"}))
	d.sign = ""
	p.replies(d, of.code)
	p.quotes(d, p.quoting(of.code), onTop, atBottom)
	if d.quote.bare {
		d.quote.bare, p.hazy = false, false
	}
	p.sends(d).is(of, false)
}

// noYeses: answers to a code's letter that are none.
func noYeses(p *play) {
	of := p.asks(false)
	code := aCode.FindString(of.code.whole())
	d := p.letter(of.from, "", pick(p, []string{"", "NO", "Nein", "Who asked for this?", "YES, if Ann agrees",
		"Ja, falls das nichts kostet",
		"No, yes was a mistake", code, code + "\n", "Yes?", "I do not say yes", "\"YES\" is what I should write?"}))
	d.sign = ""
	if p.one(3) {
		d.sign = pick(p, signatures)
	}
	p.replies(d, of.code)
	if p.one(8) {
		d.own, d.extra = "Yes", []string{"Auto-Submitted: auto-replied"}
		d.subject = "Automatische Antwort: " + of.code.subject
	}
	if !strings.Contains(d.own, code) {
		p.quotes(d, p.quoting(of.code), onTop, onTop, atBottom, inline, deleted)
		if d.quote.bare {
			d.quote.bare, p.hazy = false, false
		}
	}
	p.sends(d).is(of, false)
}
