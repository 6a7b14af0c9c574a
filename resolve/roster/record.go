package roster

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
	"time"

	"weltentor/resolve/address"
	"weltentor/resolve/limits"
	"weltentor/resolve/secrets"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/worlds/game"
)

// A player who was let go is told that an answer to that letter reaches the game master. For a while, whatever they
// write to the game without orders is passed on. The game does not forget who they were, but after that they are a
// stranger like any other.

// heardOut is how long that lasts.
const heardOut = 30 * limits.Day

// Leaver is a player who was let go, by one of their addresses.
type Leaver struct {
	Mail   string    `json:"mail"`
	Player string    `json:"player"`
	At     time.Time `json:"at"`
}

// Departed returns the players who were let go, with the realm's present player added and those of long ago dropped.
func (r RealmRecord) Departed(player string, now time.Time) (out []Leaver) {
	for _, l := range slices.Concat(r.Left, r.Lost) {
		if now.Sub(l.At) < heardOut && !address.Contains(r.Mail, l.Mail) {
			out = append(out, l)
		}
	}
	for _, mail := range r.Mail {
		out = append(out, Leaver{Mail: mail, Player: player, At: now.UTC()})
	}
	return out
}

// Absent reports whether the realm's player has announced an absence for a turn.
func (r RealmRecord) Absent(turn int) bool { return turn <= r.AbsentUntil }

// RealmRecord is what the machine knows about a realm's player and the world does not. Its next player gets a fresh one:
// only Bot, Kept, Past, Own.From and Left are carried over, by release in players/handover.go. What stays of somebody
// who is forgotten is in forget of gamemaster/edit.go. A new field goes with the player, unless it is added there.
type RealmRecord struct {
	Mail []string `json:"mail"` // empty: nobody plays the realm
	Salt []byte   `json:"salt"`
	Hash []byte   `json:"hash"` // argon2id of the password

	AbsentUntil int `json:"absent_until,omitempty"` // as in RealmRow
	Missed      int `json:"missed,omitempty"`       // as in RealmRow
	Graced      int `json:"graced,omitempty"`       // the turn whose deadline was moved for it; 0: none yet

	Substitute *Substitute `json:"substitute,omitempty"` // who plays for the player, for some turns

	Stood string `json:"stood,omitempty"` // address of the last person who agreed to stand in
	// a substitute whose turns are over; if those are taken back, they stand in again
	Ended *Substitute `json:"ended,omitempty"`

	Missing *Missing `json:"missing,omitempty"` // what was done about turns missed in a row
	Remind  int      `json:"remind,omitempty"`  // hours before the deadline; 0: as in the settings, or NoReminder
	Moved   *Moved   `json:"moved,omitempty"`   // the player's last change of address by mail
	Lost    []Leaver `json:"lost,omitempty"`    // addresses that were replaced so; they may still write to the game master
	Idle    bool     `json:"idle,omitempty"`    // counts as away because no orders came, until some do

	Past []Stretch `json:"past,omitempty"` // who had the realm before, the oldest first
	// what addresses the record had since its player has it. From is zero for the first player, and while nobody has it,
	// it is when the last one left
	Own    Stretch      `json:"own,omitzero"`
	Left   []Leaver     `json:"left,omitempty"`  // those former players who may still write to the game master
	Retold Retold       `json:"retold,omitzero"` // the report that was written anew for its player, if one was
	Bot    *game.Manner `json:"bot,omitempty"`   // the machine plays, until orders of the player come; nil: it does not
	Kept   bool         `json:"kept,omitempty"`  // Bot was set by the game master, who offers the realm to nobody
	Muted  bool         `json:"muted,omitempty"` // its messages are passed on only with the turn
	// the words and settings that its player has used, of those that reports show until they are used
	Used   []string `json:"used,omitempty"`
	Closes bool     `json:"closes,omitempty"` // its player has voted to close the game
	// each report comes with an order file to fill in
	Template bool `json:"template,omitempty"`
	Picture  bool `json:"picture,omitempty"`   // each report comes with a drawn map
	Data     bool `json:"data,omitempty"`      // each report comes as data, too
	Table    bool `json:"table,omitempty"`     // each report comes with the data of the player's page
	NoTale   bool `json:"no_tale,omitempty"`   // its reports come without the chronicler's lines
	NoAdvice bool `json:"no_advice,omitempty"` // its first reports come without ideas
	// the page that was sent last to each address of those who play the realm
	Pages []Page `json:"pages,omitempty"`
}

// NoReminder is in Remind if the player wants no reminders.
const NoReminder = -1

// Moved is a change of address that the player has asked for. For a while the old address gets the reports, too, and
// can take the change back.
type Moved struct {
	Old   string    `json:"old"`
	Until time.Time `json:"until"`
	Was   *Chosen   `json:"was,omitempty"` // what was set then; nil: a change from before this was kept
}

// Chosen is what a player has set by mail. Whoever has brought a change of address about may have changed it since.
type Chosen struct {
	AbsentUntil, Remind                                      int
	Closes, Template, Picture, Data, Table, NoTale, NoAdvice bool
}

// Chosen returns what the player has set.
func (r RealmRecord) Chosen() Chosen {
	return Chosen{r.AbsentUntil, r.Remind, r.Closes, r.Template, r.Picture, r.Data, r.Table, r.NoTale, r.NoAdvice}
}

// Choose sets it.
func (r *RealmRecord) Choose(c Chosen) {
	r.AbsentUntil, r.Remind, r.Closes = c.AbsentUntil, c.Remind, c.Closes
	r.Template, r.Picture, r.Data, r.Table, r.NoTale, r.NoAdvice = c.Template, c.Picture, c.Data, c.Table, c.NoTale, c.NoAdvice
}

// Loses records that a player has lost an address, and drops those of long ago.
func (r *RealmRecord) Loses(mail, player string, now time.Time) {
	lost := slices.DeleteFunc(slices.Clone(r.Lost), func(l Leaver) bool {
		return now.Sub(l.At) >= heardOut || address.Same(l.Mail, mail)
	})
	r.Lost = append(lost, Leaver{Mail: mail, Player: player, At: now.UTC()})
}

// OldAddress is the address that can still take a change back, or "".
func (r RealmRecord) OldAddress(now time.Time) string {
	if r.Moved == nil || !now.Before(r.Moved.Until) {
		return ""
	}
	return r.Moved.Old
}

// Addresses are those of the realm's player, also those before the last changes.
func (r RealmRecord) Addresses() []string {
	all := slices.Clip(r.Mail)
	if r.Moved != nil {
		all = append(all, r.Moved.Old)
	}
	for _, l := range r.Lost {
		all = append(all, l.Mail)
	}
	return address.Distinct(all)
}

// Page is a player's page that was sent: which one, to which address, when, and by which letter.
type Page struct {
	Version string    `json:"version"`
	To      string    `json:"to"`
	At      time.Time `json:"at"`
	Letter  uint64    `json:"letter"`
}

// PageTo returns the page that was sent last to an address, or the zero value.
func (r RealmRecord) PageTo(mail string) (p Page) {
	for _, p := range r.Pages {
		if address.Same(p.To, mail) {
			return p
		}
	}
	return p
}

// PageSent records a page in place of the last one to its address. Pages sent to anybody who does not play the realm
// any more are dropped.
func (r *RealmRecord) PageSent(p Page) {
	plays := append(r.Substitutes(), r.Mail...)
	pages := []Page{p}
	for _, other := range r.Pages {
		if !address.Same(other.To, p.To) && address.Contains(plays, other.To) {
			pages = append(pages, other)
		}
	}
	r.Pages = pages
}

// PagesTo returns the addresses to which pages were sent.
func (r RealmRecord) PagesTo() (mail []string) {
	for _, p := range r.Pages {
		mail = append(mail, p.To)
	}
	return mail
}

// Missing is what was done about a player who has missed turns in a row.
type Missing struct {
	At     int      `json:"at"` // how many turns had been missed then
	Warned bool     `json:"warned,omitempty"`
	Did    []string `json:"did,omitempty"` // steps taken
}

// Has reports whether a step was taken.
func (m *Missing) Has(step string) bool { return m != nil && slices.Contains(m.Did, step) }

// Vacant reports whether nobody plays the realm.
func (r RealmRecord) Vacant() bool { return len(r.Mail) == 0 }

// Offered reports whether whoever signs up may get the realm: nobody plays it, and it is not kept for the machine.
func (r RealmRecord) Offered() bool { return r.Vacant() && !r.Kept }

// ChangeRealm changes the record of a realm that somebody plays, and returns the record from before. The error is
// ErrRealm if there is no such realm, and ErrVacant if nobody plays it.
func ChangeRealm(tx *store.Tx, realm int, change func(*RealmRecord)) (old RealmRecord, err error) {
	old, err = existing(tx, realm)
	if err != nil {
		return old, err
	}
	if old.Vacant() {
		return old, fmt.Errorf("%w: %d", faults.ErrVacant, realm)
	}
	r := old
	change(&r)
	r.remember(old)
	Put(tx, realm, r)
	return old, nil
}

// Plays changes who plays a realm: the machine in a manner, or with nil its player. With kept it is offered to nobody. It
// returns the record from before. Unlike ChangeRealm it changes a realm without a player, too.
func Plays(tx *store.Tx, realm int, m *game.Manner, kept bool) (old RealmRecord, err error) {
	old, err = existing(tx, realm)
	if err != nil {
		return old, err
	}
	r := old
	r.Bot, r.Kept = m, kept
	Put(tx, realm, r)
	return old, nil
}

// existing is the record of a realm. The error is ErrRealm if there is no such realm.
func existing(tx *store.Tx, realm int) (r RealmRecord, err error) {
	r, found := Get(tx, realm)
	if !found {
		return r, fmt.Errorf("%w: %d", faults.ErrRealm, realm)
	}
	return r, nil
}

// Renew gives the record a fresh password such as `k7mw-x3pq-hhd42`, drawn from a source. The record keeps only its
// hash.
func (r *RealmRecord) Renew(source io.Reader) (string, error) {
	password, err := r.Draw(source)
	if err == nil {
		r.Hash = secrets.HashPassword(password, r.Salt)
	}
	return password, err
}

// Draw draws a password, and the salt for its hash. The hash is still to be made.
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

// Guess is a password that was compared with a realm's.
type Guess struct {
	Key   [32]byte // of realm, hash and password
	Right bool
}

// GuessKey is under which key a right password is remembered. It changes with the realm's password.
func GuessKey(realm int, r RealmRecord, password string) [32]byte {
	key := sha256.New()
	key.Write(binary.BigEndian.AppendUint32(nil, uint32(realm)))
	key.Write(r.Hash)
	key.Write([]byte(secrets.Plain(password)))
	return [32]byte(key.Sum(nil))
}

// Try compares a password with the realm's. A right one is remembered as long as the roster lives, so that a batch of
// mails hashes it once. Calls may run at the same time.
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

// Retold is the report of a turn that was written anew for somebody who has taken a realm over. The stored report
// stays as it was: letters to the former player may still leave with it.
type Retold struct {
	Turn int    `json:"turn"`
	Sum  string `json:"sum"`
}

// ToldTo returns the sum of a turn's report that was written anew for the realm's player, or "" if none was.
func (r RealmRecord) ToldTo(turn int) string {
	if r.Retold.Turn == turn {
		return r.Retold.Sum
	}
	return ""
}
