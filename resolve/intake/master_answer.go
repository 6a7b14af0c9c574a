package intake

import (
	"cmp"
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/letter"
	"weltentor/resolve/letters"
	"weltentor/resolve/limits"
	"weltentor/resolve/logbook"
	"weltentor/resolve/outbox"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrets"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// draft shows the game master his answer and how to let it go.
func (m masterLetter) draft(number uint64, p correspondence.Passed, words string) (*world.Ending, error) {
	rec, err := m.World.People.Person(m.Tx, p.Realm)
	if err != nil {
		return nil, err
	}
	words = strings.TrimSpace(m.unsaid(words, p.Realm, rec))
	which := phrase.Num("number", int64(number))
	switch {
	case words == "":
		return m.told(p.Realm, limits.MasterWords, "master-empty", which)
	case len(words) > letters.AnswerMost:
		return m.told(p.Realm, limits.MasterWords, "master-long", which, phrase.Num("most", letters.AnswerMost>>10))
	}
	n, may := m.may(limits.MasterCodes)
	if !may {
		return m.heard(p.Realm, false), nil
	}
	secret, err := m.issue(correspondence.Token{Answer: &correspondence.Answer{Number: number, Text: words}})
	if err != nil {
		return nil, err
	}
	to, err := addressee(m.sender.Session, p)
	if err != nil {
		return nil, err
	}
	t := &wording.Text{Book: wording.Words(m.World.Settings.Lang)}
	t.Say("answer-would", append(m.about(number, p), phrase.Str("to", to))...)
	t.Line("")
	t.Quote(withoutHidden(words))
	t.Line("")
	if n := len(m.letter.Files); n > 0 {
		t.Say("answer-files", phrase.Num("n", n))
	}
	m.codeIn(t, "answer", n)
	m.send(phrase.P("subject.answer-confirm", which, phrase.Str("token", secrets.Hidden)), t, secret)
	return m.heard(p.Realm, true), nil
}

// codeIn ends the nth letter of the day in which the game master is asked for a code: how it confirms what
// stands above it, and what else he can do.
func (m masterLetter) codeIn(t *wording.Text, what string, n int) {
	m.came(t)
	t.Say(what+"-confirm", phrase.Num("days", int(letter.TokenLasts.Hours()/24)))
	t.Line("")
	t.Line("  " + secrets.Hidden)
	t.Line("")
	t.Say(what + "-else")
	lastWord(t, n == limits.MasterCodes.Most())
}

// withoutHidden lets a text with a masked password stand beside the code, which is put
// in the place of that mask.
func withoutHidden(words string) string { return strings.ReplaceAll(words, secrets.Hidden, "* * *") }

// about are the arguments that name a letter that was passed on.
func (m masterLetter) about(number uint64, p correspondence.Passed) []phrase.Arg {
	m.speaksOf(p.Realm)
	return []phrase.Arg{phrase.Num("number", int64(number)), phrase.Num("realm", p.Realm),
		phrase.Str("player", p.Player),
		phrase.Str("subject", cmp.Or(p.Subject, "–")), m.When(wording.Words(m.World.Settings.Lang), p.At)}
}

// speaksOf notes that the answer names realms, or quotes what is for or from their players.
func (m masterLetter) speaksOf(realms ...int) {
	*m.names = append(*m.names, realms...)
	slices.Sort(*m.names)
	*m.names = slices.Compact(*m.names)
}

// addressee is where an answer goes: the address the player wrote from. If he has another
// by now, there; if somebody else plays the realm, still to whom it was that asked.
func addressee(d world.Session, p correspondence.Passed) (string, error) {
	rec, err := d.World.People.Person(d.Tx, p.Realm)
	if err != nil {
		return "", err
	}
	here, _ := d.Current.Realm(p.Realm)
	if rec.Vacant() || roster.Has(rec.Mail, p.To) || roster.Has(rec.Former, p.To) || here.Player != p.Player {
		return p.To, nil
	}
	return rec.Mail[0], nil
}

// confirmed lets the answer go whose code the letter brings back, if it says yes. The code is for its
// text: whoever writes another with it gets another code for that one, if it is proven as the first was, and the
// first is over. A program that answers while he is away says the same words to each letter: so the same
// words are no yes.
func (m masterLetter) confirmed(key []byte, t correspondence.Token) (*world.Ending, error) {
	if t.Bidding != nil {
		return m.bidden(key, t)
	}
	number := t.Answer.Number
	p, found, err := correspondence.Numbered(m.Tx, number)
	if err != nil {
		return nil, err
	}
	which := phrase.Num("number", int64(number))
	rec, err := m.World.People.Person(m.Tx, p.Realm)
	if err != nil {
		return nil, err
	}
	repeats := sameWords(m.unsaid(m.text, p.Realm, rec), t.Answer.Text)
	own, reply, err := m.reply(key)
	switch {
	case err != nil:
		return nil, err
	case !t.Used.IsZero():
		return m.told(p.Realm, limits.MasterWords, "answer-used", which,
			m.When(wording.Words(m.World.Settings.Lang), t.Used))
	case !found || !t.Open(m.At) || !roster.SameAddress(t.Mail, m.World.Settings.Master):
		return m.told(p.Realm, limits.MasterWords, "answer-past", which)
	case repeats:
		return m.told(p.Realm, limits.MasterAbsent, "answer-repeats", which)
	case reply == letter.Silent:
		return m.told(p.Realm, limits.MasterAbsent, "answer-empty", which)
	case reply == letter.Absent:
		return m.told(p.Realm, limits.MasterAbsent, "master-automatic")
	case reply != letter.Agrees:
		t.Ended = m.At.UTC()
		t.Save(m.Tx, key)
		switch {
		case reply == letter.Declines:
			return m.told(p.Realm, m.asProgram(limits.MasterWords), "answer-refused", which)
		case m.mustProve():
			return m.unprovenAnew(p.Realm)
		}
		return m.draft(number, p, own)
	}
	t.Used = m.At.UTC()
	t.Save(m.Tx, key)
	return m.sendAnswer(number, p, t.Answer.Text)
}

// sameWords compares texts as mail programs leave them: wrapped anew, codes masked.
func sameWords(a, b string) bool {
	bare := func(s string) []string { return strings.Fields(strings.ReplaceAll(s, secrets.Hidden, " ")) }
	return slices.Equal(bare(a), bare(b))
}

// sendAnswer mails the game master's answer to the player, in his conversation and in
// the charset of his computer, and tells the game master.
func (m masterLetter) sendAnswer(number uint64, p correspondence.Passed, words string) (*world.Ending, error) {
	to, err := answerTo(m.sender.Session, number, p, words, logbook.Master)
	if err != nil {
		return nil, err
	}
	return m.told(p.Realm, limits.MasterCodes, "answer-sent", append(m.about(number, p), phrase.Str("to", to))...)
}

// answerTo queues an answer of the game master's to a letter that was passed on to him, and
// gives the address it goes to.
func answerTo(d world.Session, number uint64, p correspondence.Passed, words string, by logbook.By) (to string,
	err error) {
	if to, err = addressee(d, p); err != nil {
		return "", err
	}
	here, _ := d.Current.Realm(p.Realm)
	t := &wording.Text{Book: wording.Words(here.Lang)}
	if p.Subject == "" {
		t.Say("answer-from-bare", phrase.Str("world", d.World.Settings.Name), d.When(t.Book, p.At))
	} else {
		t.Say("answer-from", phrase.Str("subject", p.Subject), phrase.Str("world", d.World.Settings.Name),
			d.When(t.Book, p.At))
	}
	t.Line("")
	for line := range strings.Lines(words) {
		t.Line(wording.Printable(strings.TrimRight(line, "\r\n")))
	}
	t.Line("")
	t.Say("answer-back")
	subject := strings.TrimSuffix(t.Book.Say(phrase.P("subject.answer-from",
		phrase.Str("world", d.World.Settings.Name),
		phrase.Str("subject", p.Subject))), ": ")
	draft := outbox.Draft{Answer: true, Text: t.Body.String(), Charset: outbox.Charset(here.Computer),
		InReplyTo: p.MessageID, References: strings.TrimSpace(p.References + " " + p.MessageID)}
	here.Number, here.Player = p.Realm, p.Player
	outbox.In(d.Tx).AddText(outbox.Entry{OutboxRow: outbox.OutboxRow{Kind: outbox.KindAnswer, Realm: p.Realm,
		Turn: d.Current.Turn, To: to, Subject: subject}, ToName: toName(d, here, to)}, draft, d.At)
	p.Answered, p.Last = d.At.UTC(), correspondence.SumOf(words)
	p.Save(d.Tx, number)
	_, err = d.World.Note(d.Tx, logbook.Entry{At: d.At, By: by, Realm: p.Realm, Aside: logbook.Aside{Mail: to},
		What: phrase.P("log.answered", phrase.Num("number", int64(number)))})
	return to, err
}
