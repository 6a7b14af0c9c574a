package notices

import (
	"fmt"
	"strings"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/outbox"
	"weltentor/resolve/roster"
	"weltentor/resolve/seal"
	"weltentor/resolve/secrets"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// A newcomer's game begins with one letter: the report 0, who else plays, orders that a YES lets count, and what there is
// to know before them.

// Newcomer is what the letter has to know of its reader.
type Newcomer struct {
	Secret *secrets.Sealed // the password that the letter brings; nil: its reader has it already
	Told   bool            // they have read what the game keeps about them, in the form to sign up
}

// QueueWelcome stores and queues the report 0 of a realm, as the realm is now.
func QueueWelcome(d world.Session, number int, to Newcomer) error {
	report, err := chronicle.Welcome(d.Current.Seed, d.Current.World, number)
	if err != nil {
		return err
	}
	report.Put(d.Tx, 0, number)
	return QueueFirst(d, number, to)
}

// QueueFirst queues a realm's report 0, by reference.
func QueueFirst(d world.Session, number int, to Newcomer) error {
	r, _ := d.Current.Realm(number)
	end, err := Welcoming(d, r, to)
	if err != nil {
		return err
	}
	return QueueReport(d, r, 0, end)
}

// FirstAnew queues a realm's report 0 once more, with the same password, in place of one that has not left. anew is false if
// there is none.
func FirstAnew(d world.Session, r game.Realm) (anew bool, err error) {
	to, unsent, err := unsentFirst(d, r)
	if err != nil || !unsent {
		return false, err
	}
	return true, QueueFirst(d, r.Number, to)
}

// unsentFirst withdraws a realm's report 0 that has not left, and returns what its letter had to know.
func unsentFirst(d world.Session, r game.Realm) (to Newcomer, unsent bool, err error) {
	gone, err := outbox.Open(d.Tx).Withdraw(func(e outbox.Message) bool {
		return e.Kind == outbox.KindReport && e.Turn == 0 && e.Realm == r.Number
	})
	if err != nil || len(gone) == 0 {
		return to, false, err
	}
	was := gone[len(gone)-1]
	told := !strings.Contains(was.Closing, wording.Words(r.Lang).T("about-kept"))
	return Newcomer{Secret: was.Secret, Told: told}, true, nil
}

// SetUp makes one letter of a realm's report 0 and the report of the turn that set it up (game.Asked), whose closing is
// end. If report 0 has left, the letter stays as it is.
func SetUp(d world.Session, r game.Realm, end closing) (closing, error) {
	to, unsent, err := unsentFirst(d, r)
	if err != nil || !unsent {
		return end, err
	}
	return welcoming(d, r, to, end)
}

// Welcoming is the closing of the letter with a report 0.
func Welcoming(d world.Session, r game.Realm, to Newcomer) (closing, error) {
	end, err := Closing(d, r)
	if err != nil {
		return end, err
	}
	return welcoming(d, r, to, end)
}

// welcoming is Welcoming with the closing that says what comes next.
func welcoming(d world.Session, r game.Realm, to Newcomer, end closing) (closing, error) {
	f, _, err := firstOf(d.World.Setup, d.Current.World, r)
	if err != nil {
		return end, err
	}
	t, due := &wording.Text{Book: wording.Words(r.Lang)}, end.Text
	t.Line("")
	others := sayOthers(d, t, r)
	aboutGame(d.World.Setup, t)
	if words := d.World.Rules.Words(r.Lang); words.Has("game-receipt") {
		t.Line(words.T("game-receipt"))
	} else {
		t.Say("first-letters")
	}
	t.Line("")
	t.Body.WriteString(strings.TrimPrefix(due, "\n"))
	if f.orders != "" {
		if end.Secret = to.Secret; to.Secret != nil {
			rec, _ := roster.Get(d.Tx, r.Number)
			if err := correspondence.Begin(d.Tx, to.Secret, r.Number, rec.Mail[0], correspondence.Ready{Text: f.orders},
				d.At); err != nil {
				return end, err
			}
		}
		sayFirst(d.World.Setup, t, f, r, to.Secret != nil)
	} else if end.Secret = to.Secret; d.World.Settings.AuthInForce() != world.ByDKIM {
		t.Line("")
		if to.Secret != nil {
			SayPassword(d.World.Setup, t, r.Number)
		}
		t.Say("help-orders", phrase.Num("realm", r.Number))
	}
	if len(f.aims) > 0 {
		t.Head("first-aims")
		t.Line("")
	}
	for _, aim := range f.aims {
		t.Line("- " + aim)
	}
	t.Line("")
	if HasTable(d.World.Setup) {
		t.Say("about-page")
	}
	if !to.Told {
		SayKept(d, t)
		t.Line("")
	}
	t.Line(firstWords(d.World.Setup, t.Book, others))
	end.Text = t.Body.String()
	return end, nil
}

// othersNamed is how many other realms a first letter names at most.
const othersNamed = 5

// sayOthers names the realms that play, too. It returns the first of them, whoever plays it: its number must not tell who
// is the machine. The zero Realm is nobody.
func sayOthers(d world.Session, t *wording.Text, r game.Realm) (first game.Realm) {
	var names []string
	for _, o := range d.Current.World.Realms() {
		if o.Number == r.Number || o.Fallen {
			continue
		}
		if names = append(names, Numbered(o)); len(names) == 1 {
			first = o
		}
	}
	if n := min(len(names), othersNamed); n > 0 {
		t.Say("first-others", phrase.Str("realms", strings.Join(names[:n], ", ")), phrase.Num("more", len(names)-n))
	}
	return first
}

// Numbered is a realm's name with its number.
func Numbered(r game.Realm) string { return fmt.Sprintf("%s (%d)", r.Name, r.Number) }

// sayFirst adds the orders with which a realm can begin, as a form that an answer can send back, and how.
func sayFirst(k *world.Setup, t *wording.Text, f first, r game.Realm, password bool) {
	t.Head("first-head")
	t.Line("")
	form := f.form(k, r, password)
	bare := k.Settings.AuthInForce() == world.ByDKIM
	switch {
	case !password:
		for _, says := range how(k, t.Book, f, r, false) {
			t.Line(says)
		}
	case !f.asked:
		t.Say("first-later")
	case bare:
		t.Say("first-agree-bare")
	default:
		t.Say("first-agree")
	}
	t.Line("")
	MarkForm(k, t, form)
	t.Line(strings.TrimRight(form, "\n"))
	var below []string
	if password && !bare {
		below = append(below, t.Book.T("first-line"))
	}
	if words := k.Rules.Words(t.Book.Lang); words.Has("game-first") {
		below = append(below, words.T("game-first"))
	}
	if len(below) > 0 {
		t.Line("")
		t.Line(strings.Join(below, " "))
	}
}

// firstWords is the line with the words that a newcomer needs. other is the realm that it names as one to write to.
func firstWords(k *world.Setup, b *phrase.Book, other game.Realm) string {
	var words []string
	if k.Practises() {
		words = append(words, b.T("first-words-practice"))
	}
	if HasRules(k, b.Lang) {
		words = append(words, b.T("first-words-rules"))
	}
	words = append(words, b.T("first-words-help"))
	if k.Settings.Press != world.PressOff && other.Number > 0 {
		words = append(words, b.Say(phrase.P("first-words-letter", phrase.Str("name", other.Name),
			phrase.Num("realm", other.Number))))
	}
	return b.Say(phrase.P("first-words", phrase.Str("words", strings.Join(words, " · "))))
}

// LastLine is the last line of a letter with a report, for whoever plays the realm by a record: where all of it is, the
// newspaper if it comes along, the player's table, the seal. That of report 0 is the one by which its reader can check
// the game later.
func LastLine(d world.Session, r game.Realm, rec roster.RealmRecord, turn int, given string,
	papers []outbox.Attachment) (string, error) {
	b, parts := wording.Words(r.Lang), []string(nil)
	say := func(code string, args ...phrase.Arg) { parts = append(parts, b.Say(phrase.P(code, args...))) }
	say("last-all", phrase.Str("file", game.ReportName(r.Lang)))
	for _, paper := range papers {
		say("last-paper", phrase.Str("file", paper.Name))
	}
	switch {
	case ByLink(d.World.Setup):
		link, err := LinkTo(d.World.Setup, d.Tx, r.Number, rec)
		if err != nil {
			return "", err
		}
		if link != "" {
			say(map[bool]string{true: "last-sends", false: "last-link"}[d.World.Settings.PageSends], phrase.Str("link", link))
		}
	case turn > 0 && HasTable(d.World.Setup):
		say("last-table")
	}
	if turn == 0 {
		say("last-words")
	}
	if given != "" {
		say("last-seal", phrase.Num("turn", turn), phrase.Str("seal", seal.Spaced(given)))
	}
	return strings.Join(parts, " · ") + "\n", nil
}

// SealOf is the seal that a letter with a report shows: of report 0 the one that was given out last. It is "" for turns
// from before there were seals.
func SealOf(d world.Session, turn int) (string, error) {
	if turn == 0 {
		return chronicle.LastSeal(d.Tx)
	}
	rec, _ := chronicle.Record(d.Tx, turn)
	if rec.Sealed == nil {
		return "", nil
	}
	return seal.Of(*rec.Sealed), nil
}

// SayFair says what seals are for, and what a player needs to check the game by them.
func SayFair(d world.Session, t *wording.Text) error {
	f, err := chronicle.FoundingSeal(d.Tx)
	if err != nil {
		return err
	}
	last, err := chronicle.LastSeal(d.Tx)
	if err != nil {
		return err
	}
	t.Say("sealed-founding")
	t.Line("")
	begun, _ := chronicle.Founded(d.Tx)
	if a := begun.Announced; a != nil {
		t.Say("sealed-master", phrase.Str("mark", seal.Spaced(seal.Master(a.Master))))
		t.Say("sealed-value", phrase.Str("value", a.Value))
	}
	t.Say("sealed-dice", phrase.Str("dice", seal.Spaced(f.Dice)))
	t.Say("sealed-last", phrase.Str("seal", seal.Spaced(last)))
	t.Say("sealed-key", phrase.Str("key", seal.Spaced(f.Key)))
	return nil
}
