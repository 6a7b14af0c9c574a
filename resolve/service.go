package resolve

import (
	"cmp"
	"fmt"
	"slices"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

// realmsServed is for how many realms of one player a letter asks at most.
const realmsServed = 5

// serve does what a letter asks of the machine itself: it brings back a token,
// or asks for a service. False: it does neither, and is to be judged as orders.
// Whatever the letter says, answers about a realm go to its registered addresses.
func (in *intake) serve(own []int) (served bool, err error) {
	if section.MatchString(in.l.Text) {
		return false, nil
	}
	if len(in.tokens) > 0 {
		if served, err := in.redeem(own); served || err != nil {
			return served, err
		}
	}
	wish, ok := wished(in.l.Subject, in.l.Text)
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
	meant := slices.DeleteFunc(slices.Clone(own), func(n int) bool { return wish.realm != 0 && n != wish.realm })
	if len(meant) == 0 {
		d, err := in.desk(own[0], wish)
		if err == nil && d.may() {
			d.tell("service-not-yours", phrase.P("service-not-yours", phrase.Num("realm", wish.realm)))
		}
		return true, err
	}
	in.a.Realm = meant[0]
	for _, n := range own {
		if err := used(in.tx, n, string(wish.service)); err != nil {
			return true, err
		}
	}
	if wish.service == rulebooks { // the same for all of them
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
	rec, _, err := getJSON[realmRecord](in.tx.Bucket(realmsBucket), u32(meant[0]))
	if err != nil {
		return true, err
	}
	return true, in.askMaster(rec, wish.besides(in.text))
}

// desk is where one realm is served.
type desk struct {
	*intake
	wish
	rec  realmRecord
	here game.Realm
	book *phrase.Book
	to   string // a registered address of the realm: the one that wrote, if it may be answered
}

func (in *intake) desk(number int, w wish) (*desk, error) {
	rec, found, err := getJSON[realmRecord](in.tx.Bucket(realmsBucket), u32(number))
	if err != nil {
		return nil, err
	}
	if !found || len(rec.Mail) == 0 {
		return nil, fmt.Errorf("%w: realm %d has no mail address", ErrDamaged, number)
	}
	here, _ := in.c.realm(number)
	here.Player = cmp.Or(rec.Player, here.Player)
	d := &desk{intake: in, wish: w, rec: rec, here: here, book: Words(here.Lang), to: rec.Mail[0]}
	if in.l.MayAnswer && has(rec.Mail, in.l.From) {
		d.to = in.l.From
	}
	return d, nil
}

// may counts one more answer, and tells whether it is within the limits.
func (d *desk) may() bool {
	return d.mayAnswer(services, d.here.Number, d.to)
}

func (d *desk) serve() error {
	if d.service == sendsReport {
		return d.report()
	}
	if d.service == rulebooks && !reportsAgain.allow(d.tx, d.at, ofRealm(d.here.Number)) {
		return nil
	}
	if d.service == passwords || d.service == pauses {
		if may, err := d.mayIssue(d.here.Number); !may || err != nil {
			return err
		}
	}
	if !d.may() {
		return nil
	}
	switch d.service {
	case helps:
		return d.help()
	case rulebooks:
		return d.rules()
	case tellsNow:
		return d.inForceNow()
	case templates:
		return d.template()
	case passwords:
		return d.ask(tokenRecord{}, "subject.password-ask", "password-ask")
	case pauses:
		return d.pause()
	case signsUp:
		d.tell("service-have-realm", phrase.P("service-have-realm", phrase.Num("realm", d.here.Number), phrase.Str("name", d.here.Name)))
	}
	return nil
}

// page begins a letter: whose it is, and what it says first.
func (d *desk) page(first phrase.Phrase) *text {
	t := &text{book: d.book}
	t.line(phrase.Capital(t.book.Say(phrase.P("realm", d.w.called(d.here), phrase.Str("title", d.c.world.Title(d.here.Lang))))))
	t.line("")
	t.line(d.book.Say(first))
	return t
}

// until ends a letter with the deadline.
func (d *desk) until(t *text) error {
	end, err := d.w.closing(d.tx, d.c, d.here)
	t.b.WriteString(end.text)
	return err
}

// send queues an answer.
func (d *desk) send(subject string, t *text, secret *sealed, files ...Attachment) {
	e := entry{OutboxRow: OutboxRow{Kind: kindReceipt, Realm: d.here.Number, Turn: d.c.turn, To: d.to,
		Subject: d.book.Say(phrase.P(subject, phrase.Str("world", d.w.s.Name), phrase.Num("turn", d.c.turn), phrase.Str("token", hidden)))},
		ToName: d.here.Player, Secret: secret}
	draft := Draft{Answer: true, Text: t.b.String(), Files: files}
	if sameAddress(d.to, d.l.From) {
		d.thread(&draft)
	}
	outboxIn(d.tx).addText(e, draft, d.at)
	d.a.Answered = true
}

// tell is send for a letter of one sentence.
func (d *desk) tell(subject string, what phrase.Phrase) {
	d.send("subject."+subject, d.page(what), nil)
}

// help tells what can be asked, and how orders are sent.
func (d *desk) help() error {
	t := d.page(phrase.P("help-first", phrase.Str("address", d.w.s.Address)))
	t.line("")
	for _, s := range []service{helps, rulebooks, sendsReport, tellsNow, templates, passwords, pauses} {
		t.say("help-row." + string(s))
	}
	t.line("")
	t.say("help-rules")
	t.say("help-realms")
	t.line("")
	t.say("help-orders", phrase.Num("realm", d.here.Number))
	if settings := adjustments(d.c.world, d.here.Number); len(settings) > 0 {
		t.head("unused-settings")
		for _, a := range settings {
			t.line("  " + d.w.rb.Words(d.here.Lang).Say(a.Line))
		}
	}
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
func (d *desk) legend(t *text) error {
	w, ok := d.c.world.(game.Legender)
	if !ok {
		return nil
	}
	var legend []byte
	if err := guarded(func() { legend = w.Legend(d.here.Number) }); err != nil {
		return err
	}
	if len(legend) > 0 {
		t.line("")
		t.b.Write(legend)
	}
	return nil
}

// template is an order file to fill in, in the letter and as a file.
func (d *desk) template() error {
	var body string
	if err := guarded(func() { body = d.c.world.Template(d.here.Number) }); err != nil {
		return err
	}
	if body == "" || d.c.world.Asked().Over {
		d.tell("template", phrase.P("template-none"))
		return nil
	}
	password, how := d.book.T("template-password"), "template-how"
	if d.w.s.auth() == ByDKIM {
		password, how = "-", "template-how-bare"
	}
	body = fmt.Sprintf("$I %d %s %d\n%s", d.here.Number, password, d.c.turn, body)
	t := d.page(phrase.P("template-first", phrase.Str("has", d.w.rb.Words(d.here.Lang).T("game-template"))))
	rec, found, err := sheet(d.tx, d.c.turn, d.here.Number)
	if err != nil {
		return err
	}
	adds := false
	if err := guarded(func() { adds = found && d.c.world.Check(rec.Sheet).Adds }); err != nil {
		return err
	}
	if found && !adds {
		t.say("template-replaces")
	} else {
		t.say("template-idle")
	}
	t.say(how)
	t.line("")
	d.w.markForm(t, body)
	t.b.WriteString(body)
	d.send("subject.template", t, nil, Attachment{Name: d.book.T("template-file"), Type: "text/plain", Charset: charset(d.here.Computer), Data: []byte(body)})
	return nil
}

// report queues a stored report once more, as a letter of its own.
func (d *desk) report() error {
	turn, first, last := d.number, -1, -1
	for n := range d.c.turn {
		if d.tx.Bucket(reportsBucket).Get(pair(n, d.here.Number)) != nil {
			if last = n; first < 0 {
				first = n
			}
		}
	}
	if !d.given {
		turn = last
	}
	if turn < 0 || turn > 1<<30 || d.tx.Bucket(reportsBucket).Get(pair(turn, d.here.Number)) == nil {
		if d.may() {
			none := phrase.P("report-none", phrase.Num("turn", turn), phrase.Num("first", first), phrase.Num("last", last))
			if first == last {
				none = phrase.P("report-only", phrase.Num("turn", turn), phrase.Num("last", last))
			}
			d.tell("report-none", none)
		}
		return nil
	}
	if !reportsAgain.allow(d.tx, d.at, ofRealm(d.here.Number)) || !d.may() {
		return nil
	}
	e := d.w.reportEntry(d.here, turn, d.to)
	e.Subject = d.book.Say(phrase.P("subject.report-again", phrase.Str("world", d.w.s.Name), phrase.Num("turn", turn), phrase.Str("realm", d.here.Name)))
	ends := d.w.closing
	if turn == 0 {
		ends = d.w.welcoming
	}
	end, err := ends(d.tx, d.c, d.here)
	if err != nil {
		return err
	}
	e.Closing, e.Event, e.Told = end.text, end.event, d.rec.toldTo(turn)
	if turn < d.c.turn-1 {
		e.Opening = d.book.Say(phrase.P("report-old", phrase.Num("turn", turn), phrase.Num("now", d.c.turn))) + "\n\n"
	}
	outboxIn(d.tx).add(e, d.at)
	d.a.Answered = true
	return nil
}

// ask mails a token for what the letter wants to the registered address. Nothing
// changes before it comes back.
func (d *desk) ask(t tokenRecord, subject, first string) error {
	t.For, t.Realm, t.Mail = d.service, d.here.Number, d.to
	secret, err := d.issue(t)
	if err != nil {
		return err
	}
	page := d.page(phrase.P(first, phrase.Num("realm", d.here.Number), phrase.Num("n", t.Turns), phrase.Num("until", d.c.turn+t.Turns-1)))
	page.line("")
	page.say("token-answer", phrase.Num("days", int(tokenLasts.Hours()/24)))
	page.line("  " + hidden)
	page.say("token-else")
	d.send(subject, page, secret)
	return nil
}

// LongestPause is for how many turns a player may be away at a time.
const LongestPause = 20

func (d *desk) pause() error {
	switch {
	case d.c.world.Asked().Over || d.here.Fallen:
		d.tell("pause", phrase.P("pause-out"))
	case !d.given || d.number > LongestPause:
		d.tell("pause", phrase.P("pause-how", phrase.Num("most", LongestPause)))
	case d.number == 0:
		return d.ask(tokenRecord{}, "subject.pause-end-ask", "pause-end-ask")
	default:
		return d.ask(tokenRecord{Turns: d.number}, "subject.pause-ask", "pause-ask")
	}
	return nil
}
