package resolve

import (
	"crypto/rand"
	"fmt"
	"io"
	"slices"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/roster"
	"weltentor/resolve/secrecy"
	"weltentor/resolve/signup"
	"weltentor/resolve/store"
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
	case open && t.For == letter.SignsUp:
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
	d, err := in.desk(own[0], letter.Wish{})
	if err == nil && d.may() {
		d.tell(subject, phrase.Phrase{Code: code})
	}
	return err
}

func (in *intake) redeemed(key []byte, t tokenRecord) error {
	in.a.Fate, in.a.Realm = Served, t.Realm
	d, err := in.desk(t.Realm, letter.Wish{Service: t.For, Number: t.Turns})
	if err != nil {
		return err
	}
	if roster.Has(d.rec.Mail, t.Mail) {
		d.to = t.Mail
	}
	t.Used = in.at.UTC()
	store.PutJSON(in.tx.Bucket(tokensBucket), key, t)
	if t.For == letter.Passwords {
		return d.newPassword()
	}
	return d.absent()
}

// newPassword puts a new password in force and mails it. Others that were asked
// for meanwhile are void.
func (d *desk) newPassword() error {
	s, err := d.w.seal(secrecy.AsPassword)
	if err != nil {
		return err
	}
	if _, err := d.rec.Renew(s.Stream(d.tx)); err != nil {
		return err
	}
	store.PutJSON(d.tx.Bucket(store.RealmsBucket), store.U32(d.here.Number), d.rec)
	err = dropTokens(d.tx, d.here.Number,
		func(t tokenRecord) bool { return t.For == letter.Passwords && t.Used.IsZero() })
	if err != nil {
		return err
	}
	t := d.page(phrase.P("password-new"))
	t.Line("")
	t.Say("password-line", phrase.Num("realm", d.here.Number), phrase.Str("password", secrecy.Hidden))
	t.Line("")
	t.Say("password-keep")
	d.send("subject.password-new", t, &s)
	return nil
}

// absent writes down for how long the player is away: from the turn that awaits
// orders on. 0 turns: he is back.
func (d *desk) absent() error {
	until := 0
	if d.Number > 0 {
		until = d.c.Turn + d.Number - 1
	}
	_, err := roster.ChangeRealm(d.tx, d.here.Number, func(r *roster.RealmRecord) { r.AbsentUntil = until })
	if err != nil {
		return err
	}
	if until == 0 {
		d.tell("pause", phrase.P("pause-ended"))
		return nil
	}
	t := d.page(phrase.P("pause-begun", phrase.Num("n", d.Number), phrase.Num("until", until)))
	t.Say("pause-means")
	d.send("subject.pause", t, nil)
	return nil
}

// seal draws a fresh secret.
func (k *clerk) seal(use string) (secrecy.Sealed, error) {
	s := secrecy.Sealed{Salt: make([]byte, 16), Use: use}
	if _, err := io.ReadFull(k.random(), s.Salt); err != nil {
		return s, fmt.Errorf("making a %s: %w", use, err)
	}
	return s, nil
}

// random is where secrets come from.
func (k *clerk) random() io.Reader {
	if k.s.Random != nil {
		return k.s.Random
	}
	return rand.Reader
}

var tokensBucket = []byte("tokens")

// tokenRecord is a token as stored, under its SHA-256.
type tokenRecord struct {
	For   letter.Service `json:"for"`
	Realm int            `json:"realm,omitempty"`
	Turns int            `json:"turns,omitempty"` // of a pause
	Mail  string         `json:"mail"`            // where it was sent
	Asked time.Time      `json:"asked"`
	Used  time.Time      `json:"used,omitzero"`
	Tries int            `json:"tries,omitempty"`
	Join  *signup.Record `json:"join,omitempty"`

	Answer *answerRecord `json:"answer,omitempty"` // of the game master's, which it lets go
}

func (t tokenRecord) open(now time.Time) bool {
	return t.Used.IsZero() && !now.Before(t.Asked) && now.Sub(t.Asked) < letter.TokenLasts
}

// issue draws a token, stores what it allows, and gives what its letter keeps of it.
func (in *intake) issue(t tokenRecord) (*secrecy.Sealed, error) { return in.w.issue(in.tx, t, in.at) }

func (k *clerk) issue(tx *store.Tx, t tokenRecord, now time.Time) (*secrecy.Sealed, error) {
	s, err := k.seal(secrecy.AsToken)
	if err != nil {
		return nil, err
	}
	token, err := s.Open(tx)
	if err != nil {
		return nil, err
	}
	b, err := tx.CreateBucketIfNotExists(tokensBucket)
	if err != nil {
		return nil, fmt.Errorf("storing a token: %w", err)
	}
	t.Asked = now.UTC()
	store.PutJSON(b, letter.TokenKey(token), t)
	return &s, nil
}

// mayIssue tells whether a realm may be sent one more token now, and drops those
// of all realms that are past.
func (in *intake) mayIssue(realm int) (bool, error) {
	anHour, aDay := 0, 0
	err := eachToken(in.tx, func(key []byte, t tokenRecord) {
		switch age := in.at.Sub(t.Asked); {
		case age >= letter.TokenLasts || age < 0:
			store.Remove(in.tx.Bucket(tokensBucket), key)
		case t.Realm != realm:
		case age < time.Hour:
			anHour++
			aDay++
		case age < limits.Day:
			aDay++
		}
	})
	return anHour < limits.Tokens.Most() && aDay < limits.TokensADay.Most(), err
}

// eachToken goes through the tokens there are; what it calls may change them.
func eachToken(tx *store.Tx, do func(key []byte, t tokenRecord)) error {
	b := tx.Bucket(tokensBucket)
	if b == nil {
		return nil
	}
	var all [][]byte
	for k := range store.KeysOf(b) {
		all = append(all, slices.Clone(k))
	}
	for _, k := range all {
		t, _, err := store.GetJSON[tokenRecord](b, k)
		if err != nil {
			return err
		}
		do(k, t)
	}
	return nil
}

// dropTokens makes those of a realm void that fit.
func dropTokens(tx *store.Tx, realm int, fits func(tokenRecord) bool) error {
	return eachToken(tx, func(key []byte, t tokenRecord) {
		if t.Realm == realm && realm != 0 && fits(t) {
			store.Remove(tx.Bucket(tokensBucket), key)
		}
	})
}

// presented finds the token a letter brings back, of those for players or of the game
// master's: the first that is open, else the first that is known at all.
func (in *intake) presented(masters bool) (key []byte, t tokenRecord, found bool, err error) {
	b := in.tx.Bucket(tokensBucket)
	if b == nil {
		return nil, t, false, nil
	}
	for _, token := range in.tokens {
		k := letter.TokenKey(token)
		r, has, err := store.GetJSON[tokenRecord](b, k)
		if err != nil {
			return nil, t, false, err
		}
		has = has && (r.For == letter.AnswersPlayer) == masters
		if has && (!found || r.open(in.at)) {
			key, t, found = k, r, true
		}
		if found && t.open(in.at) {
			break
		}
	}
	return key, t, found, nil
}
