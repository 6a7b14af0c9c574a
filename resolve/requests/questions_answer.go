package requests

import (
	"cmp"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/logbook"
	"weltentor/resolve/notices"
	"weltentor/resolve/outbox"
	"weltentor/resolve/roster"
	"weltentor/resolve/sender"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
)

// Addressee is where an answer goes: to the address that asked, whoever plays the realm by now. If that was an address
// of the player, who has another one now, it goes there.
func Addressee(d world.Session, p correspondence.Forwarded) string {
	rec := d.World.People.Person(d.Tx, p.Realm)
	all := rec.Persons()
	if !rec.Vacant() && address.Contains(all[len(all)-1].Mail, p.To) && !address.Contains(rec.Mail, p.To) {
		return rec.Mail[0]
	}
	return p.To
}

// AnswerQuestionTo queues the game master's answer to a letter that was passed on, and returns its address.
func AnswerQuestionTo(d world.Session, number uint64, p correspondence.Forwarded, words string, by logbook.By) (to string,
	err error) {
	to = Addressee(d, p)
	if above, adds := adding(d, p, words); adds {
		err = invite(d, p, above)
	} else {
		answerQuestion(d, p, to, words)
	}
	if err != nil {
		return to, err
	}
	p.Answered, p.Last = d.At.UTC(), correspondence.SumOf(words)
	p.Save(d.Tx, number)
	_, err = d.World.Note(d.Tx, logbook.Entry{At: d.At, By: by, Realm: p.Realm, Aside: logbook.Aside{Mail: to},
		What: phrase.P("log.answered", phrase.Num("number", int64(number)))})
	return to, err
}

// adding reports whether an answer to somebody unknown takes them into the game, by its first line, and returns what it
// says besides. A game that is over takes nobody.
func adding(d world.Session, p correspondence.Forwarded, words string) (above string, adds bool) {
	first, rest, _ := strings.Cut(strings.TrimSpace(words), "\n")
	word := strings.ToUpper(strings.Trim(first, " .!"))
	return strings.TrimSpace(rest), (word == "ADD" || word == "AUFNEHMEN") && p.Realm == 0 && !d.Current.World.Asked().Over
}

// invite sends the form to sign up to somebody unknown who asked, below words of the game master.
func invite(d world.Session, p correspondence.Forwarded, above string) error {
	a := ApplicantOf(sender.Sender{Session: d})
	return a.sendForm(a.form(roster.Applicant{Mail: p.To, Lang: p.Lang, Invited: true}), strings.TrimPrefix(p.Player, p.To),
		len(roster.WaitingList(d.Tx)), above, "")
}

// answerQuestion queues the letter with an answer.
func answerQuestion(d world.Session, p correspondence.Forwarded, to, words string) {
	here, _ := d.Current.Realm(p.Realm)
	t := &wording.Text{Book: wording.Words(cmp.Or(p.Lang, here.Lang))}
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
	here.Number, here.Player = p.Realm, strings.TrimPrefix(p.Player, to) // somebody unknown may have no name
	outbox.Open(d.Tx).AddText(outbox.Message{OutboxRow: outbox.OutboxRow{Kind: outbox.KindAnswer, Realm: p.Realm,
		Turn: d.Current.Turn, To: to, Subject: subject}, ToName: sender.ToName(d, here, to)}, draft, d.At)
}

// AnswerQuestion sends a player the answer to the letter with a number, and returns its address. The address is "" if
// the same answer was sent before. The error is ErrTell if there is no such letter.
func AnswerQuestion(w *world.World, number uint64, text string, now time.Time) (to string, err error) {
	if text, err = notices.Sayable(text); err != nil {
		return "", err
	}
	err = w.Update(func(tx *store.Tx) error {
		s, err := w.Here(tx, now)
		if err != nil {
			return err
		}
		p, err := notices.PassedOn(tx, number)
		if err != nil || p.Last == correspondence.SumOf(text) {
			return err
		}
		to, err = AnswerQuestionTo(world.Session{World: w, Tx: tx, Current: s.Current, At: now}, number, p, text, "")
		return err
	})
	return to, err
}
