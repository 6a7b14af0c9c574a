package players

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"weltentor/resolve/correspondence"
	"weltentor/resolve/logbook"
	"weltentor/resolve/outbox"
	"weltentor/resolve/received"
	"weltentor/resolve/roster"
	"weltentor/resolve/sheets"
	"weltentor/resolve/store"
)

// Collect adds what the store has about a person.
func (d *PersonalData) Collect(tx *store.Tx, t Traces) error {
	t.letters(tx, d)
	t.orders(tx, d)
	t.questions(tx, d)
	if err := t.mailed(tx, d); err != nil {
		return err
	}
	return t.entries(tx, d)
}

func (t Traces) letters(tx *store.Tx, d *PersonalData) {
	for _, l := range received.Each(tx) {
		if t.is(l.Realm, l.From, l.Arrived) && !l.IsBare() {
			d.Letters = append(d.Letters, StoredLetter{At: l.Arrived, From: l.From, Subject: l.Subject,
				MessageID: l.MessageID, Fate: string(l.Fate), Turn: l.Turn, Text: l.Text, UID: l.UID})
		}
	}
	slices.SortFunc(d.Letters, func(a, b StoredLetter) int {
		return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.UID, b.UID))
	})
	for _, r := range roster.WaitingList(tx) {
		if t.his(r.Mail) {
			d.Waiting = append(d.Waiting, StoredWait{At: r.At, Player: r.Player, Name: r.Name, Mail: r.Mail})
		}
	}
	for _, g := range PracticeGames(tx) {
		if t.his(g.Mail) {
			d.Practice = append(d.Practice, StoredPractice{At: g.Since, Mail: g.Mail, Orders: g.Orders, Beside: g.Beside})
		}
	}
	for _, mail := range t.Mail {
		if o, found := roster.ObserverOf(tx, mail); found {
			d.Observes = append(d.Observes, StoredObserver{At: o.Since, Mail: o.Mail})
		}
	}
}

// orders collects the realm's orders of the person's time, and the lines of the game master that name its number, such
// as bookings of payments.
func (t Traces) orders(tx *store.Tx, d *PersonalData) {
	for _, s := range sheets.History(tx, t.Realm) {
		if t.had(t.Realm, s.At) {
			d.Orders = append(d.Orders, StoredOrders{Turn: s.Turn, At: s.At, Text: s.Text})
		}
	}
	for _, s := range sheets.History(tx, 0) {
		if !t.had(t.Realm, s.At) {
			continue
		}
		for line := range strings.Lines(s.Text) {
			if slices.Contains(strings.Fields(line), strconv.Itoa(t.Realm)) {
				d.Booked = append(d.Booked, StoredOrders{Turn: s.Turn, At: s.At, Text: strings.TrimSpace(line)})
			}
		}
	}
}

func (t Traces) mailed(tx *store.Tx, d *PersonalData) error {
	box := outbox.Open(tx)
	return box.Walk(func(e outbox.Message) {
		if e.Kind == outbox.KindNotice || !t.is(e.Realm, e.To, e.Queued) {
			return
		}
		m := StoredMail{At: e.Queued, To: e.To, Kind: e.Kind, Subject: e.Subject, State: string(e.State)}
		draft, _ := box.Text(e.ID)
		m.Text = draft.Text
		d.Mailed = append(d.Mailed, m)
	})
}

func (t Traces) questions(tx *store.Tx, d *PersonalData) {
	for _, p := range correspondence.Questions(tx) {
		if t.is(p.Realm, p.To, p.At) {
			d.Questions = append(d.Questions, StoredQuestion{Number: p.Number, Turn: p.Turn, At: p.At, Subject: p.Subject,
				Answered: p.Answered})
		}
	}
}

func (t Traces) entries(tx *store.Tx, d *PersonalData) error {
	for e, err := range logbook.Entries(tx, 0) {
		if err != nil {
			return err
		}
		if e.Aside != (logbook.Aside{}) && t.logged(e) {
			d.Log = append(d.Log, StoredEntry{Number: e.Number, At: e.At, Turn: e.Turn,
				What: e.What, Realm: e.Realm, Name: e.Aside.Name, Mail: e.Aside.Mail, Why: e.Aside.Why,
				Text: e.Aside.Text, Letter: e.Aside.Letter})
		}
	}
	return nil
}
