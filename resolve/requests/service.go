// Package requests answers letters that ask for something besides orders: words such as HELP or PAUSE, codes that come
// back, questions to the game master, letters to other players, and what the game master asks by mail. It also answers
// people without a realm who want to play or practise. Each thing that can be asked for is a row of kinds or
// masterKinds, with what may follow, who may ask, and what is done. What could do harm is done when its code comes
// back. Answers about a realm go only to its registered addresses, whatever the letter says. Begin with Serve, to which
// intake hands a sender.
package requests

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/notices"
	"weltentor/resolve/outbox"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrets"
	"weltentor/resolve/sender"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// realmsServed is the largest number of realms of one player that one letter can ask about.
const realmsServed = 5

// Serve ends the steps of a letter without a `$I` line that asks the machine itself for something: it brings back a
// code, or asks for a service. It returns nil if the letter does neither. It may be a question then, or orders without
// that line.
func Serve(s sender.Sender, meant Intent) (*world.Ending, error) {
	if wording.HasSection(s.Text) && (!meant.answers || letter.OpensSection().MatchString(s.Text)) {
		return nil, nil
	}
	if meant.Code {
		if end, err := redeem(s, meant); end != nil || err != nil {
			return end, err
		}
	}
	if end, err := declined(s, meant); end != nil || err != nil {
		return end, err
	}
	switch {
	case len(s.Own) == 0 && meant.answers, meant.Reader == letter.Writer:
		return Replies(s, meant.Answer, cmp.Or(meant.Words, s.Said()))
	case len(s.Own) == 0:
		return serveStranger(s, meant)
	case meant.Wish.Service == "":
		return nil, nil
	}
	return servePlayer(s, meant.Wish, meant.Words)
}

// serveStranger serves somebody who plays no realm.
func serveStranger(s sender.Sender, meant Intent) (*world.Ending, error) {
	if meant.Reader == letter.Players {
		return elsewhere(s, 0), nil
	}
	k := kindOf(meant.Wish.Service)
	if !k.Strangers || meant.Wish.Willing {
		if end := fromLost(s); end != nil {
			return end, nil
		}
	}
	switch meant.Reader {
	case letter.Master:
		return PassFormer(s), nil
	case letter.Nobody:
		return nil, nil
	}
	return k.Ended(ApplicantOf(s).Invite(meant.Wish, meant.Words))
}

// servePlayer serves a player who asks with a word. What else the letter says is for those whom it names. Of any other
// word nobody reads it: the answer shows it.
func servePlayer(s sender.Sender, wish letter.Wish, words string) (*world.Ending, error) {
	meant := slices.DeleteFunc(slices.Clone(s.Own), func(n int) bool { return wish.Realm != 0 && n != wish.Realm })
	if len(meant) == 0 {
		return TellPlayer(s, "service-not-yours", phrase.P("service-not-yours", phrase.Num("realm", wish.Realm)))
	}
	if wish.Service == letter.Letters {
		return writes(s, meant, wish, words)
	}
	for _, n := range s.Own {
		if err := notices.Used(s.Tx, n, string(wish.Service)); err != nil {
			return nil, err
		}
	}
	return serveRealms(s, meant, wish, words, false)
}

// serveRealms serves a player for these realms. asOrders is as in request.
func serveRealms(s sender.Sender, realms []int, wish letter.Wish, words string, asOrders bool) (*world.Ending, error) {
	k := kindOf(wish.Service)
	if k.Once || wish.Rule != "" {
		realms = realms[:1]
	}
	end := s.Served(realms[0], false)
	for _, n := range realms[:min(len(realms), realmsServed)] {
		r, err := requestOf(s, n, wish)
		if err != nil {
			return nil, err
		}
		r.asOrders, r.unread = asOrders, words
		did, err := r.serve()
		if err != nil {
			return nil, err
		}
		end.Answered, end.Acts = end.Answered || did, end.Acts || did && r.acts()
	}
	return k.Ended(end, nil)
}

// ServeProven serves a letter that proves its sender as orders do. For some requests that proof is enough (kind.Proof).
// Anything else is answered as in any letter.
func ServeProven(s sender.Sender, realm int, wish letter.Wish, words string) (*world.Ending, error) {
	r, err := requestOf(s, realm, wish)
	if err != nil {
		return nil, err
	}
	if wish.Realm != 0 && wish.Realm != realm { // it proves one realm and asks about another, and does nothing for either
		may := r.may()
		if may {
			r.tell("service-other", phrase.P("service-other", phrase.Num("proven", realm), phrase.Num("realm", wish.Realm)))
		}
		return s.Served(realm, may), nil
	}
	if err := notices.Used(s.Tx, realm, string(wish.Service)); err != nil {
		return nil, err
	}
	if wish.Service == letter.Letters {
		return r.sends(words)
	}
	return serveRealms(s, []int{realm}, wish, words, true)
}

// TellPlayer answers a player in one sentence, within the limit of services.
func TellPlayer(s sender.Sender, subject string, what phrase.Phrase) (*world.Ending, error) {
	return tellPlayer(s, subject, what, "")
}

// tellPlayer is TellPlayer, with the words that nobody has read.
func tellPlayer(s sender.Sender, subject string, what phrase.Phrase, unread string) (*world.Ending, error) {
	r, err := requestOf(s, s.Own[0], letter.Wish{})
	if err != nil || !r.may() {
		return s.Served(s.Own[0], false), err
	}
	r.unread = unread
	r.tell(subject, what)
	return s.Served(s.Own[0], true), nil
}

// request is a request for a service: its sender, what they want, and the realm it is for. Its answer is sent if that
// is within the limits.
type request struct {
	world.Session
	from sender.Sender
	letter.Wish
	kind kind // of the wish, if it asks for anything
	rec  roster.RealmRecord
	here game.Realm
	book *phrase.Book
	to   string // a registered address of the realm: the sender's, if it may be answered
	// the letter is from the substitute, whose address and password are in rec
	stands bool
	// the letter proves its sender as orders do
	asOrders bool
	unread   string          // what else the letter says: the answer shows it, since nobody reads it
	before   []phrase.Phrase // said before the first sentence of the answer
}

// requestOf returns what the writer of a letter asks for a realm.
func requestOf(s sender.Sender, number int, w letter.Wish) (request, error) {
	rec, found := roster.Get(s.Tx, number)
	if !found || len(rec.Mail) == 0 {
		return request{}, fmt.Errorf("%w: realm %d has no mail address", faults.ErrDamaged, number)
	}
	stands := rec.StandsIn(s.Letter.From, s.Current.Turn)
	rec = rec.As(s.Letter.From, s.Current.Turn)
	here, _ := s.Current.Realm(number)
	var before []phrase.Phrase
	if w.Read != "" {
		before = append(before, phrase.P("read-as", phrase.Str("line", w.Read)))
	}
	r := request{Session: s.Session, from: s, Wish: w, before: before, kind: kindOf(w.Service), rec: rec, here: here, book: wording.Words(here.Lang),
		to: rec.Mail[0], stands: stands}
	if s.Letter.MayAnswer && address.Contains(rec.Mail, s.Letter.From) {
		r.to = s.Letter.From
	}
	return r, nil
}

// ofPlayer returns a request in the name of a realm's player, whoever writes, or false if nobody plays the realm.
func ofPlayer(s sender.Sender, realm int, what letter.Service) (r request, plays bool) {
	rec, _ := roster.Get(s.Tx, realm)
	here, found := s.Current.Realm(realm)
	if !found || rec.Vacant() {
		return r, false
	}
	return request{Session: s.Session, from: s, Wish: letter.Wish{Service: what}, here: here, rec: rec,
		book: wording.Words(here.Lang), to: rec.Mail[0]}, true
}

// word is the word by which limits know the service.
func (r request) word() string { return cmp.Or(string(r.Service), "none") }

// may counts one more answer, and reports whether it is within the limits.
func (r request) may() bool { return r.from.MayAnswer(limits.Services, r.word(), r.here.Number, r.to) }

// budget returns whose limit applies to this service.
func (r request) budget() limits.Whose {
	return r.from.WordBudget(limits.OfRealm(r.here.Number), r.word())
}

// mayIssue reports whether one more code of this service may be sent.
func (r request) mayIssue() bool {
	return correspondence.MayIssue(r.Tx, correspondence.Token{For: r.Service, Realm: r.here.Number, Mail: r.to,
		Proven: r.from.Proved()}, r.At)
}

// serve answers a request within the limits: it tells the player what they asked for, does what is proven enough, or
// mails a code.
func (r request) serve() (answered bool, err error) {
	large, coded := r.kind.Large, r.kind.Coded
	switch {
	case large != nil && large(r) && !limits.ReportsAgain.Allow(r.Tx, r.At, r.budget()),
		coded != nil && coded(r) && !r.enough() && !r.mayIssue(), !r.may():
		return false, nil
	case r.stands && r.kind.Players:
		r.tell("substitute", phrase.P("substitute-not"))
		return true, nil
	case r.Rule != "":
		return true, r.rule()
	case r.kind.Answer != nil:
		return r.kind.Answer(r)
	case r.hindered():
		return true, nil
	}
	switch q, err := r.kind.Asks(r); {
	case q == nil || err != nil:
		return true, err
	case r.enough():
		end, err := r.kind.Deed(r, correspondence.With(correspondence.Token{}, q.args))
		return err == nil && end.Answered, err
	default:
		return true, r.ask(*q)
	}
}

// hindered answers a request that cannot be fulfilled now, and reports whether that is so.
func (r request) hindered() bool {
	if r.kind.Hinders == nil {
		return false
	}
	why := r.kind.Hinders(r)
	if why.Code != "" {
		r.tell(r.kind.About, why)
	}
	return why.Code != ""
}

// acts reports whether what is asked for is done at once, and not only answered or confirmed first.
func (r request) acts() bool {
	return r.kind.Asks != nil && r.enough() && !(r.stands && r.kind.Players)
}

// ask mails a token for what the letter wants to the registered address. Nothing changes before it comes back.
func (r request) ask(q question) error {
	t := correspondence.With(correspondence.Token{For: r.Service, Realm: r.here.Number, Mail: r.to,
		Proven: r.from.Proved()}, q.args)
	secret, _, err := correspondence.Issue(r.Tx, r.World.Random(), t, r.At)
	if err != nil {
		return err
	}
	q.first.Args = append(q.first.Args, phrase.Num("realm", r.here.Number), phrase.Num("turn", r.Current.Turn))
	page := r.page(q.first)
	for _, p := range q.more {
		page.Line(letter.SayNote(r.book, p))
	}
	if page.Line(""); q.quote != "" {
		quoteLetter(page, q.quote)
		page.Line("")
	}
	page.Say(cmp.Or(q.answer, "token-answer"), notices.TokenDays())
	page.Line("  " + secrets.Hidden)
	page.Say("token-else")
	if !r.mayIssue() {
		page.Say("codes-last")
	}
	r.send(q.subject, page, secret)
	return nil
}

// page begins a letter: with the realm it is for, and its first sentence.
func (r request) page(first phrase.Phrase) *wording.Text {
	t := &wording.Text{Book: r.book}
	t.Line(phrase.Capital(t.Book.Say(phrase.P("realm", notices.Called(r.World.Setup, r.here),
		phrase.Str("title", r.Current.World.Title(r.here.Lang))))))
	t.Line("")
	for _, p := range append(slices.Clip(r.before), first) {
		t.Line(r.book.Say(p))
	}
	return t
}

// until ends a letter with the deadline.
func (r request) until(t *wording.Text) error {
	end, err := notices.Closing(r.Session, r.here)
	t.Body.WriteString(end.Text)
	return err
}

// send queues an answer.
func (r request) send(subject string, t *wording.Text, secret *secrets.Sealed, files ...outbox.Attachment) {
	r.queue(subject, t, outbox.Message{Secret: secret}, outbox.Draft{Files: files})
}

// queue is send for a letter with more properties. It returns the letter's number.
func (r request) queue(subject string, t *wording.Text, e outbox.Message, draft outbox.Draft) uint64 {
	e.Kind, e.Realm, e.To, e.ToName = outbox.KindReceipt, r.here.Number, r.to, sender.ToName(r.Session, r.here, r.to)
	t.Body.WriteString(r.besides() + r.lastOfHour())
	return r.from.Send(e, phrase.P(subject), t, draft)
}

// besides shows what the letter says beside its word, which nobody has read.
func (r request) besides() string {
	t := &wording.Text{Book: r.book}
	switch {
	case r.unread != "":
		ShowUnread(t, r.from.Unsaid(r.unread, r.here.Number, r.rec))
	case r.from.Has(letter.BelowHead) && strings.TrimSpace(r.from.Text) == "":
		t.Line("")
		t.Say("besides-below", phrase.Num("n", r.from.QuotedLines()))
	}
	return t.Body.String()
}

// ShowUnread shows words that nobody has read.
func ShowUnread(t *wording.Text, words string) {
	t.Line("")
	t.Say("besides-unread")
	t.Line("")
	quoteLetter(t, sender.WithoutHidden(words))
}

// lastOfHour says, in an answer that is within the limits, that it is the last one in this hour.
func (r request) lastOfHour() string {
	last := r.from.LastService(r.here.Number, r.word())
	switch {
	case last && r.Service == letter.Letters:
		return r.book.T("letters-last") + "\n"
	case last:
		return r.book.T("services-last") + "\n"
	case r.kind.Large != nil && limits.ReportsAgain.Counted(r.Tx, r.At, r.budget()) == limits.ReportsAgain.Most():
		return r.book.T("reports-last") + "\n"
	}
	return ""
}

// tell sends an answer of one sentence.
func (r request) tell(subject string, what phrase.Phrase) {
	r.send("subject."+subject, r.page(what), nil)
}

// tellsMaster sends the game master a sentence about the realm's player. Its subject and itself have the realm as an
// argument.
func (r request) tellsMaster(subject, code string, more ...phrase.Arg) {
	book, realm := wording.Words(r.World.Settings.Lang), phrase.Num("realm", r.here.Number)
	r.World.ToMaster.Tell(r.Tx, outbox.Notice{At: r.At, Turn: r.Current.Turn, Names: []int{r.here.Number},
		Subject: book.Say(phrase.P(subject, phrase.Str("world", r.World.Settings.Name), realm)),
		Text:    book.Say(phrase.P(code, append(more, realm, phrase.Str("name", r.here.Name))...)) + "\n"})
}
