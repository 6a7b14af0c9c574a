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
// subject looks like such an answer, a code in the writer's own words counts. nil: the
// letter is to be judged as if it brought none.
func (s sender) redeem() (*ending, error) {
	key, t, found, err := s.presented(false)
	open := found && t.open(s.at)
	meant := !s.letter.Automatic
	if err == nil && s.letter.Absence {
		meant, err = s.ownCode()
	}
	switch {
	case err != nil:
		return nil, err
	case open && !meant && len(s.own) == 0:
		return s.ended(Acceptance{Fate: Machine}), nil
	case open && !meant:
		return s.tellPlayer("token-automatic", phrase.Phrase{Code: "token-automatic"})
	case open && t.For == letter.SignsUp:
		return applicant{s}.join(key, t)
	case open:
		return s.redeemed(key, t)
	case len(s.own) == 0:
		return nil, nil
	case found && !t.Used.IsZero():
		return s.tellPlayer("token-past", phrase.Phrase{Code: "token-used"})
	}
	return s.tellPlayer("token-past", phrase.Phrase{Code: "token-past"})
}

func (s sender) redeemed(key []byte, t tokenRecord) (*ending, error) {
	r, err := s.request(t.Realm, letter.Wish{Service: t.For, Number: t.Turns})
	if err != nil {
		return nil, err
	}
	if roster.Has(r.rec.Mail, t.Mail) {
		r.to = t.Mail
	}
	t.Used = s.at.UTC()
	store.PutJSON(s.tx.Bucket(tokensBucket), key, t)
	if t.For == letter.Passwords {
		err = r.newPassword()
	} else {
		err = r.absent()
	}
	return s.served(t.Realm, true), err
}

// newPassword puts a new password in force and mails it. Others that were asked
// for meanwhile are void.
func (r request) newPassword() error {
	sealed, err := r.world.seal(secrecy.AsPassword)
	if err != nil {
		return err
	}
	if _, err := r.rec.Renew(sealed.Stream(r.tx)); err != nil {
		return err
	}
	store.PutJSON(r.tx.Bucket(store.RealmsBucket), store.U32(r.here.Number), r.rec)
	err = dropTokens(r.tx, r.here.Number,
		func(t tokenRecord) bool { return t.For == letter.Passwords && t.Used.IsZero() })
	if err != nil {
		return err
	}
	t := r.page(phrase.P("password-new"))
	t.Line("")
	t.Say("password-line", phrase.Num("realm", r.here.Number), phrase.Str("password", secrecy.Hidden))
	t.Line("")
	t.Say("password-keep")
	r.send("subject.password-new", t, &sealed)
	return nil
}

// absent writes down for how long the player is away: from the turn that awaits
// orders on. 0 turns: he is back.
func (r request) absent() error {
	until := 0
	if r.Number > 0 {
		until = r.current.Turn + r.Number - 1
	}
	_, err := roster.ChangeRealm(r.tx, r.here.Number, func(rec *roster.RealmRecord) { rec.AbsentUntil = until })
	if err != nil {
		return err
	}
	if until == 0 {
		r.tell("pause", phrase.P("pause-ended"))
		return nil
	}
	t := r.page(phrase.P("pause-begun", phrase.Num("n", r.Number), phrase.Num("until", until)))
	t.Say("pause-means")
	r.send("subject.pause", t, nil)
	return nil
}

// LongestPause is for how many turns a player may be away at a time.
const LongestPause = 20

func (r request) pause() error {
	switch {
	case r.current.World.Asked().Over || r.here.Fallen:
		r.tell("pause", phrase.P("pause-out"))
	case !r.Given || r.Number > LongestPause:
		r.tell("pause", phrase.P("pause-how", phrase.Num("most", LongestPause)))
	case r.Number == 0:
		return r.ask(tokenRecord{}, "subject.pause-end-ask", "pause-end-ask")
	default:
		return r.ask(tokenRecord{Turns: r.Number}, "subject.pause-ask", "pause-ask")
	}
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
	if k.settings.Random != nil {
		return k.settings.Random
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
func (d desk) issue(t tokenRecord) (*secrecy.Sealed, error) { return d.world.issue(d.tx, t, d.at) }

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
func (d desk) mayIssue(realm int) (bool, error) {
	anHour, aDay := 0, 0
	err := eachToken(d.tx, func(key []byte, t tokenRecord) {
		switch age := d.at.Sub(t.Asked); {
		case age >= letter.TokenLasts || age < 0:
			store.Remove(d.tx.Bucket(tokensBucket), key)
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
