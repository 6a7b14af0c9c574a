package truth_test

import (
	"fmt"
	"regexp"
	"strings"
)

// lastMessage: orders end in a message, and below is the report that they answer.
func lastMessage(p *play) {
	w := p.other()
	k := p.other(w)
	p.maybeOrders(w)
	lines, force := p.digs()
	var say, token, to string
	readers := []string{player(k)}
	switch p.rng.IntN(4) {
	case 0:
		say, token = p.say(player(1), player(2), player(3), player(4), masterAddress)
		to, readers = "A", nil
		for r := 1; r <= realms; r++ {
			if r != w {
				readers = append(readers, player(r))
			}
		}
	case 1:
		say, token = p.say(player(w), masterAddress)
		to, readers = "M", []string{masterAddress}
	default:
		say, token = p.say(player(w), player(k))
		to = fmt.Sprint(k)
	}
	own := p.identity(w) + "\n" + lines + "\n\n$N\n#" + to + "\n" + say
	if p.one(3) {
		own += "\n#E"
		if p.one(2) {
			own += "\n$E"
		}
	}
	of := p.private(w)
	d := p.letter(player(w), "Mein Zug", own)
	if p.one(2) {
		p.replies(d, of)
	}
	p.quotes(d, p.quoting(of), above...)
	a := p.sends(d)
	a.must(player(w), token, readers...)
	a.counts(w, force)
}

// lastLetter: the subject is LETTER 2, the text is a letter, and below is the report.
func lastLetter(p *play) {
	w := p.other()
	k := p.other(w)
	p.maybeOrders(w)
	say, token := p.say(player(w), player(k))
	of := p.private(w)
	d := p.letter(player(w), "", p.identity(w)+"\n\n"+say)
	if p.one(2) {
		p.replies(d, of)
	}
	p.quotes(d, p.quoting(of), above...)
	d.subject = fmt.Sprintf(pick(p, []string{"LETTER %d", "Brief %d", "letter to %d", "Brief an Reich %d"}), k)
	a := p.sends(d)
	a.must(player(w), token, player(k))
	p.stands(w)
}

// old is a player's own mail of orders, as it lies in their folder of sent mails.
func (p *play) old(w int) earlier {
	lines, _ := p.digs()
	token := p.token(player(w))
	return earlier{name: "Bob", from: player(w), to: gameAddress, subject: "Zug", id: "<old1@mail.example.net>",
		date: times(p.rng.IntN(90)), text: p.identity(w) + "\n" + lines + " ; " + token + "\n$E\n"}
}

// aboveOldOrders: a question to the game master above one's own old orders. They do not count again.
func aboveOldOrders(p *play) {
	w := p.other()
	p.maybeOrders(w)
	say, token := p.say(player(w), masterAddress)
	d := p.letter(player(w), pick(p, []string{"Frage", "Re: Zug", "Noch etwas"}), say)
	p.quotes(d, p.old(w), above...)
	a := p.sends(d)
	a.must(player(w), token, masterAddress)
	p.stands(w)
}

// wordsAboveOldOrders: the same with a letter to a player, an answer to one, or a word for the machine.
func wordsAboveOldOrders(p *play) {
	w := p.other()
	k := p.other(w)
	p.maybeOrders(w)
	switch p.rng.IntN(3) {
	case 0:
		say, token := p.say(player(w), player(k))
		d := p.letter(player(w), "", p.identity(w)+"\n\n"+say)
		p.quotes(d, p.old(w), above...)
		d.subject = fmt.Sprintf("LETTER %d", k)
		p.sends(d).must(player(w), token, player(k))
	case 1:
		l := p.writes(k, w)
		say, token := p.say(player(w), player(k))
		d := p.letter(player(w), "", say)
		p.replies(d, l)
		p.quotes(d, p.old(w), above...)
		if d.subject == "" {
			p.replies(d, l)
		}
		p.sends(d).must(player(w), token, player(k))
	default:
		d := p.letter(player(w), "", pick(p, []string{"HELP", "REPORT", "ORDERS"}))
		p.quotes(d, p.old(w), onTop, onTop, deleted)
		d.subject = "Zug"
		p.sends(d)
	}
	p.stands(w)
}

// letterBesideOrders: LETTER 2 is the subject, and the letter has orders, too.
func letterBesideOrders(p *play) {
	w := p.other()
	k := p.other(w)
	p.maybeOrders(w)
	say, token := p.say(player(w), player(k))
	lines, force := p.digs()
	own := p.identity(w) + "\n" + lines
	var message, third string
	if p.one(3) {
		j := p.other(w, k)
		message, third = p.say(player(w), player(j))
		third, own = player(j)+" "+third, own+fmt.Sprintf("\n$N\n#%d\n%s\n#E", j, message)
	}
	if own += "\n$E"; p.one(2) {
		own += "\n\n" + say
	} else {
		own = say + "\n\n" + own
	}
	d := p.letter(player(w), "", own)
	if p.one(3) {
		p.quotes(d, p.quoting(p.private(w)), typed...)
	}
	if d.subject = fmt.Sprintf("LETTER %d", k); p.one(3) {
		l := p.writes(p.other(w, k), w)
		d.replyTo, d.refs = l.id, l.id
	}
	a := p.sends(d)
	a.must(player(w), token, player(k))
	if reader, words, is := strings.Cut(third, " "); is {
		a.must(player(w), words, reader)
	}
	a.counts(w, force)
}

// letterToNobody: the same to a name that nobody has.
func letterToNobody(p *play) {
	w := p.other()
	say, token := p.say(player(w))
	lines, force := p.digs()
	d := p.letter(player(w), pick(p, []string{"LETTER Nobody", "Brief Niemandsland", "LETTER 77"}),
		p.identity(w)+"\n"+lines+"\n$E\n\n"+say)
	a := p.sends(d)
	a.tells(player(w), token)
	a.counts(w, force)
}

// shortly are words that look like a greeting, and are none.
var shortly = []string{
	"Hi %, I accept.",
	"Hello % - agreed.",
	"I stand at % and wait for your move.",
	"Dear %, no.",
	"Hallo %, einverstanden.",
	"Thank you %, see you in the north.",
	"Danke, % gehört Dir.",
	"Have a look at % tonight",
	"Viel Glück in %, ich greife morgen an",
}

// shortWords: an answer to another player's letter, with orders and a few words.
func shortWords(p *play) {
	w := p.other()
	b := p.other(w)
	l := p.writes(b, w)
	lines, force := p.digs()
	token := p.token(player(w), player(b))
	say := strings.Replace(pick(p, shortly), "%", token, 1)
	greeting := p.one(5)
	if greeting {
		say = "Hi " + token + ",\n\nRegards,\nBob"
	}
	to, message := p.other(w, b), ""
	if p.one(3) {
		var sentence string
		sentence, message = p.say(player(w), player(to))
		lines += fmt.Sprintf("\n$N\n#%d\n%s\n#E", to, sentence)
	}
	own := say + "\n\n" + p.identity(w) + "\n" + lines + "\n$E"
	if !greeting && p.one(2) {
		own = p.identity(w) + "\n" + lines + "\n$E\n\n" + say
	}
	d := p.letter(player(w), "", own)
	p.replies(d, l)
	p.quotes(d, p.quoting(l), typed...)
	if greeting {
		d.sign = ""
	}
	a := p.sends(d)
	if !greeting {
		a.must(player(w), token, player(b))
	}
	if message != "" {
		a.must(player(w), message, player(to))
	}
	a.counts(w, force)
}

// toMaster are such words to the game master.
var toMaster = []string{
	"Thanks for the game, % will be away in week 3",
	"Thanks, but % is missing on my map",
	"Vielen Dank, aber % fehlt in meinem Bericht",
	"Have a nice week, % is mine now and you owe me gold",
	"See you on Monday, until then % plays for me",
	"Danke für alles, ab Montag spielt % für mich",
}

// shortWordsToMaster: the same beside orders that answer nobody.
func shortWordsToMaster(p *play) {
	w := p.other()
	lines, force := p.digs()
	token := p.token(player(w), masterAddress)
	say := strings.Replace(pick(p, toMaster), "%", token, 1)
	own := say + "\n\n" + p.identity(w) + "\n" + lines + "\n$E"
	if p.one(2) {
		own = p.identity(w) + "\n" + lines + "\n$E\n\n" + say
	}
	d := p.letter(player(w), "Mein Zug", own)
	if p.one(2) {
		p.quotes(d, p.quoting(p.private(w)), typed...)
	}
	a := p.sends(d)
	a.must(player(w), token, masterAddress)
	a.counts(w, force)
}

// twoRealms: one mail has orders of two realms.
func twoRealms(p *play) {
	w := p.other()
	v := p.other(w)
	p.maybeOrders(v)
	one, force := p.digs()
	two, _ := p.digs()
	own := p.identity(w) + "\n" + one
	var readers []string
	var message string
	if p.one(3) {
		k := p.other(w, v)
		say, token := p.say(player(w), player(k))
		own, message, readers = own+fmt.Sprintf("\n$N\n#%d\n%s\n#E", k, say), token, []string{player(k)}
	}
	if p.one(2) {
		own += "\n$E"
	}
	own += "\n\n" + p.identity(v)
	line := strings.Count(own, "\n") + 1
	say, _ := p.say(player(w))
	own += "\n" + two + fmt.Sprintf("\n$N\n#%d\n%s\n#E\n$E", p.other(v), say)
	p.passages[len(p.passages)-1].may = append(p.passages[len(p.passages)-1].may, player(v))
	d := p.letter(player(w), "Unsere Züge", own)
	d.form = form(p.rng.IntN(2))
	d.sign = ""
	a := p.sends(d)
	p.force[w] = force
	a.must(player(w), message, readers...)
	p.stands(w, v)
	if named := regexp.MustCompile(fmt.Sprintf(`(?i)\b(lines?|zeilen?) %d\b`, line)); !named.MatchString(a.to(player(w))) {
		p.fault(untold, "the answer does not name line %d", line)
	}
}

// forms: the game's own form comes back in a quote. Unchanged it is only quoted, changed it counts.
func forms(p *play) {
	w := p.other()
	p.orders(w)
	asks := p.letter(player(w), "ORDERS", "")
	asks.sign = ""
	var l letterOut
	for _, out := range p.looks(p.post(asks.bytes())).all {
		if out.to == player(w) {
			l = out
		}
	}
	of := p.ours(l)
	changed := p.one(2)
	own, token := "", ""
	if !changed && p.one(2) {
		own, token = p.say(player(w), masterAddress)
	}
	if changed {
		var lines []string
		_, force := p.digs()
		n := 0
		for line := range strings.SplitSeq(of.text, "\n") {
			switch {
			case strings.HasPrefix(line, "$I"):
				line = p.identity(w)
			case strings.HasPrefix(line, "dig "):
				line = "dig " + strings.Fields(force)[n]
				n++
			}
			lines = append(lines, line)
		}
		if of.text = strings.Join(lines, "\n"); n != 3 {
			p.t.Fatalf("no form:\n%s", l.text)
		}
		p.force[w] = force
	}
	d := p.letter(player(w), "", own)
	p.replies(d, l)
	d.sign = ""
	p.quotes(d, of, onTop, onTop, atBottom)
	if d.quote.bare {
		d.quote.bare, p.hazy = false, false
	}
	d.form, d.answers = plainText, true
	d.quote.marked = true
	if !changed && p.one(3) {
		d.place = pick(p, []place{asMail, asFile})
	}
	a := p.sends(d)
	if token != "" {
		a.must(player(w), token, masterAddress)
	}
	p.stands(w)
}

// plainOrders: orders, alone or with words to the game master.
func plainOrders(p *play) {
	w := p.other()
	p.maybeOrders(w)
	lines, force := p.digs()
	own := p.identity(w) + "\n" + lines + "\n$E"
	token := ""
	if p.one(2) {
		var say string
		say, token = p.say(player(w), masterAddress)
		own = pick(p, []string{say + "\n\n" + own, own + "\n\n" + say})
	}
	d := p.letter(player(w), "Mein Zug", own)
	p.quotes(d, p.quoting(p.private(w)), typed...)
	a := p.sends(d)
	if token != "" {
		a.must(player(w), token, masterAddress)
	}
	a.counts(w, force)
}

// forwardedOrders: a player forwards their own mail with orders to the game, with nothing typed above it.
func forwardedOrders(p *play) {
	w := p.other()
	p.maybeOrders(w)
	lines, force := p.digs()
	of := p.old(w)
	of.text = p.identity(w) + "\n" + lines + "\n$E\n"
	d := p.letter(player(w), "", "")
	d.sign = ""
	p.quotes(d, of, forwarded, asMail, asFile)
	d.subject = "Fwd: Zug"
	p.sends(d).counts(w, force)
}
