// Package resolve is the turn as a transaction: a world's bbolt store, letters
// accepted into it, turns advanced in it, replayed and verified from it, and
// the outbox of what is to be sent.
//
// It touches the disk and nothing else: it knows no network, and the clock is
// always handed in. Every change is one transaction, so a kill at any instant
// leaves the store as it was before or as it is after, never between.
package resolve

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/store"
	"weltentor/worlds/game"
)

// Settings are what the game master may change at any time, read from
// world.toml. The store keeps a copy with each turn.
type Settings struct {
	Name     string         // of the world, as in letters' subjects; "": its folder's
	Address  string         // the game's mail address
	Zone     *time.Location // of the deadline; nil: UTC
	Deadline Deadline
	Early    bool          // resolve as soon as all have sent
	Signup   bool          // whoever writes may ask for a realm
	Places   int           // realms that play at a time; 0: as many as the rules take
	Reminder time.Duration // how long before the deadline who owes orders is reminded; 0: never
	Grace    time.Duration // by how much a deadline moves for who would miss his first turn; 0: not
	Auth     Auth          // what makes a letter a player's; "": ByPassword
	Master   string        // the game master's mail address: gets `#M` and alarms; "" for none
	Lang     phrase.Lang   // of letters to the game master; "": the first of phrase.Langs
	Tables   []byte        // the world's own numbers, TOML
	PerHour  int           // letters that may leave in an hour; 0: all
	Deaf     time.Duration // how long the mailbox may not be read before the game master is told; 0: until a turn waits for it
	ZipAbove int           // bytes of a letter's files above which they are zipped for everybody; 0: never

	// Render makes the bytes of a letter. The same Draft must give the same
	// bytes. Needed by whatever queues receipts or takes letters out.
	Render func(Draft) ([]byte, error)
	// Say puts the reasons of MailboxFailed and MailboxLeft into words; nil: Words does.
	Say func(phrase.Lang, phrase.Phrase) string
	// Book gives the rules of a rulebook as players read them, "" where there are
	// none; nil: no rulebook has a book.
	Book func(rulebook string, lang phrase.Lang) string
	// Random is where passwords come from; nil: the system's. The demo hands in
	// its own, so that its mails fit.
	Random io.Reader
	// Backups is how many copies made before turns are kept; 0: five.
	Backups int
}

// World is an opened world directory. Its store is opened only for the moment
// of a call. Whoever changes a world holds its Lock; readers need none. A World
// is for one goroutine at a time.
type World struct {
	*Office // the letters that leave
	*clerk
	disk   *Store
	shelf  *shelf
	cached current // of generation cached.generation
}

// clerk writes the letters that answer none, and reckons deadlines: with the settings
// and the rules, whatever turn it is handed.
type clerk struct {
	rb     game.Rulebook
	s      Settings
	people *roster
	master gameMaster
}

// current is the turn that awaits orders.
type current struct {
	generation uint64 // of the state
	turn       int
	world      game.World
	realms     map[int]game.Realm // of the world
	seed       game.Seed
	tables     []byte // effective
	opened     opening
}

// opening is how a turn began to await orders. Sums are SHA-256 in hex.
type opening struct {
	Since  time.Time `json:"since"`  // from which its deadline is counted
	Former string    `json:"former"` // sum of the state the turn before left, or the founding
}

// join is a realm that joined, or changed hands, while the turn awaited orders;
// it can be replayed.
type join struct {
	game.Joining              // of a realm that joined
	To           *game.Player `json:"to,omitempty"` // who was given a realm there was; nil: it joined
	Realm        int          `json:"realm"`
	At           time.Time    `json:"at"`
	Rules        int          `json:"rules"`
	Tables       string       `json:"tables"` // sum
	After        string       `json:"after"`  // sum of the state with it; "": others joined with it at once, the last has it
}

// sum names bytes in records and in the bucket of files.
func sum(b []byte) string {
	s := sha256.Sum256(b)
	return hex.EncodeToString(s[:])
}

// Open opens a world directory for calls. Nothing is changed on the disk, except
// that a store of an older schema is raised to the present one, see raise, and a packed
// copy unpacked, see restored.
func Open(dir string, books []game.Rulebook, s Settings) (*World, error) {
	if s.Zone == nil {
		s.Zone = time.UTC
	}
	if s.Lang == "" {
		s.Lang = phrase.Langs[0]
	}
	if s.Name == "" {
		s.Name = folderName(dir)
	}
	master := gameMaster{World: s.Name, Mail: s.Master, Lang: s.Lang}
	w := &World{clerk: &clerk{s: s, people: newRoster(), master: master}, shelf: newShelf()}
	var err error
	w.disk, err = openWorld(dir, s.Backups, func(tx *store.Tx) (err error) {
		w.rb, err = rulebookOf(tx, dir, books)
		return err
	})
	if err != nil {
		return nil, err
	}
	w.disk.rulebook = w.rb.Name()
	w.Office = &Office{disk: w.disk, Address: s.Address, PerHour: s.PerHour, ZipAbove: s.ZipAbove, Master: master, Render: s.Render,
		Speaks: func(tx *store.Tx, realm int) (phrase.Lang, error) {
			c, err := w.now(tx)
			if err != nil {
				return "", err
			}
			here, _ := c.realm(realm)
			return here.Lang, nil
		}}
	return w, nil
}

// Holds tells the world that this command holds its lock: before anything is changed
// the lock must stand.
func (w *World) Holds(l *DirLock) { w.disk.holds(l) }

// Backup writes a copy of the store as it is at one moment; a copy in the place
// of world.db is the world again.
func (w *World) Backup(dst io.Writer) error { return w.disk.Backup(dst) }

// BackupFile is Backup into a private file that must not exist yet.
func (w *World) BackupFile(path string) error { return w.disk.BackupFile(path) }

func (w *World) view(f func(*store.Tx) error) error { return w.disk.view(f) }

// update opens the store for one transaction: all of f, or nothing. The sheets that are
// listed stay so if nothing else has changed the store.
func (w *World) update(f func(*store.Tx) error) error {
	committed, listed := false, w.shelf.setAside()
	defer func() {
		if !committed { // what was listed and opened within stands nowhere
			w.shelf.unlist()
			w.cached = current{}
		}
	}()
	err := w.disk.update(func(tx *store.Tx) error {
		w.shelf.putBack(listed, number(tx, "generation"))
		return f(tx)
	})
	committed = err == nil
	return err
}

// rulebookOf finds the rulebook of the world in a directory.
func rulebookOf(tx *store.Tx, dir string, books []game.Rulebook) (game.Rulebook, error) {
	name := string(tx.Bucket(metaBucket).Get([]byte("rulebook")))
	var names []string
	for _, rb := range books {
		if rb.Name() == name {
			return rb, nil
		}
		names = append(names, rb.Name())
	}
	return nil, unknownRulebook(filepath.Join(dir, storeName), name, names)
}

// folderName is what a world is called in letters that has no name of its own.
func folderName(dir string) string {
	if full, err := filepath.Abs(dir); err == nil {
		dir = full
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real // by a link it is the same world, and its subjects are the same
	}
	return oneLine(filepath.Base(dir))
}

// Rulebook is the world's game.
func (w *World) Rulebook() game.Rulebook { return w.rb }

// now reads the turn that awaits orders; decoding is spared while the state
// stays the same.
func (w *World) now(tx *store.Tx) (current, error) {
	generation := number(tx, "state")
	if w.cached.world != nil && w.cached.generation == generation {
		return w.cached, nil
	}
	c := current{generation: generation, turn: int(number(tx, "turn"))}
	copy(c.seed[:], tx.Bucket(metaBucket).Get([]byte("seed")))
	tables, err := w.rb.Tables(w.s.Tables)
	if err != nil {
		return c, fmt.Errorf("%w: %w", ErrTables, err)
	}
	c.tables = tables
	if err := w.settled(tx, tables); err != nil {
		return c, err
	}
	t := tx.Bucket(turnsBucket).Bucket(u32(c.turn))
	if t == nil {
		return c, fmt.Errorf("%w: turn %d is missing", ErrDamaged, c.turn)
	}
	if c.opened, _, err = getJSON[opening](t, []byte("opened")); err != nil {
		return c, err
	}
	state, err := unpack(t.Get([]byte("before")))
	if err != nil {
		return c, fmt.Errorf("%w: the state of turn %d: %v", ErrDamaged, c.turn, err)
	}
	if c.world, err = w.rb.Open(state, tables); err != nil {
		return c, fmt.Errorf("opening the state of turn %d: %w", c.turn, err)
	}
	c.realms = byNumber(c.world)
	w.keep(c)
	return c, nil
}

// keep remembers a turn, so that it need not be decoded again. Where the transaction
// fails it is forgotten, see update.
func (w *World) keep(c current) {
	w.cached = c
	w.people.forgetSenders()
	w.shelf.forget() // perhaps of turns gone by
}

func byNumber(world game.World) map[int]game.Realm {
	out := map[int]game.Realm{}
	for _, r := range world.Realms() {
		out[r.Number] = r
	}
	return out
}

// settled holds the effective tables against those of the founding, where the rules
// have numbers that must stay.
func (k *clerk) settled(tx *store.Tx, tables []byte) error {
	rules, is := k.rb.(game.Founder)
	note, found, err := getJSON[founding](tx.Bucket(metaBucket), []byte("founded"))
	if err != nil || !is || !found || note.Tables == sum(tables) {
		return err
	}
	was, err := getFile(tx, note.Tables)
	if err != nil {
		return err
	}
	if err := rules.Settled(was, tables); err != nil {
		return fmt.Errorf("%w: %w", ErrTables, err)
	}
	return nil
}

// putState stores the state that awaits orders and how it came to be.
func putState(tx *store.Tx, turn int, state []byte, o opening) error {
	t, err := tx.Bucket(turnsBucket).CreateBucketIfNotExists(u32(turn))
	if err != nil {
		return err
	}
	put(t, []byte("before"), pack(state))
	putJSON(t, []byte("opened"), o)
	put(tx.Bucket(metaBucket), []byte("turn"), u32(turn))
	bump(tx, "state")
	return nil
}

// putFile keeps bytes once and for the life of the world, and gives their sum.
func putFile(tx *store.Tx, data []byte) string {
	key := sha256.Sum256(data)
	if files := tx.Bucket(filesBucket); files.Get(key[:]) == nil {
		put(files, key[:], pack(data))
	}
	return hex.EncodeToString(key[:])
}

// getFile reads what putFile kept.
func getFile(tx *store.Tx, sum string) ([]byte, error) {
	key, err := hex.DecodeString(sum)
	if err != nil {
		return nil, fmt.Errorf("%w: %q is no sum", ErrDamaged, sum)
	}
	packed := tx.Bucket(filesBucket).Get(key)
	if packed == nil {
		return nil, fmt.Errorf("%w: file %s is missing", ErrDamaged, sum)
	}
	data, err := unpack(packed)
	if err == nil {
		if got := sha256.Sum256(data); !bytes.Equal(got[:], key) {
			err = errors.New("its sum differs")
		}
	}
	if err != nil {
		return nil, fmt.Errorf("%w: file %s: %v", ErrDamaged, sum, err)
	}
	return data, nil
}
