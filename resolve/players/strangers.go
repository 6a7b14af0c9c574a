package players

import (
	"maps"
	"slices"
	"time"

	"weltentor/resolve/address"
	"weltentor/resolve/correspondence"
	"weltentor/resolve/outbox"
	"weltentor/resolve/received"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/world"
)

// StrangersKept is how long a world keeps what people wrote who are nobody in it, from the last letter of either side.
const StrangersKept = 30 * 24 * time.Hour

// mostStrangers is how many of them are forgotten at once. Anybody can write in many names.
const mostStrangers = 200

// nobody is no realm's number.
const nobody = -1

// Strangers are the traces of those people whose last letter is StrangersKept ago, and who are nobody in the world: they
// have never had a realm or stood in for a player, wait for none, practise nothing, observe nothing, and are not among
// its masters. found is false if there are none.
func Strangers(k *world.Setup, tx *store.Tx, people *roster.Roster, now time.Time) (t Traces, found bool, err error) {
	last := map[string]time.Time{}
	heard := func(mail string, at time.Time) {
		if mail = address.Folded(mail); mail != "" && at.After(last[mail]) {
			last[mail] = at
		}
	}
	for _, l := range received.Each(tx) {
		heard(l.From, l.Arrived)
	}
	for _, q := range correspondence.Questions(tx) {
		heard(q.To, q.At)
		heard(q.To, q.Answered)
	}
	for _, c := range correspondence.EachToken(tx) {
		heard(c.Mail, c.Asked)
	}
	if err := outbox.Open(tx).Walk(func(e outbox.Message) { heard(e.To, e.Queued) }); err != nil {
		return t, false, err
	}
	for mail := range known(k, tx, people) {
		delete(last, mail)
	}
	maps.DeleteFunc(last, func(mail string, at time.Time) bool {
		return now.Sub(at) < StrangersKept || k.Reserved(mail) // a forged From is often the game's own
	})
	gone := slices.Sorted(maps.Keys(last))
	gone = gone[:min(len(gone), mostStrangers)]
	said := address.Finder(gone)
	return Traces{Realm: nobody, Mail: gone, all: []roster.Stretch{{Mail: gone}}, said: said, named: said}, len(gone) > 0, nil
}

// known are the addresses of all who are somebody in the world, as Folded writes them.
func known(k *world.Setup, tx *store.Tx, people *roster.Roster) map[string]bool {
	all := slices.Clone(k.Settings.Masters)
	for _, rec := range people.Records(tx) {
		all = append(all, everyAddress(rec)...)
		for _, l := range slices.Concat(rec.Left, rec.Lost) {
			all = append(all, l.Mail)
		}
	}
	for _, row := range roster.WaitingList(tx) {
		all = append(all, row.Mail)
	}
	for _, o := range roster.Observers(tx) {
		all = append(all, o.Mail)
	}
	for _, g := range PracticeGames(tx) {
		all = append(all, g.Mail)
	}
	set := map[string]bool{}
	for _, mail := range all {
		set[address.Folded(mail)] = true
	}
	return set
}
