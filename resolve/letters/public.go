package letters

import (
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/outbox"
	"weltentor/resolve/public"
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
func PressOf(k *world.Setup, tx *store.Tx, shelf *sheets.Shelf) public.Press {
	p := public.Press{Tx: tx, Archive: chronicle.Archive{Rb: k.Rules, Shelf: shelf}, World: k.Settings.Name,
		Zone: k.Settings.Zone, Public: k.Settings.Public, BotsHidden: k.Settings.BotsHidden,
		Map: k.Settings.Map, Signup: signupOf(k)}
	for number, rec := range k.People.Records(tx) {
		if rec.Vacant() {
			p.Vacant = append(p.Vacant, number)
		}
		if rec.Bot != nil {
			p.Bots = append(p.Bots, number)
		}
	}
	return p
}

// Newspaper returns the newspaper of a turn as a file for each reader, by language and computer. There is no file if
// newspapers are not public.
func Newspaper(k *world.Setup, tx *store.Tx, turn int, next game.World) (func(game.Realm) []outbox.Attachment, error) {
	if !k.Settings.Public.Has(public.Newspaper) {
		return func(game.Realm) []outbox.Attachment { return nil }, nil
	}
	page, err := issue(k, tx, turn, next)
	if err != nil {
		return nil, err
	}
	sums := map[phrase.Lang]string{}
	for _, lang := range phrase.Langs {
		sums[lang] = store.PutFile(tx, page.Sheet(lang, public.Columns))
	}
	return func(r game.Realm) []outbox.Attachment {
		book := wording.Words(r.Lang)
		return []outbox.Attachment{{Name: book.T("public.file"), Type: "text/plain",
			Charset: outbox.Charset(r.Computer), Sum: sums[book.Lang]}}
	}, nil
}

// issue is the newspaper of a turn that has just been resolved.
func issue(k *world.Setup, tx *store.Tx, turn int, next game.World) (page public.Page, err error) {
	return PressOf(k, tx, sheets.NewShelf()).Issue(turn, next)
}

// signupOf is how a player joins, as the public page says it.
func signupOf(k *world.Setup) *public.Signup {
	s := &public.Signup{Open: k.Settings.Signup, Word: public.Words{}, Address: k.Settings.Address,
		Places: k.Settings.Places, Practice: k.Practises(), Observe: k.Observed()}
	for _, lang := range phrase.Langs {
		s.Word[lang] = wording.Words(lang).T("public.signup-word")
	}
	return s
}

// SayKept tells newcomers what the game stores about them and shows to others.
func SayKept(k *world.Setup, t *wording.Text) {
	t.Say("about-kept")
	t.Say("about-public")
	if len(k.Settings.Public) > 0 {
		t.Say("public.about")
	}
	if n, late := k.Settings.Map.Late(); late {
		t.Say("public.about-late", phrase.Num("n", n))
	}
}
