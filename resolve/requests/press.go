package requests

import (
	"slices"
	"strconv"
	"strings"

	"weltentor/orders"
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
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// Writer writes to other players in a realm's name.
type Writer struct {
	from  sender.Sender
	realm int
	rec   roster.RealmRecord

	answers []byte // the key of the way back of the letter that is answered; nil: none is
	machine bool   // it writes for a realm that it plays, and waits for no answer
}

// WriterOf returns the writer of a letter, for a realm.
func WriterOf(from sender.Sender, realm int, rec roster.RealmRecord) Writer {
	return Writer{from: from, realm: realm, rec: rec}
}

// ForwardResult says what became of a text.
type ForwardResult string

// The fates.
const (
	Gone   ForwardResult = "gone"   // passed on now
	Before ForwardResult = "before" // it was passed on in this turn before, and is not again
	Waits  ForwardResult = "waits"  // for the reports: a limit is reached, or the game master wants so
)

// Passed is the sentence about a text that was passed on now, and Unproven the one about an answer that was not.
const (
	Passed   = "letter-" + string(Gone)
	Unproven = "reply-unproven"
)

// Pass passes a text on to those whom it is for: a realm's number, or A for all. The same text goes once a turn, or in
// answer to each letter once: a `Yes.` to one says nothing about another. Nobody learns whether anybody reads
// there: not everybody may know that a realm has no player.
func (w Writer) Pass(to, text string) (ForwardResult, error) {
	once := correspondence.Pressed{Turn: w.from.Current.Turn, Realm: w.realm, To: to, Text: string(w.answers) + text}
	at := once.At(w.from.Tx)
	if !at.IsZero() {
		return Before, nil
	}
	readers := w.readers(to)
	if w.rec.Muted || !w.may(len(readers)) {
		return Waits, nil
	}
	once.Note(w.from.Tx, w.from.At)
	text = w.withoutAddresses(text)
	// The code is put in place of the mask, so nothing else may look like it.
	text = sender.WithoutHidden(w.from.Unsaid(text, w.realm, w.rec))
	for _, r := range readers {
		if err := w.pass(r, to == "A", text); err != nil {
			return "", err
		}
	}
	return Gone, w.machineAnswers(to)
}

// machineAnswers has the machine answer a letter to a realm that it plays, if players may know that: once a turn, in one
// sentence of how it plays, and with what it is.
func (w Writer) machineAnswers(to string) error {
	number, err := strconv.Atoi(to)
	here, found := w.from.Current.Realm(number)
	if err != nil || !found || here.Fallen || w.machine || w.from.World.Settings.BotsHidden {
		return nil
	}
	rec := w.from.World.People.Person(w.from.Tx, number)
	if rec.Bot == nil {
		return nil
	}
	writer, _ := w.from.Current.Realm(w.realm)
	said, words := wording.Words(writer.Lang).T("bot-answers"), w.from.World.Rules.Words(writer.Lang)
	if code := "bot-says." + rec.Bot.Style; words.Has(code) {
		said = words.T(code) + "\n\n" + said
	}
	_, err = Writer{from: w.from, realm: number, rec: rec, machine: true}.Pass(strconv.Itoa(w.realm), said)
	return err
}

// withoutAddresses masks in a text the addresses of the realm's player and substitute, whoever of them writes. Mail
// programs quote them in forms that nobody can list, and no player is to learn another's.
func (w Writer) withoutAddresses(text string) string {
	if !strings.Contains(text, "@") && !strings.Contains(text, "%40") {
		return text
	}
	rec, _ := roster.Get(w.from.Tx, w.realm) // w.rec has only the addresses of who writes
	var mail []string
	for _, p := range rec.Persons() {
		mail = slices.Concat(mail, p.Mail, p.Stood)
	}
	found := address.Finder(mail)
	if found == nil {
		return text
	}
	// It is a part of words, too: programs put signs around it.
	return found.ReplaceAllString(text, sender.WithoutHidden(secrets.Hidden))
}

// readers returns the realms that a message is for and that have a player.
func (w Writer) readers(to string) (realms []game.Realm) {
	number, _ := strconv.Atoi(to)
	for _, r := range w.from.Current.World.Realms() {
		if r.Number == w.realm || r.Fallen || to != "A" && r.Number != number {
			continue
		}
		rec := w.from.World.People.Person(w.from.Tx, r.Number)
		if !rec.Vacant() {
			realms = append(realms, r)
		}
	}
	return realms
}

// may reports whether one more message to this many players is within the limits. Only then is it counted. A message
// that waits comes again with every sheet, and must not use up anything, least of all what others may send.
func (w Writer) may(readers int) bool {
	tx, at, of := w.from.Tx, w.from.At, limits.OfRealm(w.realm)
	if !limits.Press.Room(tx, at, of, 1) || !limits.PressADay.Room(tx, at, of, 1) ||
		!limits.PressReaders.Room(tx, at, of, readers) || !limits.AllPressADay.Room(tx, at, limits.TheWorld, readers) {
		return false
	}
	limits.Press.Count(tx, at, of)
	limits.PressADay.Count(tx, at, of)
	for range readers {
		limits.PressReaders.Count(tx, at, of)
		limits.AllPressADay.Count(tx, at, limits.TheWorld)
	}
	return true
}

// pass queues a message to a realm's player, and to the substitute: it is for whoever plays the realm, as its report is.
func (w Writer) pass(r game.Realm, toAll bool, text string) error {
	for _, to := range w.from.World.People.Person(w.from.Tx, r.Number).Readers(w.from.Current.Turn) {
		if err := w.passTo(r, to, toAll, text); err != nil {
			return err
		}
	}
	return nil
}

// passTo queues a message to an address. It is sent in the game's name, and says no more about the sender than the
// report does. Each copy has a way back of its own.
func (w Writer) passTo(r game.Realm, to string, toAll bool, text string) error {
	tx, at, turn := w.from.Tx, w.from.At, w.from.Current.Turn
	code, way, err := correspondence.OpenWay(tx, w.from.World.Random(),
		correspondence.Way{Writer: w.realm, Reader: r.Number, Turn: turn, At: at.UTC()})
	if err != nil {
		return err
	}
	book, heading := wording.Words(r.Lang), "press-from"
	if toAll {
		heading = "press-to-all"
	}
	t, who := &wording.Text{Book: book}, w.who(r.Lang)
	t.Line(phrase.Capital(book.Say(phrase.P(heading, who))))
	t.Line("")
	t.Quote(text)
	t.Line("")
	t.Say("press-answer", phrase.Num("realm", w.realm))
	subject := book.Say(phrase.P("subject."+heading, who, phrase.Str("world", w.from.World.Settings.Name),
		phrase.Num("turn", turn), phrase.Str("token", secrets.Hidden)))
	outbox.Open(tx).AddText(outbox.Message{OutboxRow: outbox.OutboxRow{Kind: outbox.KindPress, Realm: r.Number, Turn: turn,
		To: to, Subject: subject}, ToName: sender.ToName(w.from.Session, r, to), Writer: w.realm, Way: way, Secret: code},
		outbox.Draft{Text: t.Body.String(), Said: text, ToAll: toAll, Charset: outbox.Charset(r.Computer)}, at)
	return nil
}

// who names the writer's realm.
func (w Writer) who(lang phrase.Lang) phrase.Arg {
	here, _ := w.from.Current.Realm(w.realm)
	here.Lang = lang
	return notices.Called(w.from.World.Setup, here)
}

// longest is how many bytes a letter may have. The rules limit messages in orders.
const longest = 16 << 10

// Write passes a text on to each of those that a letter names, and says what became of it. What cannot go now, it
// returns as messages for the realm's orders: rumours, whose time would show whose they are, what the game master
// wants to wait, and what is too much.
func (w Writer) Write(to, text string, lang phrase.Lang) (said []phrase.Phrase, later []orders.Message, err error) {
	if why := w.Unfit(text); why.Code != "" {
		return []phrase.Phrase{why}, nil, nil
	}
	text = w.withoutAddresses(strings.TrimSpace(text)) // what waits is in the reports
	for one := range strings.SplitSeq(to, ",") {
		who := RecipientNamed(w.from, w.realm, one, lang)
		n, err := strconv.Atoi(one)
		if _, found := w.from.Current.Realm(n); one != "A" && one != "G" && (err != nil || n == w.realm || !found) {
			code := "letter-nobody"
			if n == w.realm {
				code = "letter-own"
			}
			said = append(said, phrase.P(code, who))
			continue
		}
		fate := Waits
		if w.from.World.Settings.Press == world.PressNow && one != "G" {
			if fate, err = w.Pass(one, text); err != nil {
				return nil, nil, err
			}
		}
		if fate == Waits {
			later = append(later, orders.Told(one, text))
			continue
		}
		said = append(said, phrase.P("letter-"+string(fate), who))
	}
	return said, later, nil
}

// Unfit says why a text can go to nobody at all. The phrase has no code if it can.
func (w Writer) Unfit(text string) phrase.Phrase {
	text = strings.TrimSpace(text)
	switch {
	case w.from.World.Settings.Press == world.PressOff:
		return phrase.P("letters-off")
	case text == "":
		return phrase.P("letter-empty")
	case len(text) > longest:
		return phrase.P("letter-long", phrase.Num("most", longest>>10))
	}
	return phrase.Phrase{}
}

// Others are the other realms in the game, with the names that a realm's player knows them by.
func Others(s sender.Sender, realm int) []game.Realm {
	known, err := s.World.Rules.OpenKnown(s.Current.World.Known(realm), s.Current.Tables)
	if err != nil {
		return nil // then the player knows no names
	}
	return slices.DeleteFunc(slices.Clone(known.Realms()),
		func(r game.Realm) bool { return r.Number == realm || r.Fallen })
}

// knownNames are the names that players of some realms know others by, for letters to them; nil: they play none.
func knownNames(s sender.Sender, realms []int) func() []letter.Name {
	if len(realms) == 0 {
		return nil
	}
	return func() (names []letter.Name) {
		for _, realm := range realms {
			names = append(names, namesOf(Others(s, realm))...)
		}
		return names
	}
}

// namesOf are what realms are called, and their numbers.
func namesOf(realms []game.Realm) (names []letter.Name) {
	for _, r := range realms {
		names = append(names, letter.Name{Is: r.Name, To: strconv.Itoa(r.Number)})
	}
	return names
}

// personsOf are who plays realms, and their numbers.
func personsOf(realms []game.Realm) (persons []letter.Name) {
	for _, r := range realms {
		if r.Player != "" {
			persons = append(persons, letter.Name{Is: r.Player, To: strconv.Itoa(r.Number)})
		}
	}
	return persons
}

// knownPersons are who plays the realms, if every report names them.
func knownPersons(s sender.Sender) []letter.Name {
	if table := s.Current.World.Standings(); table == nil || !table.Players {
		return nil
	}
	return personsOf(s.Current.World.Realms())
}

// RecipientNamed names those whom a realm's letter is for, as its player knows them.
func RecipientNamed(s sender.Sender, realm int, to string, lang phrase.Lang) phrase.Arg {
	number, err := strconv.Atoi(to)
	if err != nil {
		return phrase.Key("who", "letter-to-"+to)
	}
	named := game.Realm{Number: number}
	for _, r := range Others(s, realm) {
		if r.Number == number {
			named.Name = r.Name
		}
	}
	named.Lang = lang
	who := notices.Called(s.World.Setup, named)
	who.S = strings.TrimSpace(who.S)
	return who
}
