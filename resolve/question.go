package resolve

import (
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrecy"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
)

// beside is what became of words for a person, in a letter of which the machine
// does something else.
type beside uint8

const (
	besideNothing beside = iota // there were none
	besideWent                  // they were passed on, now or with an earlier letter
	besideRefused               // too many such came
)

// words is what a letter says to a person above and below its orders, and in its own text
// where those came in a file.
func (in *intake) words() string {
	own := ""
	if found := in.l.Studied; found != nil && letter.Asks(found.Beside) {
		own = found.Beside
	}
	var said []string
	for _, part := range []string{in.above(), letter.Below(&in.l, in.file, in.text), own} {
		if part != "" {
			said = append(said, part)
		}
	}
	return strings.Join(said, "\n\n")
}

// above is what the text of the orders says above its first section, without remarks
// and without a courtesy that merely names the orders.
func (in *intake) above() string {
	starts := in.file.Starts
	if in.l.Others || starts < 2 {
		return ""
	}
	return letter.ForPerson(&in.l, letter.Unremarked(orders.Split(in.text)[:starts-1]))
}

// askMaster passes on to the game master what a letter says besides what the machine does
// with it: a question under the word HELP, or beside orders, is one for a person. The
// same words again in a turn are not sent again.
func (in *intake) askMaster(rec roster.RealmRecord, rest string) error {
	if !letter.Speaks(rest) || wording.Section.MatchString(rest) {
		return nil
	}
	rest = in.unsaid(rest, rec)
	at, err := mailedAt(in.tx, in.c.Turn, in.a.Realm, rest)
	switch {
	case err != nil:
		return err
	case !at.IsZero():
		in.beside, in.wentAt = besideWent, at
		return nil
	case !in.mayAsk():
		in.beside = besideRefused
		return nil
	}
	in.tellQuestion(in.a.Realm, in.asker(rec), rest)
	in.noteMailed(rest)
	in.beside, in.wentAt = besideWent, in.at
	return nil
}

// heardAbove takes the remark that text above the orders does not count from the
// problems of a letter whose text above went to the game master.
func (in *intake) heardAbove() {
	if in.beside != besideWent || in.above() == "" {
		return
	}
	var kept []orders.Problem
	for _, p := range in.a.Checked.Problems {
		if p.What.Code != "before-sections" {
			kept = append(kept, p)
		}
	}
	in.a.Checked.Problems = kept
}

// passFormer passes on what somebody writes who was let go: done tells that he was.
func (in *intake) passFormer() (done bool, err error) {
	realm, was := 0, roster.Leaver{}
	err = in.w.people.Records(in.tx, func(number int, rec roster.RealmRecord) {
		for _, l := range rec.Left {
			if roster.SameAddress(l.Mail, in.l.From) && in.at.Sub(l.At) < roster.HeardOut && !in.at.Before(l.At) {
				realm, was = number, l
			}
		}
	})
	said := secrecy.Readable(in.text)
	if err != nil || realm == 0 || !letter.Speaks(said) && !letter.AsksInSubject(in.l.Subject) {
		return false, err
	}
	in.a.Fate, in.a.Realm = PassedOn, realm
	in.text = secrecy.Loosely(said)
	if !limits.Questions.Allow(in.tx, in.at, limits.OfMail(in.l.From)) ||
		!limits.AllQuestions.Allow(in.tx, in.at, limits.TheWorld) ||
		in.l.Proof.Domain == "" && (!limits.QuestionsADay.Allow(in.tx, in.at, limits.OfMail(in.l.From)) ||
			!limits.AllQuestionsADay.Allow(in.tx, in.at, limits.TheWorld)) {
		in.a.Reason = phrase.P("question-refused")
		return true, nil
	}
	in.a.Reason = phrase.P("question-passed")
	here, _ := in.c.Realm(realm)
	t := &wording.Text{Book: wording.Words(in.w.s.Lang)}
	who := []phrase.Arg{phrase.Num("realm", realm), phrase.Str("name", here.Name), phrase.Str("player", was.Player),
		phrase.Str("from", in.l.From)}
	t.Say("former-from", append(who, phrase.Str("when", wording.Moment(t.Book, was.At.In(in.w.s.Zone))))...)
	t.Say("question-unproven")
	t.Line("")
	shown := wording.Clipped(in.text, letter.QuestionShown)
	t.Quote(shown)
	t.Line("")
	if len(shown) < len(in.text) {
		t.Say("question-cut")
	}
	p := in.passing(realm, in.l.From)
	p.Player = was.Player
	in.pass(p, phrase.P("subject.question-from", append(who, phrase.Str("subject", wording.Cut(in.l.Subject)))...), t)
	return true, nil
}

// passOn hands a question to the game master, who answers the player himself,
// and tells the player so.
func (in *intake) passOn(own []int) error {
	in.a.Fate, in.a.Realm = PassedOn, own[0]
	rec, _, err := store.GetJSON[roster.RealmRecord](in.tx.Bucket(store.RealmsBucket), store.U32(own[0]))
	if err != nil {
		return err
	}
	if !in.mayAsk() {
		in.text = secrecy.Loosely(secrecy.Readable(in.text))
		in.a.Reason = phrase.P("question-refused", phrase.Num("own", own[0]))
		return in.answerQuestion(rec)
	}
	in.text = in.unsaid(in.text, rec)
	in.a.Reason = phrase.P("question-passed", phrase.Num("own", own[0]))
	in.tellQuestion(own[0], in.asker(rec), in.text)
	return in.answerQuestion(rec)
}

// mayAsk counts one more question, and tells whether it is within the limits.
func (in *intake) mayAsk() bool {
	proven := in.l.Proof.Domain != "" || in.file.Identity != nil // with the right password: it was tried before
	return limits.Questions.Allow(in.tx, in.at, limits.OfRealm(in.a.Realm)) &&
		limits.AllQuestions.Allow(in.tx, in.at, limits.TheWorld) &&
		(proven || limits.QuestionsADay.Allow(in.tx, in.at, limits.OfRealm(in.a.Realm)) &&
			limits.AllQuestionsADay.Allow(in.tx, in.at, limits.TheWorld))
}

// tried is how many words of one question are held against the realm's password.
const tried = 8

// unsaid takes out what is or may be a password. Unlike loosely it leaves prose
// as it is, of which three words in a row may be spelt like one: such are held
// against the realm's own.
func (in *intake) unsaid(text string, rec roster.RealmRecord) string {
	left := tried
	return secrecy.Spelt.Mask(secrecy.Finder{}.Clean(secrecy.Readable(text)), func(s string) bool {
		if secrecy.Digit.MatchString(s) || left == 0 {
			return true
		}
		left--
		return in.right(in.a.Realm, rec, strings.Join(strings.Fields(strings.ReplaceAll(s, "_", " ")), ""))
	})
}

// tellQuestion queues the letter to the game master, whose answer goes to the address.
func (in *intake) tellQuestion(realm int, to, words string) {
	here, _ := in.c.Realm(realm)
	t := &wording.Text{Book: wording.Words(in.w.s.Lang)}
	who := []phrase.Arg{phrase.Num("realm", realm), phrase.Str("name", here.Name), phrase.Str("player", here.Player),
		phrase.Str("from", in.l.From)}
	t.Say("question-from", who...)
	if in.file.Identity == nil {
		t.Say("question-unproven")
	}
	if subject := wording.Cut(in.l.Subject); subject != "" {
		t.Say("question-subject", phrase.Str("subject", subject))
	}
	t.Line("")
	shown := wording.Clipped(words, letter.QuestionShown)
	t.Quote(shown)
	t.Line("")
	if len(shown) < len(words) {
		t.Say("question-cut")
	}
	for _, note := range in.l.Notes {
		if note.Code == letter.EncryptedNote {
			t.Line(letter.SayNote(t.Book, phrase.P("question-encrypted", note.Args...)))
		}
	}
	if n := len(in.l.Files); n > 0 {
		t.Say("question-files", phrase.Num("n", n))
	}
	in.pass(in.passing(realm, to),
		phrase.P("subject.question-from", append(who, phrase.Str("subject", wording.Cut(in.l.Subject)))...), t)
}

// adviseAsker tells a player what of his letter was not read, which word of ours
// he perhaps meant, and how orders are sent.
func (in *intake) adviseAsker(t *wording.Text) {
	for _, note := range in.unreadParts() {
		t.Say("question-unread", phrase.Str("note", letter.SayNote(t.Book, note)))
	}
	if in.quotesOrders() {
		t.Say("question-quoted", phrase.Num("n", in.quotedLines()))
	}
	if s, ok := letter.Meant(in.l.Subject, in.text); ok {
		t.Say("question-meant", phrase.Key("word", "word."+string(s)))
	} else {
		t.Say("question-words")
	}
	t.Say("question-advice", phrase.Num("own", in.a.Realm), in.line())
}

// answerQuestion tells the player, within the limit of answers, at the address
// the question came from, which is registered, or at the first one if machines
// are not to answer there.
func (in *intake) answerQuestion(rec roster.RealmRecord) error {
	to := in.l.From
	if !in.l.MayAnswer {
		to = rec.Mail[0]
	}
	if !in.mayAnswer(limits.Replies, in.a.Realm, to) {
		return nil
	}
	in.a.Answered = true
	here, _ := in.c.Realm(in.a.Realm)
	t := &wording.Text{Book: wording.Words(here.Lang)}
	t.Say(in.a.Reason.Code, in.a.Reason.Args...)
	in.adviseAsker(t)
	subject := t.Book.Say(phrase.P("subject."+in.a.Reason.Code, phrase.Str("world", in.w.s.Name),
		phrase.Num("turn", in.c.Turn)))
	d := outbox.Draft{Answer: true, Text: t.Body.String()}
	in.thread(&d)
	outbox.In(in.tx).AddText(outbox.Entry{OutboxRow: outbox.OutboxRow{Kind: outbox.KindReceipt, Realm: in.a.Realm,
		Turn: in.c.Turn, To: to, Subject: subject}, ToName: here.Player}, d, in.at)
	return nil
}
