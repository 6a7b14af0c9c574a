package outbox

import (
	"bytes"
	"crypto/sha256"
	"slices"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/limits"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
)

// Anybody can write letters about which the game master gets one. Of those that nothing proves, only a number leaves
// each day one by one. All others of that day are gathered and leave as one letter.

// digest has the SHA-256 of what an entry is about as its key.
var digest = store.Records[gathered]("digest")

// gathered is something that the game master did not get at once, once or several times.
type gathered struct {
	What  phrase.Phrase `json:"what"`
	N     int           `json:"n"`
	At    time.Time     `json:"at"`              // the first time
	Names []int         `json:"names,omitempty"` // realms whose players it mentions
}

// mostGathered is how many things are kept one by one; more are only counted.
const mostGathered = 100

// mostStrangers is how many strangers are named; the letters of more are only counted. Anybody can write in many names.
const mostStrangers = 20

// Deed is the code of the line about something that was asked for in the game master's name.
const Deed = "digest-bid"

// These are the codes of lines about strangers.
const byStranger, byStrangers = "digest-stranger", "digest-strangers"

// GatherStranger keeps that somebody unknown has written, for the same letter.
func (g *Master) GatherStranger(tx *store.Tx, from string, now time.Time) {
	named, known := 0, false
	rows := Open(tx).gathered()
	what := phrase.P(byStranger, phrase.Str("from", from))
	for _, row := range rows {
		if row.What.Code == byStranger {
			named, known = named+1, known || bytes.Equal(store.MustJSON(row.What), store.MustJSON(what))
		}
	}
	if named >= mostStrangers && !known {
		what = phrase.P(byStrangers)
	}
	g.Gather(tx, what, now)
}

// Gather keeps what happened for the letter that leaves when the day is over. names are the realms it is about.
func (g *Master) Gather(tx *store.Tx, what phrase.Phrase, now time.Time, names ...int) {
	if len(g.Mails) == 0 {
		return
	}
	key := sha256.Sum256(store.MustJSON(what))
	if !digest.Has(tx, key[:]) && len(digest.Keys(tx, nil)) >= mostGathered {
		what, names = phrase.P("digest-more"), nil
		key = sha256.Sum256(store.MustJSON(what))
	}
	row, found := digest.Get(tx, key[:])
	if !found {
		row = gathered{What: what, At: now.UTC(), Names: names}
	}
	row.N++
	digest.Put(tx, key[:], row)
}

// gathered returns what is gathered, the earliest first.
func (o Box) gathered() []gathered {
	rows := digest.All(o.tx, nil)
	slices.SortFunc(rows, func(a, b gathered) int {
		if at := a.At.Compare(b.At); at != 0 {
			return at
		}
		return slices.Compare(store.MustJSON(a.What), store.MustJSON(b.What))
	})
	return rows
}

// ripe reports whether the day is over on which the first of it was gathered.
func ripe(rows []gathered, now time.Time) bool {
	return len(rows) > 0 && rows[0].At.Truncate(limits.Day).Before(now.UTC().Truncate(limits.Day))
}

// digest writes the letter with everything that was gathered, when the day is over.
func (o *Office) digest(tx *store.Tx, now time.Time) error {
	rows := Open(tx).gathered()
	if !ripe(rows, now) {
		return nil
	}
	if err := digest.Clear(tx); err != nil {
		return err
	}
	if len(o.Master.Mails) == 0 { // there was an address then; what was asked is listed elsewhere
		return nil
	}
	t, n, names := &wording.Text{Book: wording.Words(o.Master.Lang)}, 0, []int(nil)
	var lines, deeds, strangers []string
	for _, row := range rows {
		names = append(names, row.Names...)
		args := append([]phrase.Arg{phrase.Num("n", row.N)}, row.What.Args...)
		line := t.Book.Say(phrase.P(row.What.Code, args...))
		if row.What.Code == Deed {
			deeds = append(deeds, line)
			continue
		}
		if row.What.Code == byStranger || row.What.Code == byStrangers {
			strangers = append(strangers, line)
			continue
		}
		n, lines = n+row.N, append(lines, line)
	}
	subject := "subject.digest-bids"
	if len(deeds) == 0 {
		subject = "subject.digest-strangers"
	}
	if len(lines) > 0 {
		subject = "subject.digest"
		t.Say("digest", phrase.Num("n", n), phrase.Num("most", limits.MasterMail.Most()))
		t.Line("")
		for _, line := range lines {
			t.Line("  " + line)
		}
		t.Line("")
		t.Say("digest-how", phrase.Str("world", o.Master.World))
		t.Line("")
	}
	if len(deeds) > 0 {
		t.Say("digest-bids")
		for _, line := range deeds {
			t.Line("  " + line)
		}
	}
	if len(strangers) > 0 {
		if len(deeds) > 0 {
			t.Line("")
		}
		t.Say("digest-from-strangers")
		for _, line := range strangers {
			t.Line("  " + line)
		}
	}
	slices.Sort(names)
	o.Master.Each(tx, Message{OutboxRow: OutboxRow{Kind: KindNotice, Turn: store.Turn(tx),
		Subject: t.Book.Say(phrase.P(subject, phrase.Str("world", o.Master.World), phrase.Num("n", n)))}, NullSender: true,
		Names: slices.Compact(names)}, Draft{Text: t.Body.String()}, now)
	return nil
}

// ForgetGathered drops what was gathered about one of a person's realms, or names their address. had reports which
// realms were the person's at which time, and in whether a text has the address.
func (o Box) ForgetGathered(had func(names []int, at time.Time) bool, in func(text string) bool) {
	for key, row := range digest.Each(o.tx, nil) {
		if had(row.Names, row.At) || in(string(store.MustJSON(row.What))) {
			digest.Remove(o.tx, key)
		}
	}
}
