package correspondence

import (
	"fmt"
	"slices"
	"time"

	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/secrets"
	"weltentor/resolve/signup"
	"weltentor/resolve/store"
)

// TokensBucket is made with the first token.
var TokensBucket = []byte("tokens")

// Token is a token as stored, under its SHA-256.
type Token struct {
	For   letter.Service `json:"for"`
	Realm int            `json:"realm,omitempty"`
	Turns int            `json:"turns,omitempty"` // of a pause, of a substitute
	Turn  int            `json:"turn,omitempty"`  // whose deadline is to move
	Mail  string         `json:"mail"`            // where it was sent
	// who is to stand in for the player
	Substitute string         `json:"substitute,omitempty"`
	Asked      time.Time      `json:"asked"`
	Proven     bool           `json:"proven,omitempty"` // who asked for it was
	Used       time.Time      `json:"used,omitzero"`
	Ended      time.Time      `json:"ended,omitzero"` // when its reader said anything but yes
	Tries      int            `json:"tries,omitempty"`
	Join       *signup.Record `json:"join,omitempty"`

	Answer  *Answer  `json:"answer,omitempty"`  // of the game master's, which it lets go
	Bidding *Bidding `json:"bidding,omitempty"` // of his, which it lets happen
}

// Bidding is what the game master wants the game to do. A code that only his mailbox gets
// lets exactly this happen, once.
type Bidding struct {
	Verb   letter.Verb `json:"verb"`
	Realms []int       `json:"realms,omitempty"` // whose players a letter is for; none: all
	Text   string      `json:"text,omitempty"`   // of the letter, or why the game is closed
	After  int         `json:"after,omitempty"`  // the turn after which the game is to be closed; 0: at once
	At     time.Time   `json:"at,omitzero"`      // of a pause its end, of a deadline the new one
}

// Answer is an answer of the game master's to a letter that was passed on to
// him. A code that only his mailbox gets lets exactly this text go, once.
type Answer struct {
	Number uint64 `json:"number"` // of the letter
	Text   string `json:"text"`   // without passwords
}

// Open tells whether the token counts at a time.
func (t Token) Open(now time.Time) bool {
	return t.Used.IsZero() && t.Ended.IsZero() && !now.Before(t.Asked) && now.Sub(t.Asked) < letter.TokenLasts
}

// Issue stores what a token drawn allows, from now on, and gives its key.
func Issue(tx *store.Tx, drawn secrets.Sealed, t Token, now time.Time) (key []byte, err error) {
	token, err := drawn.Open(tx)
	if err != nil {
		return nil, err
	}
	b, err := tx.CreateBucketIfNotExists(TokensBucket)
	if err != nil {
		return nil, fmt.Errorf("storing a token: %w", err)
	}
	t.Asked = now.UTC()
	key = letter.TokenKey(token)
	store.PutJSON(b, key, t)
	return key, nil
}

// Save stores what became of a token.
func (t Token) Save(tx *store.Tx, key []byte) { store.PutJSON(tx.Bucket(TokensBucket), key, t) }

// MayIssue tells whether a realm may be sent one more token for a service to an address now, and drops those of all
// realms that are past. What others ask for in its player's name, which nothing proves, uses up nothing of what is
// proven, nor of another service or address: where no more are sent, some that are open were.
func MayIssue(tx *store.Tx, realm int, mail string, of letter.Service, proven bool, now time.Time) (bool, error) {
	anHour, aDay, to := 0, 0, limits.OfMail(mail)
	err := EachToken(tx, func(key []byte, t Token) {
		switch age := now.Sub(t.Asked); {
		case age >= letter.TokenLasts || age < 0:
			store.Remove(tx.Bucket(TokensBucket), key)
		case t.Realm != realm || t.For != of || t.Proven != proven || limits.OfMail(t.Mail) != to:
		case age < time.Hour:
			anHour++
			aDay++
		case age < limits.Day:
			aDay++
		}
	})
	return anHour < limits.Tokens.Most() && aDay < limits.TokensADay.Most(), err
}

// EachToken goes through the tokens there are; what it calls may change them.
func EachToken(tx *store.Tx, do func(key []byte, t Token)) error {
	b := tx.Bucket(TokensBucket)
	if b == nil {
		return nil
	}
	var all [][]byte
	for k := range store.KeysOf(b) {
		all = append(all, slices.Clone(k))
	}
	for _, k := range all {
		t, _, err := store.GetJSON[Token](b, k)
		if err != nil {
			return err
		}
		do(k, t)
	}
	return nil
}

// DropTokens makes those of a realm void that fit.
func DropTokens(tx *store.Tx, realm int, fits func(Token) bool) error {
	return EachToken(tx, func(key []byte, t Token) {
		if t.Realm == realm && realm != 0 && fits(t) {
			store.Remove(tx.Bucket(TokensBucket), key)
		}
	})
}
