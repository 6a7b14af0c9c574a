package resolve

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"weltentor/orders/phrase"
)

// answerRecord is an answer of the game master's to a letter that was passed on to
// him. A code that only his mailbox gets lets exactly this text go, once.
type answerRecord struct {
	Number uint64 `json:"number"` // of the letter
	Text   string `json:"text"`   // without passwords
}

// answerMost is how many bytes of the game master's answer are taken.
const answerMost = 64 << 10

// hear takes a letter from the game master's address. Anybody can write that address
// over a letter: so it must be proven as those of players are, and what it is to send
// to a player goes only with a code that was mailed to him. False: it is to be judged
// as anybody's: it has orders, or asks for something as a player's does.
func (in *intake) hear(own []int) (heard bool, err error) {
	key, t, coded, err := in.presented(true)
	if err != nil {
		return true, err
	}
	number := passedNumber(in.l.Subject)
	if !coded && number == 0 {
		if in.asAnybody(own) {
			return false, nil
		}
		if number, err = in.answers(); err != nil {
			return true, err
		}
	}
	in.a.Fate = FromMaster
	switch why, later := in.doubtMaster(); {
	case later:
		return true, errHeld
	case why != "":
		return true, in.tellHim(alarms, "master-unproven", phrase.Key("why", "proof."+why), phrase.Str("signer", cut(in.l.Proof.Signer)))
	case (in.l.Automatic || in.l.Marked != "") && !(coded && in.said(key)):
		return true, in.tellHim(masterAbsent, "master-automatic")
	case coded:
		return true, in.confirmed(key, t)
	case number == 0:
		return true, in.tellHim(in.asProgram(masterWords), "master-none")
	}
	p, found, err := passed(in.tx, number)
	if err != nil {
		return true, err
	}
	if !found {
		return true, in.tellHim(masterWords, "master-no-number", phrase.Num("number", int64(number)))
	}
	return true, in.draftAnswer(number, p, in.text)
}

// asProgram is the limit for an answer to words that name nothing: where he has written
// the same today it is that for automatic ones, or a program of his and the game would
// answer each other all day.
func (in *intake) asProgram(within Limit) Limit {
	words := mailedKey(0, 0, bareSubject(in.l.Subject)+"\n"+in.text)
	if masterSame.allow(in.tx, in.at, whose(fmt.Sprintf(" text %x", words))) {
		return within
	}
	return masterAbsent
}

// fromMaster tells that a letter says that it is the game master's.
func (in *intake) fromMaster() bool {
	return in.w.s.Master != "" && sameAddress(in.l.From, in.w.s.Master)
}

// asAnybody tells whether a letter from the game master's address without a number is
// one of a player or of somebody who wants to play: it has orders, asks for a service
// or brings back another code.
func (in *intake) asAnybody(own []int) bool {
	if in.file.Identity != nil || in.form != nil || section.MatchString(in.l.Text) {
		return true
	}
	if _, _, found, err := in.presented(false); found || err != nil {
		return true
	}
	wish, ok := wished(in.l.Subject, in.l.Text)
	return ok && (len(own) > 0 || in.w.s.Signup && wish.service == signsUp)
}

// answers is the number of what was passed on with the letter of ours that this one
// refers to; 0: none.
func (in *intake) answers() (uint64, error) {
	e, found, err := in.answered()
	if !found || err != nil {
		return 0, err
	}
	return e.Passed, nil
}

// answered is the letter of ours that this one answers, by its references.
func (in *intake) answered() (entry, bool, error) {
	ids := strings.Fields(in.l.References)
	slices.Reverse(ids)
	return outboxIn(in.tx).named(ids)
}

// doubtMaster is why the letter is not proven as this world asks, a code of Words under
// proof; "" if it is. Where a password would do for a player, the code stands for it.
func (in *intake) doubtMaster() (why string, later bool) {
	auth := in.w.s.auth()
	switch p := in.l.Proof; {
	case auth == ByPassword || auth == ByEither || p.Domain != "":
		return "", false
	case p.Later:
		return "", true
	case p.Why != "":
		return p.Why, false
	}
	return "unsigned", false
}

// draftAnswer shows the game master his answer and how to let it go.
func (in *intake) draftAnswer(number uint64, p passedRecord, words string) error {
	in.a.Realm = p.Realm
	rec, err := in.w.person(in.tx, p.Realm)
	if err != nil {
		return err
	}
	words = strings.TrimSpace(in.unsaid(words, rec))
	which := phrase.Num("number", int64(number))
	switch {
	case words == "":
		return in.tellHim(masterWords, "master-empty", which)
	case len(words) > answerMost:
		return in.tellHim(masterWords, "master-long", which, phrase.Num("most", answerMost>>10))
	}
	n := masterCodes.next(in.tx, in.at, theWorld)
	if n > masterCodes.Most() {
		return nil
	}
	secret, err := in.issue(tokenRecord{For: answersPlayer, Mail: in.w.s.Master, Answer: &answerRecord{number, words}})
	if err != nil {
		return err
	}
	to, err := in.addressee(p)
	if err != nil {
		return err
	}
	t := &text{book: Words(in.w.s.Lang)}
	t.say("answer-would", append(in.about(number, p), phrase.Str("to", to))...)
	t.line("")
	t.quote(withoutHidden(words))
	t.line("")
	if n := len(in.l.Files); n > 0 {
		t.say("answer-files", phrase.Num("n", n))
	}
	t.say("answer-confirm", phrase.Num("days", int(tokenLasts.Hours()/24)))
	t.line("")
	t.line("  " + hidden)
	t.line("")
	t.say("answer-else")
	in.lastWord(t, n == masterCodes.Most())
	in.sendHim(phrase.P("subject.answer-confirm", which, phrase.Str("token", hidden)), t, secret)
	return nil
}

// withoutHidden lets a text with a masked password stand beside the code, which is put
// in the place of that mask.
func withoutHidden(words string) string { return strings.ReplaceAll(words, hidden, "* * *") }

// about are the arguments that name a letter that was passed on.
func (in *intake) about(number uint64, p passedRecord) []phrase.Arg {
	return []phrase.Arg{phrase.Num("number", int64(number)), phrase.Num("realm", p.Realm), phrase.Str("player", p.Player),
		phrase.Str("subject", cmp.Or(p.Subject, "–")), in.when(Words(in.w.s.Lang), p.At)}
}

// addressee is where an answer goes: the address the player wrote from. If he has another
// by now, there; if somebody else plays the realm, still to whom it was that asked.
func (in *intake) addressee(p passedRecord) (string, error) {
	rec, err := in.w.person(in.tx, p.Realm)
	if err != nil {
		return "", err
	}
	here, _ := in.c.realm(p.Realm)
	if rec.vacant() || has(rec.Mail, p.To) || has(rec.Former, p.To) || here.Player != p.Player {
		return p.To, nil
	}
	return rec.Mail[0], nil
}

// confirmed lets the answer go whose code the letter brings back. The code is for its
// text: whoever writes another with it gets another code. A program that answers while
// he is away says the same words to each letter, so the same words need the code among
// them, not in what is quoted.
func (in *intake) confirmed(key []byte, t tokenRecord) error {
	number := t.Answer.Number
	p, found, err := passed(in.tx, number)
	if err != nil {
		return err
	}
	which := phrase.Num("number", int64(number))
	rec, err := in.w.person(in.tx, p.Realm)
	if err != nil {
		return err
	}
	in.a.Realm = p.Realm
	repeats := sameWords(in.unsaid(in.text, rec), t.Answer.Text)
	own := in.ownWords(t.Answer.Text)
	switch {
	case !t.Used.IsZero():
		return in.tellHim(masterWords, "answer-used", which, in.when(Words(in.w.s.Lang), t.Used))
	case !found || !t.open(in.at) || !sameAddress(t.Mail, in.w.s.Master):
		return in.tellHim(masterWords, "answer-past", which)
	case repeats && !in.said(key):
		return in.tellHim(masterAbsent, "answer-repeats", which)
	case !repeats && speaks(own):
		return in.draftAnswer(number, p, own)
	}
	t.Used = in.at.UTC()
	putJSON(in.tx.Bucket(tokensBucket), key, t)
	return in.sendAnswer(number, p, t.Answer.Text)
}

// ownWords is what the letter says without its codes and without the lines of the one it
// answers, which had the text in it.
func (in *intake) ownWords(answer string) string {
	theirs := map[string]bool{}
	for line := range strings.Lines(answer) {
		theirs[strings.TrimSpace(withoutHidden(line))] = true
	}
	if e, found, err := in.answered(); found && err == nil {
		if d, _, err := outboxIn(in.tx).text(e.ID); err == nil {
			for line := range strings.Lines(d.Text) {
				theirs[strings.TrimSpace(line)] = true
			}
		}
	}
	var own []string
	for line := range strings.Lines(in.text) { // in which codes are masked
		if line = strings.TrimSpace(line); !theirs[line] {
			own = append(own, strings.ReplaceAll(line, hidden, ""))
		}
	}
	return strings.Join(own, "\n")
}

// sameWords compares texts as mail programs leave them: wrapped anew, codes masked.
func sameWords(a, b string) bool {
	bare := func(s string) []string { return strings.Fields(strings.ReplaceAll(s, hidden, " ")) }
	return slices.Equal(bare(a), bare(b))
}

// sendAnswer mails the game master's answer to the player, in his conversation and in
// the charset of his computer, and tells the game master.
func (in *intake) sendAnswer(number uint64, p passedRecord, words string) error {
	to, err := in.addressee(p)
	if err != nil {
		return err
	}
	here, _ := in.c.realm(p.Realm)
	t := &text{book: Words(here.Lang)}
	if p.Subject == "" {
		t.say("answer-from-bare", phrase.Str("world", in.w.s.Name), in.when(t.book, p.At))
	} else {
		t.say("answer-from", phrase.Str("subject", p.Subject), phrase.Str("world", in.w.s.Name), in.when(t.book, p.At))
	}
	t.line("")
	for line := range strings.Lines(words) {
		t.line(printable(strings.TrimRight(line, "\r\n")))
	}
	t.line("")
	t.say("answer-back")
	subject := strings.TrimSuffix(t.book.Say(phrase.P("subject.answer-from", phrase.Str("world", in.w.s.Name), phrase.Str("subject", p.Subject))), ": ")
	d := Draft{Answer: true, Text: t.b.String(), Charset: charset(here.Computer), InReplyTo: p.MessageID, References: strings.TrimSpace(p.References + " " + p.MessageID)}
	outboxIn(in.tx).addText(entry{OutboxRow: OutboxRow{Kind: kindAnswer, Realm: p.Realm, Turn: in.c.turn, To: to, Subject: subject}, ToName: p.Player}, d, in.at)
	in.a.Realm, p.Answered = p.Realm, in.at.UTC()
	putJSON(in.tx.Bucket(passedBucket), u64(number), p)
	return in.tellHim(masterCodes, "answer-sent", append(in.about(number, p), phrase.Str("to", to))...)
}

// openShown is how many letters that nobody has answered yet he is told, and waitsShown for
// how long.
const (
	openShown  = 10
	waitsShown = 30 * day
)

// tellHim answers a letter from the game master's address, within a limit, and tells what
// works by mail. What was not done is said first.
func (in *intake) tellHim(within Limit, code string, args ...phrase.Arg) error {
	n := within.next(in.tx, in.at, "master")
	if n > within.Most() {
		return nil
	}
	t := &text{book: Words(in.w.s.Lang)}
	t.say(code, args...)
	if code != "answer-sent" {
		if err := in.masterHelp(t); err != nil {
			return err
		}
	}
	in.lastWord(t, n == within.Most())
	subject := phrase.P("subject.master")
	if code == "answer-sent" {
		subject = phrase.P("subject.answer-sent", args...)
	}
	in.sendHim(subject, t, nil)
	return nil
}

// masterHelp tells what the game master can do by mail, and which letters wait for him.
func (in *intake) masterHelp(t *text) error {
	t.line("")
	t.say("master-help", phrase.Str("address", in.w.s.Address))
	b := in.tx.Bucket(passedBucket)
	if b == nil {
		return nil
	}
	shown, c := 0, b.Cursor()
	for k, _ := c.Last(); k != nil && shown < openShown; k, _ = c.Prev() {
		p, _, err := getJSON[passedRecord](b, k)
		switch {
		case err != nil:
			return err
		case in.at.Sub(p.At) > waitsShown:
			return nil
		case !p.Answered.IsZero():
			continue
		}
		if shown++; shown == 1 {
			t.head("master-open")
		}
		t.say("master-open-row", in.about(binary.BigEndian.Uint64(k), p)...)
	}
	return nil
}

// lastWord tells that a limit is met.
func (in *intake) lastWord(t *text, met bool) {
	if met {
		t.line("")
		t.say("master-limit")
	}
}

// sendHim queues an answer to the game master. It has the null sender, as receipts have:
// nothing is to answer it by itself.
func (in *intake) sendHim(subject phrase.Phrase, t *text, secret *sealed) {
	subject.Args = append(slices.Clone(subject.Args), phrase.Str("world", in.w.s.Name))
	d := Draft{Answer: true, Text: t.b.String()}
	in.thread(&d)
	outboxIn(in.tx).addText(entry{OutboxRow: OutboxRow{Kind: kindNotice, Turn: in.c.turn, To: in.w.s.Master, Subject: t.book.Say(subject)}, Quiet: true, Secret: secret}, d, in.at)
	in.a.Answered = true
}

// unheard tells the game master of a letter from his address that was judged as
// anybody's, and of which he has heard nothing: strangers are not answered, and a wrong
// password is told to the realm's player.
func (in *intake) unheard(own []int) error {
	if len(own) > 0 || in.a.Answered && !in.alarms() {
		return nil
	}
	return in.tellHim(masterWords, "master-orders")
}
