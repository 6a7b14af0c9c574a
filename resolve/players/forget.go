package players

import (
	"cmp"
	"slices"
	"time"

	"weltentor/resolve/address"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/letter"
	"weltentor/resolve/logbook"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/received"
	"weltentor/resolve/roster"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
)

// Forgotten says what was removed about a person, and what the game master still has to do.
type Forgotten struct {
	Realm     int             `json:"realm"`
	Vacant    bool            `json:"vacant"` // nobody plays the realm now
	Letters   int             `json:"letters"`
	Mailed    int             `json:"mailed"` // letters of the game, also those that were waiting
	Questions int             `json:"questions"`
	Entries   int             `json:"entries"` // logbook entries of which a part was erased
	Waiting   int             `json:"waiting"` // places on the waiting list
	Mails     []StoredAddress `json:"mails"`   // mails that are still in the mailbox
	Elsewhere []int           `json:"elsewhere,omitempty"`
	StoodIn   []int           `json:"stood_in,omitempty"` // realms that lose the person as a substitute
	Backups   []string        `json:"backups,omitempty"`  // copies of the store that still have everything
}

// StoredAddress is a mail that is erased in the store, but is still in the mailbox.
type StoredAddress struct {
	MessageID string    `json:"message_id,omitempty"`
	Arrived   time.Time `json:"arrived"`
	uid       uint32
}

// Drop removes everything the store has about a person.
func (t Traces) Drop(tx *store.Tx, f *Forgotten, now time.Time) error {
	t.now = now
	if err := t.dropMail(tx, f); err != nil {
		return err
	}
	t.dropLetters(tx, f)
	if err := t.dropQuestions(tx, f); err != nil {
		return err
	}
	t.dropCodes(tx)
	t.dropReplaced(tx)
	// The game master may use the person's name in texts to them.
	correspondence.Untell(tx, t.Realm, func(at time.Time) bool { return t.had(t.Realm, at) })
	for _, g := range PracticeGames(tx) {
		if t.his(g.Mail) {
			if err := g.Drop(tx); err != nil {
				return err
			}
		}
	}
	for _, mail := range t.Mail {
		roster.Observer{Mail: mail}.Drop(tx)
	}
	correspondence.DropWays(tx, func(w correspondence.Way) bool {
		return t.had(w.Writer, w.At) || t.had(w.Reader, w.At)
	})
	var err error
	f.Entries, err = logbook.Erase(tx, t.logged)
	return err
}

// dropMail drops what the game sent or was going to send, and places on the waiting list.
func (t Traces) dropMail(tx *store.Tx, f *Forgotten) (err error) {
	box := outbox.Open(tx)
	if f.Mailed, err = box.Forget(func(e outbox.Message) bool {
		if e.Passed > 0 && correspondence.SizeOf(tx, e.Passed) > 0 {
			return false // it goes with its question
		}
		return t.is(e.Realm, e.To, e.Queued) || t.had(e.Writer, e.Queued) || t.speaks(e)
	}); err != nil {
		return err
	}
	f.Mailed += box.ForgetNotices(func(n outbox.Notice) bool { return t.hadAny(n.Names, n.At) })
	box.ForgetGathered(t.hadAny, t.In)
	if err := box.Rewrite(t.Without); err != nil {
		return err
	}
	f.Waiting = roster.LeaveList(tx, t.his)
	logbook.ForgetSilent(tx, t.his)
	return nil
}

// speaks reports whether a letter to the game master is about the person alone, or has left and is about the person
// among others. A waiting letter stays if it has other people's words in it. Answers to the game master did not always
// record whom they are about. Those are dropped once they are old: nobody needs them then.
func (t Traces) speaks(e outbox.Message) bool {
	switch {
	case e.Kind != outbox.KindNotice || !e.Left() && len(e.Names) != 1:
		return false
	case e.NullSender && len(e.Names) == 0:
		return t.now.Sub(e.Queued) > letter.TokenLasts
	}
	return t.hadAny(e.Names, e.Queued)
}

// dropLetters erases the content of the person's letters. What became of them stays, and when they came. If they come
// again, they are recognized by their hash. In other people's letters the person's addresses are masked.
func (t Traces) dropLetters(tx *store.Tx, f *Forgotten) {
	f.Letters = 0
	for hash, l := range received.Each(tx) {
		switch was := l; {
		case l.IsBare():
		case t.is(l.Realm, l.From, l.Arrived), l.Fate == receipt.FromMaster && t.had(l.Realm, l.Arrived):
			switch {
			case l.UID != 0:
				f.Mails = append(f.Mails, StoredAddress{l.MessageID, l.Arrived, l.UID})
			case l.Door != "":
				f.Mails = append(f.Mails, StoredAddress{received.CopyID(hash), l.Arrived, 0})
				received.DropCopy(tx, hash)
			}
			received.Put(tx, hash, l.Bare())
			f.Letters++
		default: // other people's words stay
			l.Subject, l.Text = t.Without(l.Subject), t.Without(l.Text)
			if l.Subject != was.Subject || l.Text != was.Text {
				received.Put(tx, hash, l)
			}
		}
	}
	slices.SortFunc(f.Mails, func(a, b StoredAddress) int {
		return cmp.Or(a.Arrived.Compare(b.Arrived), cmp.Compare(a.uid, b.uid))
	})
}

// dropQuestions drops what the game master was sent by mail from the person. In other people's questions the person's
// addresses are masked.
func (t Traces) dropQuestions(tx *store.Tx, f *Forgotten) error {
	list := correspondence.Questions(tx)
	gone := map[uint64]bool{}
	for _, p := range list {
		if t.is(p.Realm, p.To, p.At) {
			gone[p.Number] = true
			correspondence.DropNumber(tx, p.Number)
			continue
		}
		was := p.Forwarded
		p.Subject, p.Text = t.Without(p.Subject), t.Without(p.Text)
		if p.Forwarded != was {
			p.Save(tx, p.Number)
		}
	}
	f.Questions = len(gone)
	if _, err := outbox.Open(tx).Forget(func(e outbox.Message) bool { return gone[e.Passed] }); err != nil {
		return err
	}
	for key, r := range correspondence.EachToken(tx) {
		if a, _ := correspondence.Args[correspondence.Answer](r); r.For == letter.AnswersPlayer && gone[a.Number] {
			correspondence.DropToken(tx, key)
		}
	}
	return nil
}

// dropCodes drops codes with which the person was to confirm something. It also drops codes for what names them by an
// address, such as another player's letter, and those of the game master for texts to the person.
func (t Traces) dropCodes(tx *store.Tx) {
	for key, r := range correspondence.EachToken(tx) {
		named := r.Named() != "" && t.is(r.Realm, r.Named(), r.Asked)
		if r.Realm > 0 && (t.is(r.Realm, r.Mail, r.Asked) || named) || t.his(r.Mail) || t.In(string(r.Args)) ||
			t.bidden(r) {
			correspondence.DropToken(tx, key)
		}
	}
}

// bidden reports whether a code is for a text of the game master to the person.
func (t Traces) bidden(r correspondence.Token) bool {
	if r.For != letter.BidsGame {
		return false
	}
	bidding, _ := correspondence.Args[correspondence.Bidding](r)
	b, _ := correspondence.Args[struct{ Realms []int }](bidding)
	return bidding.Verb == letter.BidTell && (len(b.Realms) == 0 && t.had(t.Realm, r.Asked) || t.hadAny(b.Realms, r.Asked))
}

// dropReplaced drops orders of the person that later ones have replaced: no turn has read them. Those of whoever plays
// the realm now stay.
func (t Traces) dropReplaced(tx *store.Tx) {
	sheets.DropReplacedOf(tx, t.Realm, func(r sheets.Sheet) bool { return t.had(t.Realm, r.At) })
}

// DropStanding removes every record that the person stood in for a realm's player, and ends a substitution that is in
// force. It returns the realms that lose their substitute by that.
func (t Traces) DropStanding(tx *store.Tx, people *roster.Roster, turn int) (over []int) {
	changed := map[int]roster.RealmRecord{}
	for number, rec := range people.Records(tx) {
		stood := rec.PagesTo()
		for _, p := range rec.Persons() {
			stood = append(stood, p.Stood...)
		}
		if !slices.ContainsFunc(stood, t.his) {
			continue
		}
		if s := rec.Substitute; s != nil && t.his(s.Mail) {
			if rec.Standing(turn) != nil {
				over = append(over, number)
			}
			rec.Substitute = nil
		}
		if rec.Ended != nil && t.his(rec.Ended.Mail) {
			rec.Ended = nil
		}
		if t.his(rec.Stood) {
			rec.Stood = ""
		}
		rec.Own.Stood = slices.DeleteFunc(slices.Clone(rec.Own.Stood), t.his)
		rec.Past = slices.Clone(rec.Past)
		for i := range rec.Past {
			rec.Past[i].Stood = slices.DeleteFunc(slices.Clone(rec.Past[i].Stood), t.his)
		}
		rec.Pages = slices.DeleteFunc(slices.Clone(rec.Pages), func(p roster.Page) bool { return t.his(p.To) })
		changed[number] = rec
	}
	for number, rec := range changed {
		roster.Put(tx, number, rec)
	}
	return over
}

func (t Traces) his(mail string) bool { return mail != "" && address.Contains(t.Mail, mail) }

// everyAddress are those that a realm knows: of all who have had it or stood in, and where pages were sent.
func everyAddress(rec roster.RealmRecord) []string {
	all := rec.PagesTo()
	for _, p := range rec.Persons() {
		all = slices.Concat(all, p.Mail, p.Stood)
	}
	return all
}

// Elsewhere lists the other realms that know an address of the person.
func (t Traces) Elsewhere(tx *store.Tx, people *roster.Roster) (realms []int) {
	for number, rec := range people.Records(tx) {
		if number != t.Realm && slices.ContainsFunc(everyAddress(rec), func(m string) bool { return address.Contains(t.Mail, m) }) {
			realms = append(realms, number)
		}
	}
	return realms
}
