package resolve

import (
	"regexp"
	"strings"

	"weltentor/orders/phrase"
)

// questionShown is how many characters of a question are passed on.
const questionShown = 4000

// sentence is from how many words on a text says more than a greeting.
const sentence = 6

// speaks tells whether a text says more than a greeting does.
func speaks(text string) bool {
	return len(strings.Fields(text)) >= sentence || strings.Contains(text, "?")
}

// passOn hands a question to the game master, who answers the player himself,
// and tells the player so.
func (in *intake) passOn(own []int) error {
	in.a.Fate, in.a.Realm = PassedOn, own[0]
	rec, _, err := getJSON[realmRecord](in.tx.Bucket(realmsBucket), u32(own[0]))
	if err != nil {
		return err
	}
	if !in.mayAsk() {
		in.text = loosely(readable(in.text))
		in.a.Reason = phrase.P("question-refused", phrase.Num("own", own[0]))
		return in.answerQuestion(rec)
	}
	in.text = in.unsaid(in.text, rec)
	in.a.Reason = phrase.P("question-passed", phrase.Num("own", own[0]))
	in.tellQuestion(own, in.asker(rec))
	return in.answerQuestion(rec)
}

// mayAsk counts one more question, and tells whether it is within the limits.
func (in *intake) mayAsk() bool {
	return questions.allow(in.tx, in.at, ofRealm(in.a.Realm)) && allQuestions.allow(in.tx, in.at, theWorld)
}

// digit is what nearly all of our passwords have and hardly any other text that
// is spelt like one.
var digit = regexp.MustCompile(`[2-9]`)

// tried is how many words of one question are held against the realm's password.
const tried = 8

// unsaid takes out what is or may be a password. Unlike loosely it leaves prose
// as it is, of which three words in a row may be spelt like one: such are held
// against the realm's own.
func (in *intake) unsaid(text string, rec realmRecord) string {
	left := tried
	return spelt.mask(secrets{}.clean(readable(text)), func(s string) bool {
		if digit.MatchString(s) || left == 0 {
			return true
		}
		left--
		return in.right(in.a.Realm, rec, strings.Join(strings.Fields(strings.ReplaceAll(s, "_", " ")), ""))
	})
}

// tellQuestion queues the letter to the game master, whose answer goes to the address.
func (in *intake) tellQuestion(own []int, to string) {
	here, _ := in.c.realm(own[0])
	t := &text{book: Words(in.w.s.Lang)}
	who := []phrase.Arg{phrase.Num("realm", own[0]), phrase.Str("name", here.Name), phrase.Str("player", here.Player), phrase.Str("from", in.l.From)}
	t.say("question-from", who...)
	if in.file.Identity == nil {
		t.say("question-unproven")
	}
	if subject := cut(in.l.Subject); subject != "" {
		t.say("question-subject", phrase.Str("subject", subject))
	}
	t.line("")
	shown := clipped(in.text, questionShown)
	t.quote(shown)
	t.line("")
	if len(shown) < len(in.text) {
		t.say("question-cut")
	}
	for _, note := range in.l.Notes {
		if note.Code == encryptedNote {
			t.line(SayNote(t.book, phrase.P("question-encrypted", note.Args...)))
		}
	}
	if n := len(in.l.Files); n > 0 {
		t.say("question-files", phrase.Num("n", n))
	}
	in.pass(in.passing(own[0], to), phrase.P("subject.question-from", append(who, phrase.Str("subject", cut(in.l.Subject)))...), t)
}

// adviseAsker tells a player what of his letter was not read, which word of ours
// he perhaps meant, and how orders are sent.
func (in *intake) adviseAsker(t *text) {
	for _, note := range in.unreadParts() {
		t.say("question-unread", phrase.Str("note", SayNote(t.book, note)))
	}
	if in.quotesOrders() {
		t.say("question-quoted", phrase.Num("n", in.quotedLines()))
	}
	if s, ok := meant(in.l.Subject, in.text); ok {
		t.say("question-meant", phrase.Key("word", "word."+string(s)))
	} else {
		t.say("question-words")
	}
	t.say("question-advice", phrase.Num("own", in.a.Realm), in.line())
}

// answerQuestion tells the player, within the limit of answers, at the address
// the question came from, which is registered, or at the first one if machines
// are not to answer there.
func (in *intake) answerQuestion(rec realmRecord) error {
	to := in.l.From
	if !in.l.MayAnswer {
		to = rec.Mail[0]
	}
	if !in.mayAnswer(replies, in.a.Realm, to) {
		return nil
	}
	in.a.Answered = true
	here, _ := in.c.realm(in.a.Realm)
	t := &text{book: Words(here.Lang)}
	t.say(in.a.Reason.Code, in.a.Reason.Args...)
	in.adviseAsker(t)
	subject := t.book.Say(phrase.P("subject."+in.a.Reason.Code, phrase.Str("world", in.w.s.Name), phrase.Num("turn", in.c.turn)))
	d := Draft{Answer: true, Text: t.b.String()}
	in.thread(&d)
	outboxIn(in.tx).addText(entry{OutboxRow: OutboxRow{Kind: kindReceipt, Realm: in.a.Realm, Turn: in.c.turn, To: to, Subject: subject}, ToName: here.Player}, d, in.at)
	return nil
}
