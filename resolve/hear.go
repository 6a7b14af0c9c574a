package resolve

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrecy"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
)

// hear takes a letter from the game master's address. Anybody can write that address
// over a letter: so it must be proven as those of players are, and what it is to send
// to a player goes only with a code that was mailed to him. False: it is to be judged
// as anybody's: it has orders, or asks for something as a player's does.
func (in *intake) hear(own []int) (heard bool, err error) {
	key, t, coded, err := in.presented(true)
	if err != nil {
		return true, err
	}
	number := letter.PassedNumber(in.l.Subject)
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
		return true, in.tellHim(limits.Alarms, "master-unproven", phrase.Key("why", "proof."+why),
			phrase.Str("signer", wording.Cut(in.l.Proof.Signer)))
	case (in.l.Automatic || in.l.Marked != "") && !(coded && in.said(key)):
		return true, in.tellHim(limits.MasterAbsent, "master-automatic")
	case coded:
		return true, in.confirmed(key, t)
	case number == 0:
		return true, in.tellHim(in.asProgram(limits.MasterWords), "master-none")
	}
	p, found, err := passed(in.tx, number)
	if err != nil {
		return true, err
	}
	if !found {
		return true, in.tellHim(limits.MasterWords, "master-no-number", phrase.Num("number", int64(number)))
	}
	return true, in.draftAnswer(number, p, in.text)
}

// asProgram is the limit for an answer to words that name nothing: where he has written
// the same today it is that for automatic ones, or a program of his and the game would
// answer each other all day.
func (in *intake) asProgram(within limits.Limit) limits.Limit {
	words := mailedKey(0, 0, letter.BareSubject(in.l.Subject)+"\n"+in.text)
	if limits.MasterSame.Allow(in.tx, in.at, limits.Whose(fmt.Sprintf(" text %x", words))) {
		return within
	}
	return limits.MasterAbsent
}

// isMaster tells that an address is the game master's.
func (k *clerk) isMaster(mail string) bool {
	return k.s.Master != "" && roster.SameAddress(mail, k.s.Master)
}

// asAnybody tells whether a letter from the game master's address without a number is
// one of a player or of somebody who wants to play: it has orders, asks for a service
// or brings back another code.
func (in *intake) asAnybody(own []int) bool {
	if in.file.Identity != nil || in.form != nil || wording.Section.MatchString(in.l.Text) {
		return true
	}
	if _, _, found, err := in.presented(false); found || err != nil {
		return true
	}
	wish, ok := letter.Wished(in.l.Subject, in.l.Text)
	return ok && (len(own) > 0 || in.w.s.Signup && wish.Service == letter.SignsUp)
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
func (in *intake) answered() (outbox.Entry, bool, error) {
	ids := strings.Fields(in.l.References)
	slices.Reverse(ids)
	return outbox.In(in.tx).Named(ids)
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

// openShown is how many letters that nobody has answered yet he is told, and waitsShown for
// how long.
const (
	openShown  = 10
	waitsShown = 30 * limits.Day
)

// tellHim answers a letter from the game master's address, within a limit, and tells what
// works by mail. What was not done is said first.
func (in *intake) tellHim(within limits.Limit, code string, args ...phrase.Arg) error {
	n := within.Count(in.tx, in.at, "master")
	if n > within.Most() {
		return nil
	}
	t := &wording.Text{Book: wording.Words(in.w.s.Lang)}
	t.Say(code, args...)
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
func (in *intake) masterHelp(t *wording.Text) error {
	t.Line("")
	t.Say("master-help", phrase.Str("address", in.w.s.Address))
	b := in.tx.Bucket(passedBucket)
	if b == nil {
		return nil
	}
	shown, c := 0, b.Cursor()
	for k, _ := c.Last(); k != nil && shown < openShown; k, _ = c.Prev() {
		p, _, err := store.GetJSON[passedRecord](b, k)
		switch {
		case err != nil:
			return err
		case in.at.Sub(p.At) > waitsShown:
			return nil
		case !p.Answered.IsZero():
			continue
		}
		if shown++; shown == 1 {
			t.Head("master-open")
		}
		t.Say("master-open-row", in.about(binary.BigEndian.Uint64(k), p)...)
	}
	return nil
}

// lastWord tells that a limit is met.
func (in *intake) lastWord(t *wording.Text, met bool) {
	if met {
		t.Line("")
		t.Say("master-limit")
	}
}

// sendHim queues an answer to the game master. It has the null sender, as receipts have:
// nothing is to answer it by itself.
func (in *intake) sendHim(subject phrase.Phrase, t *wording.Text, secret *secrecy.Sealed) {
	subject.Args = append(slices.Clone(subject.Args), phrase.Str("world", in.w.s.Name))
	d := outbox.Draft{Answer: true, Text: t.Body.String()}
	in.thread(&d)
	outbox.In(in.tx).AddText(outbox.Entry{OutboxRow: outbox.OutboxRow{Kind: outbox.KindNotice, Turn: in.c.Turn,
		To: in.w.s.Master, Subject: t.Book.Say(subject)}, Quiet: true, Secret: secret}, d, in.at)
	in.a.Answered = true
}

// unheard tells the game master of a letter from his address that was judged as
// anybody's, and of which he has heard nothing: strangers are not answered, and a wrong
// password is told to the realm's player.
func (in *intake) unheard(own []int) error {
	if len(own) > 0 || in.a.Answered && !in.alarms() {
		return nil
	}
	return in.tellHim(limits.MasterWords, "master-orders")
}
