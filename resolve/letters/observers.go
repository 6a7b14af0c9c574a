package letters

import (
	"weltentor/orders/phrase"
	"weltentor/resolve/outbox"
	"weltentor/resolve/public"
	"weltentor/resolve/signup"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// Observe lets the newspaper of each turn go to an address that has proved itself. What it returns says so, and shows
// what is public now; or it says why the newspaper does not come.
func Observe(d world.Session, mail string, lang phrase.Lang) (*wording.Text, error) {
	t := &wording.Text{Book: wording.Words(lang)}
	all := signup.Observers(d.Tx)
	o, observes := signup.ObserverOf(d.Tx, mail)
	switch most := d.World.Settings.Observers; {
	case !d.World.Observed():
		t.Say("observe-none")
		return t, nil
	case !observes && len(all) >= most:
		t.Say("observe-full", phrase.Num("n", most))
		return t, nil
	case !observes:
		o.Since = d.At.UTC()
	}
	o.Mail, o.Lang = mail, lang
	o.Save(d.Tx)
	t.Say("observe-begun", phrase.Str("world", d.World.Settings.Name))
	t.Say("observe-end")
	t.Line("")
	press := PressOf(d.World.Setup, d.Tx, d.World.Shelf)
	press.Back, press.Papers = TurnsBack, PapersBack
	page, err := PublicPage(d.World.Setup, d.Tx, press, d.Current)
	t.Body.Write(page.Text(lang, game.Unbroken))
	return t, err
}

// ToObservers queues the newspaper of a turn that has just been resolved for those who observe the game. It takes the
// place of the one before, once that has left. Whoever could not be reached with that gets no more.
func ToObservers(d world.Session, turn int, next game.World) error {
	all := signup.Observers(d.Tx)
	if len(all) == 0 || !d.World.Observed() {
		return nil
	}
	page, err := issue(d.World.Setup, d.Tx, turn, next)
	if err != nil {
		return err
	}
	for _, o := range all {
		box := outbox.In(d.Tx)
		_, lost := box.Refused(o.Letter)
		switch {
		case lost:
			o.Drop(d.Tx)
			continue
		}
		if err := box.DropLeft(o.Letter); err != nil {
			return err
		}
		o.Letter = box.AddText(paperOf(d, o, turn), outbox.Draft{Text: paperText(page, o, next)}, d.At)
		o.Save(d.Tx)
	}
	return nil
}

// NoMorePapers tells those who observe a game that it was closed between two turns: no newspaper says so.
func NoMorePapers(d world.Session) {
	for _, o := range signup.Observers(d.Tx) {
		t := &wording.Text{Book: wording.Words(o.Lang)}
		t.Say("observe-closed", phrase.Str("world", d.World.Settings.Name))
		e := paperOf(d, o, d.Current.Turn)
		e.Subject = t.Book.Say(phrase.P("subject.observe", phrase.Str("world", d.World.Settings.Name)))
		outbox.In(d.Tx).AddText(e, outbox.Draft{Text: t.Body.String()}, d.At)
	}
}

// paperOf is the letter that brings the newspaper. The game master does not hear if it comes back: it is no player's.
func paperOf(d world.Session, o signup.Observer, turn int) outbox.Entry {
	return outbox.Entry{Stranger: true, OutboxRow: outbox.OutboxRow{Kind: outbox.KindPaper, Turn: turn, To: o.Mail,
		Subject: wording.Words(o.Lang).Say(phrase.P("subject.paper", phrase.Str("world", d.World.Settings.Name),
			phrase.Num("turn", turn)))}}
}

func paperText(page public.Page, o signup.Observer, next game.World) string {
	t := &wording.Text{Book: wording.Words(o.Lang)}
	t.Body.Write(page.Sheet(o.Lang, game.Unbroken))
	t.Line("")
	if next.Asked().Over {
		t.Say("observe-over")
	} else {
		t.Say("observe-end")
	}
	return t.Body.String()
}
