package resolve

import (
	"weltentor/orders/phrase"
)

// redeem does what the token allows that a letter brings back, once. The token
// is the proof: it was mailed to a registered address, so it does not matter
// from which one it returns; the answer goes to where it was mailed. A token that
// is past is told to a player, and to nobody else. So is one that an automatic
// answer may have quoted: nobody has said yes by it, and it stays open. Where only the
// subject looks like such an answer, a code in the writer's own words counts.
func (in *intake) redeem(own []int) (bool, error) {
	key, t, found, err := in.presented(false)
	open := found && t.open(in.at)
	meant := !in.l.Automatic
	if err == nil && in.l.Absence {
		meant, err = in.ownCode()
	}
	switch {
	case err != nil:
		return true, err
	case open && !meant:
		return true, in.noRedeem(own, "token-automatic", "token-automatic")
	case open && t.For == signsUp:
		return true, in.joinBy(key, t)
	case open:
		return true, in.redeemed(key, t)
	case len(own) == 0:
		return false, nil
	case found && !t.Used.IsZero():
		return true, in.noRedeem(own, "token-past", "token-used")
	}
	return true, in.noRedeem(own, "token-past", "token-past")
}

// noRedeem tells a player that his token did nothing, and why.
func (in *intake) noRedeem(own []int, subject, code string) error {
	if len(own) == 0 {
		in.a.Fate = Machine
		return nil
	}
	in.a.Fate, in.a.Realm = Served, own[0]
	d, err := in.desk(own[0], wish{})
	if err == nil && d.may() {
		d.tell(subject, phrase.Phrase{Code: code})
	}
	return err
}

func (in *intake) redeemed(key []byte, t tokenRecord) error {
	in.a.Fate, in.a.Realm = Served, t.Realm
	d, err := in.desk(t.Realm, wish{service: t.For, number: t.Turns})
	if err != nil {
		return err
	}
	if has(d.rec.Mail, t.Mail) {
		d.to = t.Mail
	}
	t.Used = in.at.UTC()
	putJSON(in.tx.Bucket(tokensBucket), key, t)
	if t.For == passwords {
		return d.newPassword()
	}
	return d.absent()
}

// newPassword puts a new password in force and mails it. Others that were asked
// for meanwhile are void.
func (d *desk) newPassword() error {
	s, err := d.w.seal(asPassword)
	if err != nil {
		return err
	}
	if _, err := d.rec.renew(s.stream(d.tx)); err != nil {
		return err
	}
	putJSON(d.tx.Bucket(realmsBucket), u32(d.here.Number), d.rec)
	err = dropTokens(d.tx, d.here.Number, func(t tokenRecord) bool { return t.For == passwords && t.Used.IsZero() })
	if err != nil {
		return err
	}
	t := d.page(phrase.P("password-new"))
	t.line("")
	t.say("password-line", phrase.Num("realm", d.here.Number), phrase.Str("password", hidden))
	t.line("")
	t.say("password-keep")
	d.send("subject.password-new", t, &s)
	return nil
}

// absent writes down for how long the player is away: from the turn that awaits
// orders on. 0 turns: he is back.
func (d *desk) absent() error {
	until := 0
	if d.number > 0 {
		until = d.c.turn + d.number - 1
	}
	_, err := changeRealm(d.tx, d.here.Number, func(r *realmRecord) { r.AbsentUntil = until })
	if err != nil {
		return err
	}
	if until == 0 {
		d.tell("pause", phrase.P("pause-ended"))
		return nil
	}
	t := d.page(phrase.P("pause-begun", phrase.Num("n", d.number), phrase.Num("until", until)))
	t.say("pause-means")
	d.send("subject.pause", t, nil)
	return nil
}
