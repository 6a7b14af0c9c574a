package resolve

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"time"

	"weltentor/resolve/store"
)

// A token is mailed to a registered address and comes back with the answer: who
// sends it reads that mailbox. The store keeps its hash, what it allows, and for
// whom; it counts once, and for a week.
const (
	tokenLasts  = 7 * day
	tokensTried = 8 // of those that one letter has in it
)

var tokensBucket = []byte("tokens")

// tokenRecord is a token as stored, under its SHA-256.
type tokenRecord struct {
	For   service       `json:"for"`
	Realm int           `json:"realm,omitempty"`
	Turns int           `json:"turns,omitempty"` // of a pause
	Mail  string        `json:"mail"`            // where it was sent
	Asked time.Time     `json:"asked"`
	Used  time.Time     `json:"used,omitzero"`
	Tries int           `json:"tries,omitempty"`
	Join  *signupRecord `json:"join,omitempty"`

	Answer *answerRecord `json:"answer,omitempty"` // of the game master's, which it lets go
}

func (t tokenRecord) open(now time.Time) bool {
	return t.Used.IsZero() && !now.Before(t.Asked) && now.Sub(t.Asked) < tokenLasts
}

// tokensIn finds what may be tokens in a letter: its subject, its text, what it
// quotes. Each once, in this order.
func tokensIn(texts ...string) (found []string) {
	for _, text := range texts {
		for at := 0; at < len(text) && len(found) < tokensTried; at++ {
			n := token(text[at:])
			if n == 0 {
				continue
			}
			if t := strings.ToUpper(text[at : at+n]); !slices.Contains(found, t) {
				found = append(found, t)
			}
			at += n - 1
		}
	}
	return found
}

func tokenKey(token string) []byte {
	key := sha256.Sum256([]byte(token))
	return key[:]
}

// issue draws a token, stores what it allows, and gives what its letter keeps of it.
func (in *intake) issue(t tokenRecord) (*sealed, error) { return in.w.issue(in.tx, t, in.at) }

func (k *clerk) issue(tx *store.Tx, t tokenRecord, now time.Time) (*sealed, error) {
	s, err := k.seal(asToken)
	if err != nil {
		return nil, err
	}
	token, err := s.open(tx)
	if err != nil {
		return nil, err
	}
	b, err := tx.CreateBucketIfNotExists(tokensBucket)
	if err != nil {
		return nil, fmt.Errorf("storing a token: %w", err)
	}
	t.Asked = now.UTC()
	putJSON(b, tokenKey(token), t)
	return &s, nil
}

// mayIssue tells whether a realm may be sent one more token now, and drops those
// of all realms that are past.
func (in *intake) mayIssue(realm int) (bool, error) {
	anHour, aDay := 0, 0
	err := eachToken(in.tx, func(key []byte, t tokenRecord) {
		switch age := in.at.Sub(t.Asked); {
		case age >= tokenLasts || age < 0:
			remove(in.tx.Bucket(tokensBucket), key)
		case t.Realm != realm:
		case age < time.Hour:
			anHour++
			aDay++
		case age < day:
			aDay++
		}
	})
	return anHour < tokens.Most() && aDay < tokensADay.Most(), err
}

// eachToken goes through the tokens there are; what it calls may change them.
func eachToken(tx *store.Tx, do func(key []byte, t tokenRecord)) error {
	b := tx.Bucket(tokensBucket)
	if b == nil {
		return nil
	}
	var all [][]byte
	for k := range keys(b) {
		all = append(all, slices.Clone(k))
	}
	for _, k := range all {
		t, _, err := getJSON[tokenRecord](b, k)
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
			remove(tx.Bucket(tokensBucket), key)
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
		k := tokenKey(token)
		r, has, err := getJSON[tokenRecord](b, k)
		if err != nil {
			return nil, t, false, err
		}
		has = has && (r.For == answersPlayer) == masters
		if has && (!found || r.open(in.at)) {
			key, t, found = k, r, true
		}
		if found && t.open(in.at) {
			break
		}
	}
	return key, t, found, nil
}
