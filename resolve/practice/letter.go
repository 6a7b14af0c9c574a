package practice

import (
	"bytes"
	"cmp"
	"fmt"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/notices"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/requests"
	"weltentor/resolve/secrets"
	"weltentor/resolve/sender"
	"weltentor/resolve/turns"
	"weltentor/resolve/verdict"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// mostLetters is how many letters of a game are stored. Beyond that, receipts are left out, and nothing is sent again.
const mostLetters = 60

// columns is how wide the standings are.
const columns = 78

// receipt queues the receipt for orders. If it says why the turn waits on, they are forgotten. Then it has a code of its
// own, and orders below it: it is the letter that is answered.
func (l *lesson) receipt(said verdict.Verdict, waits string) error {
	t := l.page()
	t.Body.WriteString(said.Page(l.Lang, l.words()))
	if l.Beside != "" {
		requests.ShowUnread(t, l.Beside)
	}
	if waits != "" {
		t.Line("")
		t.Say(waits, phrase.Num("n", said.Lines.Bad))
		l.form(t, l.Ready, waits == "practice-waits")
	}
	return l.store(func(d world.Session) error {
		if l.Judged = waits == ""; !l.Judged {
			l.Orders = ""
		}
		l.Beside = ""
		if len(l.Letters) >= mostLetters || !requests.MayPractise(d, l.Mail) {
			return nil
		}
		e, subject := outbox.Message{NullSender: true}, "subject.practice-receipt"
		if waits != "" {
			subject = "subject.practice-turn"
			if err := l.newCode(d, &e); err != nil {
				return err
			}
		}
		l.queue(d, subject, t, e)
		return nil
	})
}

// newCode gives a letter the code that the next orders need.
func (l *lesson) newCode(d world.Session, e *outbox.Message) error {
	var err error
	e.Secret, l.Code, err = correspondence.Draw(d.Tx, d.World.Random())
	return err
}

// tell queues the letter with the reports of the turns that were resolved, and with what comes next: a lesson and its
// orders, or the end.
func (l *lesson) tell() error {
	if len(l.Letters) >= mostLetters && l.Orders == "" && !l.over {
		return l.store(func(world.Session) error { l.Tells = false; return nil })
	}
	reports, err := l.reports()
	if err != nil {
		return err
	}
	t := l.page()
	if l.Code == nil {
		l.begin(t)
	}
	var whole []byte
	for i, rep := range reports {
		said := strings.TrimLeft(string(rep.Summary), "\n")
		switch {
		case i < len(reports)-1:
			said = news(said)
		case l.over:
			said = withoutNeeds(said, l.words().T("letter.needs"))
		}
		t.Body.WriteString(sender.WithoutHidden(said))
		t.Line("")
		whole = append(whole, rep.Text...)
	}
	for _, says := range l.learnt {
		t.Line(sender.WithoutHidden(says))
	}
	if len(l.learnt) > 0 {
		t.Line("")
	}
	ready := ""
	if l.over {
		err = l.end(t)
	} else {
		ready, err = l.next(t)
	}
	if err != nil {
		return err
	}
	return l.store(func(d world.Session) error {
		e, subject := outbox.Message{}, "subject.practice-over"
		if l.over {
			l.joining(d, t)
			l.Code, l.Ready = nil, ""
		} else {
			if err := l.newCode(d, &e); err != nil {
				return err
			}
			l.Ready, subject = ready, "subject.practice-turn"
		}
		l.Turn, l.Over, l.Orders, l.Judged, l.Tells = l.turn, l.over, "", false, false
		file := outbox.Attachment{Name: reports[len(reports)-1].Name, Type: "text/plain", Charset: outbox.Charset(game.UTF8),
			Data: whole}
		l.queue(d, subject, t, e, file)
		return nil
	})
}

// reports are those of the turns that were resolved with the orders, or the last one.
func (l *lesson) reports() (reports []game.Report, err error) {
	for n := l.Turn; l.Orders != "" && n < l.turn; n++ {
		rep, err := turns.Report(l.world, realm, n)
		if err != nil {
			return nil, err
		}
		reports = append(reports, rep)
	}
	if len(reports) == 0 {
		rep, err := turns.Report(l.world, realm, -1)
		return []game.Report{rep}, err
	}
	return reports, nil
}

// news is a summary without its last paragraph. That says how things stand, and the next report says it again.
func news(summary string) string {
	if at := strings.LastIndex(strings.TrimRight(summary, "\n"), "\n\n"); at >= 0 {
		return summary[:at+1]
	}
	return summary
}

// withoutNeeds is a summary without the paragraph below a heading: what needs the player, who has no turn any more.
func withoutNeeds(summary, heading string) string {
	before, after, found := strings.Cut("\n"+summary, "\n"+heading+"\n")
	if !found {
		return summary
	}
	_, after, _ = strings.Cut(after, "\n\n")
	return strings.TrimLeft(before+"\n"+after, "\n")
}

// begin says what a practice game is, and how the game is won.
func (l *lesson) begin(t *wording.Text) {
	t.Say("practice-begins", phrase.Str("game", l.words().T("game")), phrase.Num("n", players.PracticeTurns),
		phrase.Num("others", players.Opponents(l.real.Rules)), phrase.Str("when", wording.Moment(t.Book,
			l.Until().In(l.real.Settings.Zone))))
	if l.real.Settings.Signup && l.real.Settings.Book != nil { // then strangers get them
		t.Say("practice-rules")
	}
	for _, aim := range l.aims {
		t.Line("")
		t.Line(sender.WithoutHidden(aim))
	}
	t.Line("")
}

// next says what to do in the next turn, with orders that a reply can bring back.
func (l *lesson) next(t *wording.Text) (ready string, err error) {
	n := l.Played + 1
	fault := l.world.Ask(realm, func(c chronicle.Current) {
		ready, err = game.Ready(l.real.Rules, c.World, c.Tables, realm, c.Turn, c.Seed, wording.Lessons(l.words(), n, l.Done))
	})
	if err = cmp.Or(fault, err); err != nil {
		return "", err
	}
	if what := wording.Lesson(l.words(), n, wording.ByLine); what != "" {
		t.Say("practice-lesson", phrase.Num("n", n), phrase.Num("of", players.PracticeTurns), phrase.Str("what", what))
		t.Line("")
	}
	l.form(t, ready, true)
	return ready, nil
}

// form adds orders that a reply can bring back, and says how. They are proposed, or the player's own.
func (l *lesson) form(t *wording.Text, ready string, proposed bool) {
	t.Say("practice-reply", phrase.Str("line", fmt.Sprintf("$I %d", realm)))
	if proposed {
		t.Say("practice-ready")
	}
	t.Line("")
	form := fmt.Sprintf("$I %d %s\n\n", realm, secrets.Hidden) + sender.WithoutHidden(ready)
	notices.MarkForm(l.real.Setup, t, form)
	t.Line(strings.TrimRight(form, "\n"))
}

// end says how it went.
func (l *lesson) end(t *wording.Text) error {
	list, err := Leaders(l.world, l.Lang, columns)
	if err != nil {
		return err
	}
	t.Say("practice-ends", phrase.Num("n", l.Played))
	t.Line("")
	t.Body.Write(bytes.Trim(list, "\n"))
	t.Line("")
	return nil
}

// joining says how one plays the real game.
func (l *lesson) joining(d world.Session, t *wording.Text) {
	own := players.Registered(d.World.Setup, d.Tx, d.Current, l.Mail)
	t.Line("")
	switch {
	case len(own) > 0:
		t.Say("practice-real")
	case d.World.Settings.Signup && !d.Current.World.Asked().Over:
		t.Say("rules-signup", phrase.Str("address", d.World.Settings.Address))
	}
	t.Say("practice-more")
}

// lost ends a game whose world is at fault, or gone.
func (l *lesson) lost() error {
	t := l.page()
	t.Say("practice-lost")
	return l.store(func(d world.Session) error {
		l.Code, l.Ready, l.Orders, l.Beside, l.Judged, l.Tells, l.Over = nil, "", "", "", false, false, true
		l.queue(d, "subject.practice-over", t, outbox.Message{})
		return nil
	})
}

// page begins a letter.
func (l *lesson) page() *wording.Text { return &wording.Text{Book: wording.Words(l.Lang)} }

func (l *lesson) words() *phrase.Book { return l.real.Rules.Words(l.Lang) }

// store changes the game in the store of the real world, with the letters about it.
func (l *lesson) store(change func(world.Session) error) error {
	return l.real.UpdateNow(l.now, func(d world.Session) error {
		if err := change(d); err != nil {
			return err
		}
		l.Save(d.Tx)
		return nil
	})
}

// queue queues a letter about the game.
func (l *lesson) queue(d world.Session, subject string, t *wording.Text, e outbox.Message, files ...outbox.Attachment) {
	e.OutboxRow = outbox.OutboxRow{Kind: outbox.KindPractice, To: l.Mail,
		Subject: t.Book.Say(phrase.P(subject, phrase.Str("world", d.World.Settings.Name), phrase.Num("n", l.Played+1),
			phrase.Num("of", players.PracticeTurns), phrase.Str("title", l.title), phrase.Str("token", secrets.Hidden)))}
	l.Letters = append(l.Letters, outbox.Open(d.Tx).AddText(e, outbox.Draft{Text: t.Body.String(), Files: files}, d.At))
}
