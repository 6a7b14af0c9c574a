package correspondence

import (
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"slices"
	"time"

	"weltentor/resolve/letter"
	"weltentor/resolve/limits"
	"weltentor/resolve/secrets"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
)

// tokens have the SHA-256 of their code as their key.
var tokens = store.Records[Token]("tokens")

// Token is a token as it is stored, under its SHA-256: what it is for, and the arguments of that.
type Token struct {
	For    letter.Service  `json:"for"`
	Args   json.RawMessage `json:"args"` // of a type that For has
	Realm  int             `json:"realm,omitempty"`
	Mail   string          `json:"mail"` // the address it was sent to
	Asked  time.Time       `json:"asked"`
	Proven bool            `json:"proven,omitempty"` // the sender who asked for it was proven
	Used   time.Time       `json:"used,omitzero"`
	Ended  time.Time       `json:"ended,omitzero"` // when its reader answered anything but yes
	Tries  int             `json:"tries,omitempty"`
}

// With returns a token with arguments, which may be nil.
func With[A any](t Token, args A) Token {
	t.Args = store.MustJSON(args)
	return t
}

// argued is what is stored with arguments.
type argued interface {
	given() (of string, args json.RawMessage)
}

func (t Token) given() (of string, args json.RawMessage)   { return string(t.For), t.Args }
func (b Bidding) given() (of string, args json.RawMessage) { return string(b.Verb), b.Args }

// Args reads the arguments of a token, or of a request of the game master. They are zero if there are none.
func Args[A any](stored argued) (a A, err error) {
	of, args := stored.given()
	if len(args) == 0 {
		return a, nil
	}
	if err := json.Unmarshal(args, &a); err != nil {
		return a, fmt.Errorf("%w: what is stored for %q: %w", faults.ErrDamaged, of, err)
	}
	return a, nil
}

// Named returns the address of somebody else whom a token names: who is to stand in, or the player's new address. It is
// "" if it names nobody.
func (t Token) Named() string {
	named, _ := Args[struct {
		Mail string `json:"mail"`
	}](t)
	return named.Mail
}

// Bidding is a request of the game master to the game. A code that is sent only to the game master's mailbox lets
// exactly this happen, once.
type Bidding struct {
	Verb letter.Service  `json:"verb"`
	Args json.RawMessage `json:"args"` // of a type that Verb has, see requests and schedule
}

// Unsent is a player's letter to others. A code that is sent only to the player's mailbox releases exactly this text,
// once.
type Unsent struct {
	To string `json:"to"` // as in letter.Wish; "": one of Or
	// the numbers that may be typed in place of a YES: it then goes to that realm
	Or   []string `json:"or,omitempty"`
	Text string   `json:"text"` // without passwords
}

// Answer is the game master's answer to a letter that was passed on. A code that is sent only to the game master's
// mailbox releases exactly this text, once.
type Answer struct {
	Number uint64 `json:"number"` // number of the letter
	Text   string `json:"text"`   // without passwords
}

// Open reports whether the token is valid at a time.
func (t Token) Open(now time.Time) bool {
	return t.Used.IsZero() && t.Ended.IsZero() && !now.Before(t.Asked) &&
		(t.For == letter.Begins || now.Sub(t.Asked) < letter.TokenLasts)
}

// OfRealm reports whether the token was mailed to a realm's player or substitute, who had asked for it with a word.
func (t Token) OfRealm() bool {
	return t.Realm > 0 && !t.OfMaster() && !slices.Contains([]letter.Service{letter.SignsUp, letter.StandsIn,
		letter.TakesAddress, letter.TakesBack}, t.For)
}

// OfMaster reports whether the token was mailed to the game master.
func (t Token) OfMaster() bool { return t.For == letter.AnswersPlayer || t.For == letter.BidsGame }

// Draw draws a code from a source of random bytes. It returns what the letter with the code keeps of it, and its key.
func Draw(tx *store.Tx, source io.Reader) (secret *secrets.Sealed, key []byte, err error) {
	drawn, err := secrets.Seal(source, secrets.AsToken)
	if err != nil {
		return nil, nil, err
	}
	code, err := drawn.Open(tx)
	drawn.Key = letter.TokenKey(code)
	return &drawn, drawn.Key, err
}

// Issue is Draw for a token: it stores what that allows, valid from now on.
func Issue(tx *store.Tx, source io.Reader, t Token, now time.Time) (secret *secrets.Sealed, key []byte, err error) {
	if secret, key, err = Draw(tx, source); err == nil {
		t.Asked = now.UTC()
		t.Save(tx, key)
	}
	return secret, key, err
}

// Ready are orders that count once their reader says YES.
type Ready struct {
	Text string `json:"text"` // without an `$I` line
}

// Begin stores the token of a realm's first letter: it lets ready orders count. Its code goes beside the letter's password.
func Begin(tx *store.Tx, beside *secrets.Sealed, realm int, mail string, ready Ready, now time.Time) error {
	code, err := beside.Code(tx)
	if err == nil {
		beside.Key = letter.TokenKey(code)
		With(Token{For: letter.Begins, Realm: realm, Mail: mail, Asked: now.UTC()}, ready).Save(tx, beside.Key)
	}
	return err
}

// Begun ends the tokens of first letters: orders of these realms count, or the turn for which they were is over.
func Begun(tx *store.Tx, now time.Time, realms ...int) {
	for key, t := range tokens.Each(tx, nil) {
		if t.For == letter.Begins && t.Ended.IsZero() && slices.Contains(realms, t.Realm) {
			t.Ended = now.UTC()
			t.Save(tx, key)
		}
	}
}

// TokenAt reads the token with a key; found is false if there is none.
func TokenAt(tx *store.Tx, key []byte) (t Token, found bool) { return tokens.Get(tx, key) }

// Save stores the token again, after a change.
func (t Token) Save(tx *store.Tx, key []byte) { tokens.Put(tx, key, t) }

// DropToken forgets the token with a key.
func DropToken(tx *store.Tx, key []byte) { tokens.Remove(tx, key) }

// MayIssue reports whether one more token may be sent to its address now, for its service and realm. It also drops
// tokens of all realms that are too old. Requests without proof have limits of their own, and so has each service and
// each address. So nobody can use up what others may need, and if no more are sent, some that are open have been.
func MayIssue(tx *store.Tx, next Token, now time.Time) bool {
	anHour, aDay, to := 0, 0, limits.OfMail(next.Mail)
	for key, t := range tokens.Each(tx, nil) {
		switch age := now.Sub(t.Asked); {
		case t.For == letter.Begins: // it is told apart from other codes as long as its letter may be answered
		case age >= letter.TokenLasts || age < 0:
			tokens.Remove(tx, key)
		case t.Realm != next.Realm || t.For != next.For || t.Proven != next.Proven || limits.OfMail(t.Mail) != to:
		case age < time.Hour:
			anHour++
			aDay++
		case age < limits.Day:
			aDay++
		}
	}
	return anHour < limits.Tokens.Most() && aDay < limits.TokensADay.Most()
}

// EachToken walks all tokens by their keys. Whoever walks them may change them.
func EachToken(tx *store.Tx) iter.Seq2[[]byte, Token] { return tokens.Each(tx, nil) }

// DropTokens removes the tokens of a realm that fit.
func DropTokens(tx *store.Tx, realm int, fits func(Token) bool) {
	for key, t := range tokens.Each(tx, nil) {
		if t.Realm == realm && realm != 0 && fits(t) {
			tokens.Remove(tx, key)
		}
	}
}
