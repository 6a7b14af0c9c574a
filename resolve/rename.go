package resolve

import (
	"slices"
	"time"

	"weltentor/orders/name"
	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// lostName says why somebody on the list can no longer call his realm as he wished: a
// realm got the name, or one like it, while he waited. No code: he can.
func lostName(world game.World, wish string) phrase.Phrase {
	return name.WrongFor(wish, 0, realmNames(world)...)
}

func realmNames(world game.World) (names []string) {
	for _, r := range world.Realms() {
		names = append(names, r.Name)
	}
	return names
}

// askName asks somebody on the list for another name if his is lost, by a letter whose
// answer gives it; once, unless he writes again. It tells whether the name is lost.
func (k *clerk) askName(tx *store.Tx, c current, row SignupRow, again bool, now time.Time) (bool, error) {
	lost := lostName(c.world, row.Name)
	if lost.Code == "" {
		return false, nil
	}
	list := tx.Bucket(signupsBucket)
	rec, _, err := getJSON[signupRecord](list, u32(row.ID))
	if err != nil || !rec.NameAsked.IsZero() && !again {
		return true, err
	}
	rec.NameAsked = now.UTC()
	putJSON(list, u32(row.ID), rec)
	secret, err := k.issue(tx, tokenRecord{For: signsUp, Mail: row.Mail, Join: &rec}, now)
	if err != nil {
		return true, err
	}
	t := &text{book: Words(row.Lang)}
	t.say("signup-name-lost", phrase.Str("world", k.s.Name))
	t.line("  " + t.book.Say(lost))
	t.line("")
	t.say("signup-name-keeps")
	t.say("signup-form")
	t.line("")
	t.say("form.realm", phrase.Str("value", row.Name))
	t.line("")
	t.say("signup-name-code")
	t.line("")
	t.line("  " + hidden)
	t.line("")
	t.say("token-days", phrase.Num("days", int(tokenLasts.Hours()/24)))
	k.tellSignup(tx, row, "subject.signup-name", t, secret, 0, now)
	return true, nil
}

// rename lets somebody keep his place on the list under another name, and gives him a
// realm if one is free.
func (in *intake) rename(row SignupRow, wish string) error {
	list := in.tx.Bucket(signupsBucket)
	rec, _, err := getJSON[signupRecord](list, u32(row.ID))
	if err != nil {
		return err
	}
	rec.Name, rec.NameAsked = wish, time.Time{}
	putJSON(list, u32(row.ID), rec)
	seated, err := in.w.seat(in.tx, in.c, in.at)
	if err != nil {
		return err
	}
	if in.a.Answered = true; slices.Contains(seated, row.ID) {
		return nil
	}
	rows, err := waitingList(in.tx)
	if at := slices.IndexFunc(rows, func(r SignupRow) bool { return r.ID == row.ID }); at >= 0 {
		in.tellPlace(rows[at], at+1)
	}
	return err
}
