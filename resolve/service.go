package resolve

import (
	"cmp"
	"fmt"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/outbox"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrecy"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// realmsServed is for how many realms of one player a letter asks at most.
const realmsServed = 5

// serve does what a letter asks of the machine itself: it brings back a token,
// or asks for a service. False: it does neither, and is to be judged as orders.
// Whatever the letter says, answers about a realm go to its registered addresses.
func (in *intake) serve(own []int) (served bool, err error) {
	if wording.Section.MatchString(in.l.Text) {
		return false, nil
	}
	if len(in.tokens) > 0 {
		if served, err := in.redeem(own); served || err != nil {
			return served, err
		}
	}
	wish, ok := letter.Wished(in.l.Subject, in.l.Text)
	switch {
	case !ok && len(own) == 0:
		if former, err := in.passFormer(); former || err != nil {
			return former, err
		}
		return in.inviteWilling()
	case !ok:
		return false, nil
	case len(own) == 0:
		return in.invite(wish, 1)
	}
	in.a.Fate, in.a.Realm = Served, own[0]
	meant := slices.DeleteFunc(slices.Clone(own), func(n int) bool { return wish.Realm != 0 && n != wish.Realm })
	if len(meant) == 0 {
		d, err := in.desk(own[0], wish)
		if err == nil && d.may() {
			d.tell("service-not-yours", phrase.P("service-not-yours", phrase.Num("realm", wish.Realm)))
		}
		return true, err
	}
	in.a.Realm = meant[0]
	for _, n := range own {
		if err := used(in.tx, n, string(wish.Service)); err != nil {
			return true, err
		}
	}
	if wish.Service == letter.Rulebooks { // the same for all of them
		meant = meant[:1]
	}
	for _, n := range meant[:min(len(meant), realmsServed)] {
		d, err := in.desk(n, wish)
		if err != nil {
			return true, err
		}
		if err := d.serve(); err != nil {
			return true, err
		}
	}
	rec, _, err := store.GetJSON[roster.RealmRecord](in.tx.Bucket(store.RealmsBucket), store.U32(meant[0]))
	if err != nil {
		return true, err
	}
	return true, in.askMaster(rec, wish.Besides(in.text))
}

// desk is where one realm is served.
type desk struct {
	*intake
	letter.Wish
	rec  roster.RealmRecord
	here game.Realm
	book *phrase.Book
	to   string // a registered address of the realm: the one that wrote, if it may be answered
}

func (in *intake) desk(number int, w letter.Wish) (*desk, error) {
	rec, found, err := store.GetJSON[roster.RealmRecord](in.tx.Bucket(store.RealmsBucket), store.U32(number))
	if err != nil {
		return nil, err
	}
	if !found || len(rec.Mail) == 0 {
		return nil, fmt.Errorf("%w: realm %d has no mail address", store.ErrDamaged, number)
	}
	here, _ := in.c.Realm(number)
	here.Player = cmp.Or(rec.Player, here.Player)
	d := &desk{intake: in, Wish: w, rec: rec, here: here, book: wording.Words(here.Lang), to: rec.Mail[0]}
	if in.l.MayAnswer && roster.Has(rec.Mail, in.l.From) {
		d.to = in.l.From
	}
	return d, nil
}

// may counts one more answer, and tells whether it is within the limits.
func (d *desk) may() bool {
	return d.mayAnswer(limits.Services, d.here.Number, d.to)
}

func (d *desk) serve() error {
	if d.Service == letter.SendsReport {
		return d.report()
	}
	if d.Service == letter.Rulebooks && !limits.ReportsAgain.Allow(d.tx, d.at, limits.OfRealm(d.here.Number)) {
		return nil
	}
	if d.Service == letter.Passwords || d.Service == letter.Pauses {
		if may, err := d.mayIssue(d.here.Number); !may || err != nil {
			return err
		}
	}
	if !d.may() {
		return nil
	}
	switch d.Service {
	case letter.Helps:
		return d.help()
	case letter.Rulebooks:
		return d.rules()
	case letter.TellsNow:
		return d.inForceNow()
	case letter.Templates:
		return d.template()
	case letter.Passwords:
		return d.ask(tokenRecord{}, "subject.password-ask", "password-ask")
	case letter.Pauses:
		return d.pause()
	case letter.SignsUp:
		d.tell("service-have-realm",
			phrase.P("service-have-realm", phrase.Num("realm", d.here.Number), phrase.Str("name", d.here.Name)))
	}
	return nil
}

// page begins a letter: whose it is, and what it says first.
func (d *desk) page(first phrase.Phrase) *wording.Text {
	t := &wording.Text{Book: d.book}
	t.Line(phrase.Capital(t.Book.Say(phrase.P("realm", d.w.called(d.here),
		phrase.Str("title", d.c.World.Title(d.here.Lang))))))
	t.Line("")
	t.Line(d.book.Say(first))
	return t
}

// until ends a letter with the deadline.
func (d *desk) until(t *wording.Text) error {
	end, err := d.w.closing(d.tx, d.c, d.here)
	t.Body.WriteString(end.text)
	return err
}

// send queues an answer.
func (d *desk) send(subject string, t *wording.Text, secret *secrecy.Sealed, files ...outbox.Attachment) {
	e := outbox.Entry{OutboxRow: outbox.OutboxRow{Kind: outbox.KindReceipt, Realm: d.here.Number, Turn: d.c.Turn,
		To: d.to,
		Subject: d.book.Say(phrase.P(subject, phrase.Str("world", d.w.s.Name), phrase.Num("turn", d.c.Turn),
			phrase.Str("token", secrecy.Hidden)))},
		ToName: d.here.Player, Secret: secret}
	draft := outbox.Draft{Answer: true, Text: t.Body.String(), Files: files}
	if roster.SameAddress(d.to, d.l.From) {
		d.thread(&draft)
	}
	outbox.In(d.tx).AddText(e, draft, d.at)
	d.a.Answered = true
}

// tell is send for a letter of one sentence.
func (d *desk) tell(subject string, what phrase.Phrase) {
	d.send("subject."+subject, d.page(what), nil)
}

// help tells what can be asked, and how orders are sent.
func (d *desk) help() error {
	t := d.page(phrase.P("help-first", phrase.Str("address", d.w.s.Address)))
	t.Line("")
	for _, s := range []letter.Service{letter.Helps, letter.Rulebooks, letter.SendsReport, letter.TellsNow,
		letter.Templates, letter.Passwords, letter.Pauses} {
		t.Say("help-row." + string(s))
	}
	t.Line("")
	t.Say("help-rules")
	t.Say("help-realms")
	if settings := adjustments(d.c.World, d.here.Number); len(settings) > 0 {
		t.Head("unused-settings")
		for _, a := range settings {
			t.Line("  " + d.w.rb.Words(d.here.Lang).Say(a.Line))
		}
	}
	t.Line("")
	t.Say("help-orders", phrase.Num("realm", d.here.Number))
	if err := d.legend(t); err != nil {
		return err
	}
	if err := d.until(t); err != nil {
		return err
	}
	d.send("subject.help", t, nil)
	return nil
}

// legend explains the reports' abbreviations and tells the prices, in a game that does.
func (d *desk) legend(t *wording.Text) error {
	w, ok := d.c.World.(game.Legender)
	if !ok {
		return nil
	}
	var legend []byte
	if err := store.Guarded(func() { legend = w.Legend(d.here.Number) }); err != nil {
		return err
	}
	if len(legend) > 0 {
		t.Line("")
		t.Body.Write(legend)
	}
	return nil
}

// template is an order file to fill in, in the letter and as a file.
func (d *desk) template() error {
	var body string
	if err := store.Guarded(func() { body = d.c.World.Template(d.here.Number) }); err != nil {
		return err
	}
	if body == "" || d.c.World.Asked().Over {
		d.tell("template", phrase.P("template-none"))
		return nil
	}
	password, how := d.book.T("template-password"), "template-how"
	if d.w.s.auth() == ByDKIM {
		password, how = "-", "template-how-bare"
	}
	body = fmt.Sprintf("$I %d %s %d\n%s", d.here.Number, password, d.c.Turn, body)
	t := d.page(phrase.P("template-first", phrase.Str("has", d.w.rb.Words(d.here.Lang).T("game-template"))))
	rec, found, err := chronicle.Sheet(d.tx, d.c.Turn, d.here.Number)
	if err != nil {
		return err
	}
	adds := false
	if err := store.Guarded(func() { adds = found && d.c.World.Check(rec.Sheet).Adds }); err != nil {
		return err
	}
	if found && !adds {
		t.Say("template-replaces")
	} else {
		t.Say("template-idle")
	}
	t.Say(how)
	t.Line("")
	d.w.markForm(t, body)
	t.Body.WriteString(body)
	d.send("subject.template", t, nil,
		outbox.Attachment{Name: d.book.T("template-file"), Type: "text/plain", Charset: outbox.Charset(d.here.Computer),
			Data: []byte(body)})
	return nil
}

// report queues a stored report once more, as a letter of its own.
func (d *desk) report() error {
	turn, first, last := d.Number, -1, -1
	for n := range d.c.Turn {
		if d.tx.Bucket(store.ReportsBucket).Get(store.Pair(n, d.here.Number)) != nil {
			if last = n; first < 0 {
				first = n
			}
		}
	}
	if !d.Given {
		turn = last
	}
	if turn < 0 || turn > 1<<30 || d.tx.Bucket(store.ReportsBucket).Get(store.Pair(turn, d.here.Number)) == nil {
		if d.may() {
			none := phrase.P("report-none", phrase.Num("turn", turn), phrase.Num("first", first),
				phrase.Num("last", last))
			if first == last {
				none = phrase.P("report-only", phrase.Num("turn", turn), phrase.Num("last", last))
			}
			d.tell("report-none", none)
		}
		return nil
	}
	if !limits.ReportsAgain.Allow(d.tx, d.at, limits.OfRealm(d.here.Number)) || !d.may() {
		return nil
	}
	e := d.w.reportEntry(d.here, turn, d.to)
	e.Subject = d.book.Say(phrase.P("subject.report-again", phrase.Str("world", d.w.s.Name), phrase.Num("turn", turn),
		phrase.Str("realm", d.here.Name)))
	ends := d.w.closing
	if turn == 0 {
		ends = d.w.welcoming
	}
	end, err := ends(d.tx, d.c, d.here)
	if err != nil {
		return err
	}
	e.Closing, e.Event, e.Told = end.text, end.event, d.rec.ToldTo(turn)
	if turn < d.c.Turn-1 {
		e.Opening = d.book.Say(phrase.P("report-old", phrase.Num("turn", turn), phrase.Num("now", d.c.Turn))) + "\n\n"
	}
	outbox.In(d.tx).Add(e, d.at)
	d.a.Answered = true
	return nil
}

// ask mails a token for what the letter wants to the registered address. Nothing
// changes before it comes back.
func (d *desk) ask(t tokenRecord, subject, first string) error {
	t.For, t.Realm, t.Mail = d.Service, d.here.Number, d.to
	secret, err := d.issue(t)
	if err != nil {
		return err
	}
	page := d.page(phrase.P(first, phrase.Num("realm", d.here.Number), phrase.Num("n", t.Turns),
		phrase.Num("until", d.c.Turn+t.Turns-1)))
	page.Line("")
	page.Say("token-answer", phrase.Num("days", int(letter.TokenLasts.Hours()/24)))
	page.Line("  " + secrecy.Hidden)
	page.Say("token-else")
	d.send(subject, page, secret)
	return nil
}

// LongestPause is for how many turns a player may be away at a time.
const LongestPause = 20

func (d *desk) pause() error {
	switch {
	case d.c.World.Asked().Over || d.here.Fallen:
		d.tell("pause", phrase.P("pause-out"))
	case !d.Given || d.Number > LongestPause:
		d.tell("pause", phrase.P("pause-how", phrase.Num("most", LongestPause)))
	case d.Number == 0:
		return d.ask(tokenRecord{}, "subject.pause-end-ask", "pause-end-ask")
	default:
		return d.ask(tokenRecord{Turns: d.Number}, "subject.pause-ask", "pause-ask")
	}
	return nil
}
