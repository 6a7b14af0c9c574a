package notices

import (
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/outbox"
	"weltentor/resolve/public"
	"weltentor/resolve/roster"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// TurnsBack and PapersBack are how many turns back a letter goes with what is public, and how many newspapers back.
const TurnsBack, PapersBack = 10, 1

// PublicPage returns the page of what is public.
func PublicPage(k *world.Setup, tx *store.Tx, press public.Press, c chronicle.Current) (page public.Page, err error) {
	p := k.Schedule(tx, c)
	if !k.GoesByDeadline(c.World) { // it is only there to remind the game master
		p.Deadline = time.Time{}
	}
	return press.Page(c, p.Deadline)
}

// PressOf returns what prints the public page and the newspaper of a world.
func PressOf(k *world.Setup, tx *store.Tx, shelf *sheets.Cache) public.Press {
	p := public.Press{Tx: tx, Archive: chronicle.Archive{Rb: k.Rules, Cache: shelf}, World: k.Settings.Name,
		Zone: k.Settings.Zone, Public: k.Settings.Public, BotsHidden: k.Settings.BotsHidden,
		Map: k.Settings.Map, Signup: signupOf(k)}
	for number, rec := range k.People.Records(tx) {
		if rec.Vacant() {
			p.Vacant = append(p.Vacant, number)
		}
		if rec.Offered() && (rec.Bot == nil || !p.BotsHidden) {
			p.Free = append(p.Free, number)
		}
		if rec.Bot != nil {
			p.Bots = append(p.Bots, number)
		}
	}
	return p
}

// Paper is the newspaper of a turn that has just been resolved, for all its readers. It is empty if newspapers are not
// public.
type Paper struct {
	page public.Page
	sums map[phrase.Lang]string // its files by language; nil: it tells nothing
}

// Newspaper makes the newspaper of a turn. annals are the turn's; nil: they are read from the store.
func Newspaper(k *world.Setup, tx *store.Tx, turn int, next game.World, annals *game.Annals) (p Paper, err error) {
	if !k.Settings.Public.Has(public.Newspaper) {
		return p, nil
	}
	p.page, err = PressOf(k, tx, sheets.NewCache()).Issue(turn, next, annals)
	if err != nil || !p.page.Tells() {
		return p, err
	}
	p.sums = map[phrase.Lang]string{}
	for _, lang := range phrase.Langs {
		p.sums[lang] = store.PutFile(tx, p.page.Sheet(lang, public.Columns))
	}
	return p, nil
}

// Files are the newspaper as a file for a reader, by language and computer; none: it tells nothing.
func (p Paper) Files(r game.Realm) []outbox.Attachment {
	if p.sums == nil {
		return nil
	}
	book := wording.Words(r.Lang)
	return []outbox.Attachment{{Name: book.T("public.file"), Type: "text/plain", Charset: outbox.Charset(r.Computer),
		Sum: p.sums[book.Lang]}}
}

// signupOf is how a player joins, as the public page says it.
func signupOf(k *world.Setup) *public.Signup {
	s := &public.Signup{Open: k.Settings.Signup, Word: public.Words{}, Address: k.Settings.Address,
		Places: k.Settings.Places, Practice: k.Practises(), Bots: k.Rules.Bot() != nil, Observe: k.Observed()}
	for _, lang := range phrase.Langs {
		s.Word[lang] = wording.Words(lang).T("public.signup-word")
	}
	return s
}

// SayKept tells newcomers what the game stores about them and shows to others.
func SayKept(d world.Session, t *wording.Text) {
	k := d.World.Setup
	t.Say("about-kept")
	if founded, _ := chronicle.Founded(d.Tx); !founded.Stored { // a game that came with a state of its own has no public file
		t.Say("about-public")
	}
	if len(k.Settings.Public) > 0 {
		t.Say("public.about")
	}
	if n, late := k.Settings.Map.Late(); late {
		t.Say("public.about-late", phrase.Num("n", n))
	}
}

// Observe lets the newspaper of each turn go to an address that has proved itself. What it returns says so, and shows
// what is public now; or it says why the newspaper does not come.
func Observe(d world.Session, mail string, lang phrase.Lang) (*wording.Text, error) {
	t := &wording.Text{Book: wording.Words(lang)}
	all := roster.Observers(d.Tx)
	o, observes := roster.ObserverOf(d.Tx, mail)
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
	press := PressOf(d.World.Setup, d.Tx, d.World.Cache)
	press.Back, press.Papers = TurnsBack, PapersBack
	page, err := PublicPage(d.World.Setup, d.Tx, press, d.Current)
	t.Body.Write(page.Text(lang, game.Unbroken))
	return t, err
}

// ToObservers queues the newspaper of a turn for those who observe the game. It takes the place of the one before, once
// that has left. Whoever could not be reached with that gets no more.
func (p Paper) ToObservers(d world.Session, turn int, next game.World) error {
	if !d.World.Observed() {
		return nil
	}
	for _, o := range roster.Observers(d.Tx) {
		box := outbox.Open(d.Tx)
		if _, lost := box.Refused(o.Letter); lost {
			o.Drop(d.Tx)
			continue
		}
		if err := box.DropLeft(o.Letter); err != nil {
			return err
		}
		o.Letter = box.AddText(paperOf(d, o, turn), outbox.Draft{Text: paperText(p.page, o, next)}, d.At)
		o.Save(d.Tx)
	}
	return nil
}

// NoMorePapers tells those who observe a game that it was closed between two turns: no newspaper says so.
func NoMorePapers(d world.Session) {
	for _, o := range roster.Observers(d.Tx) {
		t := &wording.Text{Book: wording.Words(o.Lang)}
		t.Say("observe-closed", phrase.Str("world", d.World.Settings.Name))
		e := paperOf(d, o, d.Current.Turn)
		e.Subject = t.Book.Say(phrase.P("subject.observe", phrase.Str("world", d.World.Settings.Name)))
		outbox.Open(d.Tx).AddText(e, outbox.Draft{Text: t.Body.String()}, d.At)
	}
}

// paperOf is the letter that brings the newspaper. The game master does not hear if it comes back: it is no player's.
func paperOf(d world.Session, o roster.Observer, turn int) outbox.Message {
	return outbox.Message{Stranger: true, OutboxRow: outbox.OutboxRow{Kind: outbox.KindPaper, Turn: turn, To: o.Mail,
		Subject: wording.Words(o.Lang).Say(phrase.P("subject.paper", phrase.Str("world", d.World.Settings.Name),
			phrase.Num("turn", turn)))}}
}

func paperText(page public.Page, o roster.Observer, next game.World) string {
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
