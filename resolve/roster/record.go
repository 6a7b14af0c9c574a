package roster

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/binary"
	"fmt"
	"io"
	"time"

	"weltentor/resolve/limits"
	"weltentor/resolve/secrets"
	"weltentor/resolve/store"
)

// A player who was let go is told how to reach the game master: by an answer. For a while
// what he writes to the game without orders goes there; who he was is not forgotten, but
// after that he is a stranger like any other.

// HeardOut is for how long.
const HeardOut = 30 * limits.Day

// Leaver is a player who was let go, by one of his addresses.
type Leaver struct {
	Mail   string    `json:"mail"`
	Player string    `json:"player"`
	At     time.Time `json:"at"`
}

// Departed adds a realm's player to those who were let go, and drops those of long ago.
func (r RealmRecord) Departed(player string, now time.Time) (out []Leaver) {
	for _, l := range r.Left {
		if now.Sub(l.At) < HeardOut && !Has(r.Mail, l.Mail) {
			out = append(out, l)
		}
	}
	for _, mail := range r.Mail {
		out = append(out, Leaver{Mail: mail, Player: player, At: now.UTC()})
	}
	return out
}

// Absent tells whether the realm's player has said that he is away in a turn.
func (r RealmRecord) Absent(turn int) bool { return turn <= r.AbsentUntil }

// RealmRecord is what the machine knows of a realm and its world does not.
type RealmRecord struct {
	Mail []string `json:"mail"` // none: nobody plays the realm
	Salt []byte   `json:"salt"`
	Hash []byte   `json:"hash"` // argon2id of the password

	AbsentUntil int `json:"absent_until,omitempty"` // as in RealmRow
	Missed      int `json:"missed,omitempty"`       // as in RealmRow
	Graced      int `json:"graced,omitempty"`       // the turn whose deadline was moved for it; 0 none yet
	// who took the realm over in a store of before worlds were told; "": whom the world names
	Player string `json:"player,omitempty"`

	Substitute *Substitute `json:"substitute,omitempty"` // who plays for the player, for some turns

	Stood string `json:"stood,omitempty"` // address of the last one who agreed to
	// whose turns are over; he stands in again if they are taken back
	Ended *Substitute `json:"ended,omitempty"`

	Missing *Missing `json:"missing,omitempty"` // what was done for turns missed in a row
	Idle    bool     `json:"idle,omitempty"`    // counts as away for want of orders, until some come

	Former []string `json:"former,omitempty"` // addresses of those who played it before
	Left   []Leaver `json:"left,omitempty"`   // of those, who may still write to the game master
	// addresses of those who stood in for those who played it before
	FormerStood []string `json:"former_stood,omitempty"`
	Retold      Retold   `json:"retold,omitzero"` // the report its player was told anew, if one was
	Muted       bool     `json:"muted,omitempty"` // its messages go with the turn only
	// words and settings its player has used, of those reports go on to show, see unused
	Used   []string `json:"used,omitempty"`
	Closes bool     `json:"closes,omitempty"` // its player has voted to close the game
	// each report comes with an order file to fill in
	Template bool `json:"template,omitempty"`
	Picture  bool `json:"picture,omitempty"` // a drawn map comes with each report
	Data     bool `json:"data,omitempty"`    // each report comes as data, too
	Table    bool `json:"table,omitempty"`   // each report comes with what a player's page is laid with
	// the pages that were sent last, one for each address of those who play it
	Pages []Page `json:"pages,omitempty"`
}

// Page is a player's page that was sent: which one, to which address, when, and by which letter.
type Page struct {
	Version string    `json:"version"`
	To      string    `json:"to"`
	At      time.Time `json:"at"`
	Letter  uint64    `json:"letter"`
}

// PageTo is the page that was sent last to an address; none: the zero one.
func (r RealmRecord) PageTo(mail string) (p Page) {
	for _, p := range r.Pages {
		if SameAddress(p.To, mail) {
			return p
		}
	}
	return p
}

// PageSent notes a page, in place of the last one to its address, and drops those to addresses of nobody who
// plays the realm now.
func (r *RealmRecord) PageSent(p Page) {
	plays := append(r.Substitutes(), r.Mail...)
	pages := []Page{p}
	for _, other := range r.Pages {
		if !SameAddress(other.To, p.To) && Has(plays, other.To) {
			pages = append(pages, other)
		}
	}
	r.Pages = pages
}

// PagesTo are the addresses pages were sent to.
func (r RealmRecord) PagesTo() (mail []string) {
	for _, p := range r.Pages {
		mail = append(mail, p.To)
	}
	return mail
}

// Missing is what was done about a player who has missed turns in a row.
type Missing struct {
	At     int      `json:"at"` // so many were missed then
	Warned bool     `json:"warned,omitempty"`
	Did    []string `json:"did,omitempty"` // steps taken
}

// Vacant tells that nobody plays the realm.
func (r RealmRecord) Vacant() bool { return len(r.Mail) == 0 }

// ChangeRealm changes what is known of a realm somebody plays, and gives what was
// known before.
func ChangeRealm(tx *store.Tx, realm int, change func(*RealmRecord)) (old RealmRecord, err error) {
	old, found, err := store.GetJSON[RealmRecord](tx.Bucket(store.RealmsBucket), store.U32(realm))
	if err != nil {
		return old, err
	}
	if !found {
		return old, fmt.Errorf("%w: %d", store.ErrRealm, realm)
	}
	if old.Vacant() {
		return old, fmt.Errorf("%w: %d", store.ErrVacant, realm)
	}
	r := old
	change(&r)
	store.PutJSON(tx.Bucket(store.RealmsBucket), store.U32(realm), r)
	return old, nil
}

// Renew gives the record a fresh password such as `k7mw-x3pq-hhd42`, drawn from a
// source, and keeps its hash.
func (r *RealmRecord) Renew(source io.Reader) (string, error) {
	password, err := r.Draw(source)
	if err == nil {
		r.Hash = secrets.HashPassword(password, r.Salt)
	}
	return password, err
}

// Draw draws a password and what its hash is salted with; the hash is still to be made.
func (r *RealmRecord) Draw(source io.Reader) (string, error) {
	password, err := secrets.MakePassword(source)
	if err != nil {
		return "", err
	}
	r.Salt = make([]byte, 16)
	if _, err := io.ReadFull(source, r.Salt); err != nil {
		return "", fmt.Errorf("making a password: %w", err)
	}
	return password, nil
}

// Guess is a password that was held against a realm's.
type Guess struct {
	Key   [32]byte // of realm, hash and password
	Right bool
}

func GuessKey(realm int, r RealmRecord, password string) [32]byte {
	key := sha256.New()
	key.Write(binary.BigEndian.AppendUint32(nil, uint32(realm)))
	key.Write(r.Hash)
	key.Write([]byte(secrets.Plain(password)))
	return [32]byte(key.Sum(nil))
}

// Try tells whether the password is the realm's. One found right is remembered for
// the life of w, so that a batch of mails hashes it once. It may run beside other calls.
func (known *Roster) Try(realm int, r RealmRecord, password string) Guess {
	g := Guess{Key: GuessKey(realm, r, password)}
	known.proving.Lock()
	g.Right = known.Proven[g.Key]
	known.proving.Unlock()
	if g.Right || subtle.ConstantTimeCompare(secrets.HashPassword(password, r.Salt), r.Hash) != 1 {
		return g
	}
	g.Right = true
	known.proving.Lock()
	known.Proven[g.Key] = true
	known.proving.Unlock()
	return g
}

// Retold is the report of a turn as it was told anew to whoever has taken a realm
// over. The stored one stays as it was: letters to the former player may still
// leave with it.
type Retold struct {
	Turn int    `json:"turn"`
	Sum  string `json:"sum"`
}

// ToldTo is the sum of a turn's report as it was told anew to a realm's player; ""
// if it was not.
func (r RealmRecord) ToldTo(turn int) string {
	if r.Retold.Turn == turn {
		return r.Retold.Sum
	}
	return ""
}
