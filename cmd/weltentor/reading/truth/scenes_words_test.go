package truth_test

import (
	"fmt"
	"strings"
)

// changedSubject: a player answers another's letter, and puts something else into the subject.
func changedSubject(p *play) {
	w := p.other()
	b := p.other(w)
	k := p.other(w, b)
	l := p.writes(b, w)
	proven := p.one(2)
	own := ""
	if proven {
		own = p.identity(w) + "\n\n"
	}
	subject, readers, machine := fmt.Sprintf("LETTER %d", k), []string{player(k)}, false
	switch p.rng.IntN(8) {
	case 0:
		subject = fmt.Sprintf("LETTER Reich%d", k)
	case 1:
		subject, readers = "LETTER M", []string{masterAddress}
	case 2:
		subject, readers = "LETTER G", nil
	case 3:
		subject, readers, machine = "PAUSE 2", nil, true
	case 4:
		subject, readers, machine = "REPORT", nil, true
	case 5:
		subject = fmt.Sprintf(pick(p, []string{"Re: LETTER %d", "Fwd: LETTER %d", "AW: Brief %d"}), k)
	}
	may := append([]string{player(w)}, readers...)
	rumour := subject == "LETTER G" && proven
	if rumour {
		may = []string{player(1), player(2), player(3), player(4), masterAddress}
	}
	say, token := p.say(may...)
	d := p.letter(player(w), "", own+say)
	p.replies(d, l)
	p.quotes(d, p.quoting(l), typed...)
	d.subject = subject
	a := p.sends(d)
	switch {
	case machine:
		a.quotes(player(w), subject, token)
	case subject == "LETTER M":
		a.must(player(w), token, masterAddress)
	case rumour: // it goes with the reports
	case proven:
		a.must(player(w), token, readers...)
	default:
		for _, r := range readers {
			if a.reads(r, token) {
				p.fault(unwantedDeed, "a letter left that nobody has proven")
			}
		}
		a.tells(player(w), token)
		if len(readers) > 0 && aCode.MatchString(a.to(player(w))) {
			yes := p.letter(player(w), "", "Ja")
			p.replies(yes, p.asked)
			p.sends(yes).must(player(w), token, readers...)
		}
	}
}

// turnings are lines with which people turn to another reader: # is the number of a realm.
var turnings = []string{"Reich #", "--- Reich # ---", "# An Reich #", "An #", "An: #", "Betreff: Reich #", "Spieler #:", "R#:", "Reich Nr. #:",
	"Reich # (der Nachbar):", "Zweiter Brief (Reich #):", "LETTER #", "Brief #:", "For realm # only:", "Bitte an Reich # weiterleiten:",
	"Und das hier bitte an Reich #:", "cc Reich #:", "Hallo Reich #,", "Dear neighbour in realm #,", "Hallo liebes Reich#,",
	"Spielleitung,", "Werter Spielleiter!", "Dear Mr. Game Master,", "Hallo (an die Spielleitung):", "Frage SL:", "NB SL:",
	"PS für die SL -", masterLine}

// masterLine is a line that says whom the words below it are for.
const masterLine = "An die Spielleitung"

// twoReaders: a letter to a player turns to somebody else, at its beginning or below it. It goes to nobody, but an answer
// that begins with a line that says so is a letter to the game master.
func twoReaders(p *play) {
	w := p.other()
	b := p.other(w)
	turning := strings.ReplaceAll(pick(p, turnings), "#", fmt.Sprint(p.other(w, b)))
	answers := p.one(2)
	alone := answers && p.one(2)
	var readers []string
	if alone && turning == masterLine {
		readers = []string{masterAddress}
	}
	say, token := p.say(append(readers, player(w))...)
	own := turning + "\n" + say
	if !alone {
		first, _ := p.say(player(w))
		own = first + "\n\n" + own
	}
	d := p.letter(player(w), fmt.Sprintf("LETTER %d", b), p.identity(w)+"\n\n"+own)
	if answers {
		d = p.letter(player(w), "", own)
		l := p.writes(b, w)
		p.replies(d, l)
		p.quotes(d, p.quoting(l), onTop)
	}
	if a := p.sends(d); readers == nil {
		a.tells(player(w), token)
	} else {
		a.must(player(w), token, readers...)
	}
}

// afterwards: a player answers the receipt of a letter as if it were that letter. The words are asked about.
func afterwards(p *play) {
	w := p.other()
	b := p.other(w)
	p.writes(w, b)
	l := p.receipts[w]
	say, token := p.say(player(w))
	d := p.letter(player(w), "", say)
	p.replies(d, l)
	p.quotes(d, p.quoting(l), onTop)
	p.sends(d).tells(player(w), token)
}

// hiddenWords: a letter has a text that nobody sees. It goes to nobody.
func hiddenWords(p *play) {
	w := p.other()
	b := p.other(w)
	hidden, _ := p.say(player(w))
	var d *draft
	var token, say, reader string
	switch p.rng.IntN(3) {
	case 0:
		l := p.writes(b, w)
		reader = player(b)
		say, token = p.say(player(w), reader)
		d = p.letter(player(w), "", say)
		p.replies(d, l)
		p.quotes(d, p.quoting(l), onTop, deleted)
	case 1:
		reader = player(b)
		say, token = p.say(player(w), reader)
		d = p.letter(player(w), "", p.identity(w)+"\n\n"+say)
		p.quotes(d, p.quoting(p.private(w)), onTop, deleted)
		d.subject = fmt.Sprintf("LETTER %d", b)
	default:
		reader = masterAddress
		say, token = p.say(player(w), reader)
		d = p.letter(player(w), "Frage", say)
		p.quotes(d, p.quoting(p.private(w)), onTop, deleted)
	}
	if d.form = htmlOnly; d.quote.bare {
		d.quote.bare, p.hazy = false, false
	}
	p.hides(d, hidden)
	p.sends(d).must(player(w), token, reader)
}

// machineWords: words beside a word that only asks the machine go to nobody, and the answer quotes them.
func machineWords(p *play) {
	w := p.other()
	b := p.other(w)
	word := pick(p, []string{"REPORT", "HELP", "ORDERS", "STANDINGS", "TEMPLATE", "PAUSE 2", "ARCHIVE",
		"REMIND 12", "RULES"})
	say, token := p.say(player(w))
	own, subject := say, word
	if p.one(2) {
		own, subject = word+"\n\n"+say, "Bitte"
	}
	d := p.letter(player(w), "", own)
	var l letterOut
	answers := p.one(3)
	if answers {
		l = p.writes(b, w)
		p.replies(d, l)
		p.quotes(d, p.quoting(l), typed...)
		p.replies(d, l)
	} else if p.one(2) {
		p.quotes(d, p.quoting(p.private(w)), typed...)
	}
	if subject == word || !answers {
		d.subject = subject
	}
	a := p.sends(d)
	a.quotes(player(w), word, token)
}

// filesBeside: a file goes with a letter to a player. It is left out, and named.
func filesBeside(p *play) {
	w := p.other()
	b := p.other(w)
	say, token := p.say(player(w), player(b))
	var d *draft
	if p.one(2) {
		l := p.writes(b, w)
		d = p.letter(player(w), "", say)
		p.replies(d, l)
		p.quotes(d, p.quoting(l), typed...)
	} else {
		d = p.letter(player(w), fmt.Sprintf("LETTER %d", b), p.identity(w)+"\n\n"+say)
	}
	d.files = []file{{"lage-im-norden.png", "image/png", []byte("\x89PNG\r\n\x1a\n0123456789")}}
	if p.one(2) {
		d.files = []file{{"lage-im-norden.pdf", "application/pdf", []byte("%PDF-1.4\n0123456789")}}
	}
	a := p.sends(d)
	a.must(player(w), token, player(b))
	if !strings.Contains(a.to(player(w)), "lage-im-norden") {
		p.fault(untold, "the answer does not name the file")
	}
}

// plainReply: an answer to another player's letter.
func plainReply(p *play) {
	w := p.other()
	b := p.other(w)
	l := p.writes(b, w)
	say, token := p.say(player(w), player(b))
	d := p.letter(player(w), "", say)
	p.replies(d, l)
	p.quotes(d, p.quoting(l), typed...)
	p.sends(d).must(player(w), token, player(b))
}

// plainQuestion: a question to the game master, perhaps in an answer to a report.
func plainQuestion(p *play) {
	w := p.other()
	say, token := p.say(player(w), masterAddress)
	d := p.letter(player(w), "Frage", say)
	l := p.private(w)
	if p.one(3) {
		p.replies(d, l)
	}
	if p.one(4) {
		p.sends(d).must(player(w), token, masterAddress)
		return
	}
	p.quotes(d, p.quoting(l), typed...)
	p.sends(d).must(player(w), token, masterAddress)
}

// forwardsToMaster: the reader of a player's letter shows it to the game master. The words go there, the letter does
// not.
func forwardsToMaster(p *play) {
	w := p.other()
	b := p.other(w)
	l := p.writes(b, w)
	say, token := p.say(player(w), masterAddress)
	d := p.letter(player(w), "", "Dear game master, this came to me.\n"+say)
	p.quotes(d, p.quoting(l), forwarded, asMail, asFile)
	d.subject = pick(p, []string{"Fwd: ", "WG: ", "Fw: "}) + l.subject
	p.sends(d).must(player(w), token, masterAddress)
}

// answersMaster: the game master answers a question, and the player answers that.
func answersMaster(p *play) {
	w := p.other()
	d := p.letter(player(w), "Frage", "Wie hoch ist denn der Turm im Norden von hier aus gesehen?")
	d.sign = ""
	var asked letterOut
	for _, l := range p.looks(p.post(d.bytes())).all {
		if l.to == masterAddress {
			asked = l
		}
	}
	said, _ := p.say(player(w), masterAddress)
	m := p.letter(masterAddress, "Re: "+asked.subject, said)
	m.sign = ""
	p.quotes(m, p.quoting(asked), onTop, onTop, atBottom)
	m.subject = "Re: " + asked.subject
	p.asked = letterOut{}
	a := p.sends(m)
	if p.asked.to == masterAddress { // the code of the question was not in the answer
		yes := p.letter(masterAddress, "", "Yes")
		yes.sign = ""
		p.replies(yes, p.asked)
		a = p.sends(yes)
	} else { // it counts once: a second answer is shown first
		more, _ := p.say(masterAddress)
		again := p.letter(masterAddress, m.subject, more)
		again.sign = ""
		p.sends(again)
	}
	var got letterOut
	for _, l := range a.all {
		if l.to == player(w) {
			got = l
		}
	}
	if got.to == "" {
		p.fault(lost, "the answer does not reach the player")
		return
	}
	say, token := p.say(player(w), masterAddress)
	d = p.letter(player(w), "", say)
	p.replies(d, got)
	p.quotes(d, p.quoting(got), typed...)
	p.sends(d).must(player(w), token, masterAddress)
}

// headLeftOnTop: the quote was deleted, and the line above it stays above the answer.
func headLeftOnTop(p *play) {
	w := p.other()
	b := p.other(w)
	l, reader := p.reports[w], masterAddress
	if p.one(2) {
		l, reader = p.writes(b, w), player(b)
	}
	say, token := p.say(player(w), reader)
	d := p.letter(player(w), "", say)
	p.replies(d, l)
	p.quotes(d, p.quoting(l), headOnTop)
	for d.quote.style.block {
		d.quote.style = pick(p, styles)
	}
	if d.form == htmlMarks {
		d.form = both
	}
	if reader == masterAddress && p.one(2) { // it answers none of ours
		d.replyTo, d.refs, d.subject, p.hazy = "", "", "Frage", true
	}
	p.sends(d).must(player(w), token, reader)
}

// anothersHeadOnTop: the line above a mail of somebody else was left at the top, and that mail below it, in an answer to
// one of ours. It goes to nobody.
func anothersHeadOnTop(p *play) {
	w := p.other()
	b := p.other(w)
	l := p.reports[w]
	if p.one(2) {
		l = p.writes(b, w)
	}
	say, token := p.say(player(w))
	d := p.letter(player(w), "", say)
	p.replies(d, l)
	p.quotes(d, earlier{name: "Kim Feld", from: pick(p, []string{player(p.other(w, b)), "kim@post.example"}), to: player(w),
		subject: "Zug", date: times(p.rng.IntN(90))}, headOnTop)
	for d.quote.style.block || d.quote.style.odd || !strings.Contains(d.quote.style.head, "{A}") {
		d.quote.style = pick(p, styles)
	}
	if p.hazy = false; d.form == htmlMarks {
		d.form = both
	}
	p.sends(d).tells(player(w), token)
}

// anothersLetter: somebody answers a letter of which they are not the reader. The answer goes to nobody.
func anothersLetter(p *play) {
	w := p.other()
	b := p.other(w)
	x := p.other(w, b)
	l := p.writes(b, w)
	say, token := p.say(player(x))
	d := p.letter(player(x), "", say)
	p.replies(d, l)
	p.quotes(d, p.quoting(l, player(x)), typed...)
	if p.one(2) {
		d.subject = "Fwd: " + l.subject
	}
	p.sends(d).tells(player(x), token)
}

// lateReply: the way back of a letter has ended after two turns. The answer goes to nobody.
func lateReply(p *play) {
	w := p.other()
	b := p.other(w)
	l := p.writes(b, w)
	p.turn()
	p.turn()
	say, token := p.say(player(w))
	d := p.letter(player(w), "", say)
	p.replies(d, l)
	p.quotes(d, p.quoting(l), typed...)
	p.sends(d).tells(player(w), token)
}
