package personal

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"weltentor/resolve/correspondence"
	"weltentor/resolve/logbook"
	"weltentor/resolve/observers"
	"weltentor/resolve/outbox"
	"weltentor/resolve/practice"
	"weltentor/resolve/received"
	"weltentor/resolve/sheets"
	"weltentor/resolve/signup"
	"weltentor/resolve/store"
)

// Collect adds what the store has about a person.
func (d *Data) Collect(tx *store.Tx, t Traces) error {
	for _, collect := range []func(*store.Tx, *Data) error{t.letters, t.orders, t.mailed, t.questions, t.entries} {
		if err := collect(tx, d); err != nil {
			return err
		}
	}
	return nil
}

func (t Traces) letters(tx *store.Tx, d *Data) error {
	if err := received.Each(tx, func(_ []byte, l received.Record) error {
		if t.is(l.Realm, l.From, l.Arrived) && !l.IsBare() {
			d.Letters = append(d.Letters, Received{At: l.Arrived, From: l.From, Subject: l.Subject,
				MessageID: l.MessageID, Fate: string(l.Fate), Turn: l.Turn, Text: l.Text, UID: l.UID})
		}
		return nil
	}); err != nil {
		return err
	}
	slices.SortFunc(d.Letters, func(a, b Received) int {
		return cmp.Or(a.At.Compare(b.At), cmp.Compare(a.UID, b.UID))
	})
	rows, err := signup.WaitingList(tx)
	for _, r := range rows {
		if t.his(r.Mail) {
			d.Waiting = append(d.Waiting, Wait{At: r.At, Player: r.Player, Name: r.Name, Mail: r.Mail})
		}
	}
	if err != nil {
		return err
	}
	games, err := practice.All(tx)
	for _, g := range games {
		if t.his(g.Mail) {
			d.Practice = append(d.Practice, Practice{At: g.Since, Mail: g.Mail, Orders: g.Orders})
		}
	}
	for _, mail := range t.Mail {
		if o, found, err := observers.Of(tx, mail); err != nil {
			return err
		} else if found {
			d.Observes = append(d.Observes, Observes{At: o.Since, Mail: o.Mail})
		}
	}
	return err
}

// orders collects the realm's orders of the person's time, and the lines of the game master that name its number, such
// as bookings of payments.
func (t Traces) orders(tx *store.Tx, d *Data) error {
	own, err := sheets.Of(tx, t.Realm)
	if err != nil {
		return err
	}
	for _, s := range own {
		if t.had(t.Realm, s.At) {
			d.Orders = append(d.Orders, Orders{Turn: s.Turn, At: s.At, Text: s.Text})
		}
	}
	masters, err := sheets.Of(tx, 0)
	for _, s := range masters {
		if !t.had(t.Realm, s.At) {
			continue
		}
		for line := range strings.Lines(s.Text) {
			if slices.Contains(strings.Fields(line), strconv.Itoa(t.Realm)) {
				d.Booked = append(d.Booked, Orders{Turn: s.Turn, At: s.At, Text: strings.TrimSpace(line)})
			}
		}
	}
	return err
}

func (t Traces) mailed(tx *store.Tx, d *Data) error {
	box := outbox.In(tx)
	var fault error
	err := box.Walk(func(e outbox.Entry) {
		if e.Kind == outbox.KindNotice || !t.is(e.Realm, e.To, e.Queued) {
			return
		}
		m := Mailed{At: e.Queued, To: e.To, Kind: e.Kind, Subject: e.Subject, State: string(e.State)}
		draft, found, err := box.Text(e.ID)
		if m.Text = draft.Text; !found {
			m.Text = ""
		}
		fault = cmp.Or(fault, err)
		d.Mailed = append(d.Mailed, m)
	})
	return cmp.Or(err, fault)
}

func (t Traces) questions(tx *store.Tx, d *Data) error {
	list, err := correspondence.Questions(tx)
	for _, p := range list {
		if t.is(p.Realm, p.To, p.At) {
			d.Questions = append(d.Questions, Question{Number: p.Number, Turn: p.Turn, At: p.At, Subject: p.Subject,
				Answered: p.Answered})
		}
	}
	return err
}

func (t Traces) entries(tx *store.Tx, d *Data) error {
	for e, err := range logbook.Entries(tx, 0) {
		if err != nil {
			return err
		}
		if e.Aside != (logbook.Aside{}) && t.logged(e) {
			d.Log = append(d.Log, Entry{Number: e.Number, At: e.At, Turn: e.Turn,
				What: e.What, Realm: e.Realm, Name: e.Aside.Name, Mail: e.Aside.Mail, Why: e.Aside.Why,
				Text: e.Aside.Text, Letter: e.Aside.Letter})
		}
	}
	return nil
}
