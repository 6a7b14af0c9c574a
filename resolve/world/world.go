// Package resolve is the turn as a transaction: a world's bbolt store, letters
// accepted into it, turns advanced in it, replayed and verified from it, and
// the outbox of what is to be sent.
//
// It touches the disk and nothing else: it knows no network, and the clock is
// always handed in. Every change is one transaction, so a kill at any instant
// leaves the store as it was before or as it is after, never between.
package world

import (
	"cmp"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/gazette"
	"weltentor/resolve/logbook"
	"weltentor/resolve/outbox"
	"weltentor/resolve/pace"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// unknownRulebook is the error of a store whose rulebook this program does not have.
func unknownRulebook(path, name string, known []string) error {
	return wording.Fault(store.ErrRulebook, "unknown-book", phrase.Str("path", path), phrase.Str("name", name),
		phrase.Str("list", strings.Join(known, ", ")))
}

// Settings are what the game master may change at any time, read from
// world.toml. The store keeps a copy with each turn.
type Settings struct {
	Name     string         // of the world, as in letters' subjects; "": its folder's
	Address  string         // the game's mail address
	Aliases  []string       // others under which mails come to it
	Zone     *time.Location // of the deadline; nil: UTC
	Deadline chronicle.Deadline
	Early    bool // resolve as soon as all have sent
	// how long after the last orders a turn is resolved early at the earliest
	EarlyWait time.Duration
	Signup    bool          // whoever writes may ask for a realm
	Places    int           // realms that play at a time; 0: as many as the rules take
	Reminder  time.Duration // how long before the deadline who owes orders is reminded; 0: never
	Grace     time.Duration // by how much a deadline moves for who would miss his first turn; 0: not
	// by how much a deadline moves, once a turn, if more than half of the realms asked want it; 0: not
	MoreTime time.Duration
	// players may close the game, if all of them want it
	ClosingVote bool
	Missed      []pace.Step // what is done about players who miss turns in a row; none: nothing
	Auth        Auth        // what makes a letter a player's; "": ByPassword
	Master      string      // the game master's mail address: gets `#M` and alarms; "" for none
	// what the game master asks by mail must be proven, by a signature or his password; else a code does
	MasterProof bool
	Press       Press          // when messages between players are passed on; "": PressTurn
	Lang        phrase.Lang    // of letters to the game master; "": the first of phrase.Langs
	Tables      []byte         // the world's own numbers, TOML
	PerHour     int            // letters that may leave in an hour; 0: all
	Public      gazette.Public // what everybody may know; none: nothing
	// how long the mailbox may not be read before the game master is told; 0: until a turn waits for it
	Deaf     time.Duration
	ZipAbove int // bytes of a letter's files above which they are zipped for everybody; 0: never

	// Render makes the bytes of a letter. The same Draft must give the same
	// bytes. Needed by whatever queues receipts or takes letters out.
	Render func(outbox.Draft) ([]byte, error)
	// Say puts the reasons of MailboxFailed and MailboxLeft into words; nil: Words does.
	Say func(phrase.Lang, phrase.Phrase) string
	// Book gives the rules of a rulebook as players read them, "" where there are
	// none; nil: no rulebook has a book.
	Book func(rulebook string, lang phrase.Lang) string
	// Guide explains to players how orders are written and sent, for a rulebook; it goes with
	// a realm's report 0 and on HELP. nil, or "": there is none.
	Guide func(rulebook string, lang phrase.Lang) string
	// Program is the version of the program.
	Program string
	// Page is the players' page of a rulebook, as HTML, with its version; nil, or version "": there is none.
	Page func(rulebook string) (version string, html func() []byte)
	// TableURL is where the game master has put that page; "": nowhere.
	TableURL string
	// Random is where passwords come from; nil: the system's. The demo hands in
	// its own, so that its mails fit.
	Random  io.Reader
	Journal *store.Link // that gets what changes, with a Gist that Open makes; nil: none
	// Backups is how many copies made before turns are kept; 0: five.
	Backups int
}

// listed are the settings as the logbook compares them. Of addresses it is to know only that
// they have changed.
func (s Settings) listed() []logbook.Setting {
	if s.Zone == nil {
		s.Zone = time.UTC
	}
	return []logbook.Setting{
		{Name: "name", Value: s.Name}, {Name: "address", Value: s.Address, Aside: true},
		{Name: "zone", Value: s.Zone.String()}, {Name: "deadline", Value: string(store.MustJSON(s.Deadline))},
		{Name: "early", Value: fmt.Sprint(s.Early)}, {Name: "signup", Value: fmt.Sprint(s.Signup)},
		{Name: "early_wait", Value: unlessZero(s.EarlyWait)},
		{Name: "places", Value: fmt.Sprint(s.Places)}, {Name: "reminder", Value: s.Reminder.String()},
		{Name: "grace", Value: s.Grace.String()}, {Name: "auth", Value: string(s.Auth)},
		{Name: "missed", Value: strings.Trim(fmt.Sprint(s.Missed), "[]")}, // none is as before there was the setting
		{Name: "more_time", Value: unlessZero(s.MoreTime)},
		{Name: "gm.auth", Value: map[bool]string{true: "proof"}[s.MasterProof]},
		{Name: "gm.mail", Value: s.Master, Aside: true}, {Name: "gm.lang", Value: string(s.Lang)},
		{Name: "tables", Value: store.SumOf(s.Tables)[:12]}, {Name: "smtp.per_hour", Value: fmt.Sprint(s.PerHour)},
		{Name: "imap.alarm", Value: s.Deaf.String()}, {Name: "zip_above", Value: fmt.Sprint(s.ZipAbove)},
		{Name: "closing_vote", Value: unlessFalse(s.ClosingVote)},
		{Name: "press", Value: string(cmp.Or(s.Press, PressTurn))},
		{Name: "public", Value: s.Public.String()}, {Name: "table_url", Value: s.TableURL},
	}
}

// unlessFalse is a switch in the list of settings; off is as before there was the setting.
func unlessFalse(on bool) string {
	if on {
		return "true"
	}
	return ""
}

// unlessZero is a time in the list of settings; none is as before there was the setting.
func unlessZero(d time.Duration) string {
	if d == 0 {
		return ""
	}
	return d.String()
}

// World is an opened world directory. Its store is opened only for the moment
// of a call. Whoever changes a world holds its Lock; readers need none. A World
// is for one goroutine at a time.
type World struct {
	*outbox.Office  // the letters that leave
	*logbook.Keeper // what has happened
	*Setup
	// Progress, if anybody wants to know, is told how far long work is: some steps of all, one call at a time.
	Progress func(done, all int)

	Disk   *store.Store
	Shelf  *chronicle.Shelf
	Cached chronicle.Current // of generation cached.generation
}

// clerk reads letters, writes those that answer none, and reckons deadlines: with the settings
// and the rules, whatever turn it is handed.
type Setup struct {
	Rules    game.Rulebook
	Settings Settings
	People   *roster.Roster
	ToMaster outbox.Master
	Logbook  *logbook.Keeper // the world's
	before   *before
}

// Open opens a world directory for calls. Nothing is changed on the disk, except that a store of
// an older schema is raised to the present one, see raise, and a packed copy unpacked, see restored.
func Open(dir string, books []game.Rulebook, s Settings) (*World, error) {
	if s.Zone == nil {
		s.Zone = time.UTC
	}
	if s.Lang == "" {
		s.Lang = phrase.Langs[0]
	}
	if s.Name == "" {
		s.Name = FolderName(dir)
	}
	master := outbox.Master{World: s.Name, Mail: s.Master, Lang: s.Lang}
	w := &World{Setup: &Setup{Settings: s, People: roster.NewRoster(), ToMaster: master}, Shelf: chronicle.NewShelf()}
	var err error
	w.Disk, err = store.OpenLinked(dir, s.Backups, Linked(w, s.Journal), func(tx *store.Tx) (err error) {
		w.Rules, err = rulebookOf(tx, dir, books)
		return err
	})
	if err != nil {
		return nil, err
	}
	w.Disk.Rulebook = w.Rules.Name()
	w.Keeper = &logbook.Keeper{Disk: w.Disk}
	w.Logbook = w.Keeper
	w.Office = &outbox.Office{Disk: w.Disk, Address: s.Address, PerHour: s.PerHour, ZipAbove: s.ZipAbove,
		Master: master, Render: s.Render,
		Speaks: func(tx *store.Tx, realm int) (phrase.Lang, error) {
			c, err := w.Now(tx)
			if err != nil {
				return "", err
			}
			here, _ := c.Realm(realm)
			return here.Lang, nil
		},
		Log: func(tx *store.Tx, what phrase.Phrase) error {
			_, err := w.Note(tx, logbook.Entry{What: what})
			return err
		}}
	return w, nil
}

// Holds tells the world that this command holds its lock: before anything is changed
// the lock must stand.
func (w *World) Holds(l *store.DirLock) { w.Disk.Holds(l) }

// BackupFile writes a copy of the store as it is at one moment into a private file that must not
// exist yet; a copy in the place of world.db is the world again.
func (w *World) BackupFile(path string) error { return w.Disk.BackupFile(path, w.Step) }

// step tells whoever wants to know how far long work is.
func (w *World) Step(done, all int) {
	if w.Progress != nil {
		w.Progress(done, all)
	}
}

func (w *World) View(f func(*store.Tx) error) error { return w.Disk.View(f) }

// update opens the store for one transaction: all of f, or nothing. The sheets that are
// listed stay so if nothing else has changed the store.
func (w *World) Update(f func(*store.Tx) error) error {
	committed, listed := false, w.Shelf.SetAside()
	defer func() {
		if !committed { // what was listed and opened within stands nowhere
			w.Shelf.Unlist()
			w.Cached = chronicle.Current{}
		}
	}()
	err := w.Disk.Update(func(tx *store.Tx) error {
		w.Shelf.PutBack(listed, store.NumberOf(tx, "generation"))
		if err := w.NoteSettings(tx, w.Settings.listed()); err != nil {
			return err
		}
		return f(tx)
	})
	committed = err == nil
	return err
}

// rulebookOf finds the rulebook of the world in a directory.
func rulebookOf(tx *store.Tx, dir string, books []game.Rulebook) (game.Rulebook, error) {
	name := string(tx.Bucket(store.MetaBucket).Get([]byte("rulebook")))
	var names []string
	for _, rb := range books {
		if rb.Name() == name {
			return rb, nil
		}
		names = append(names, rb.Name())
	}
	return nil, unknownRulebook(filepath.Join(dir, store.FileName), name, names)
}

// folderName is what a world is called in letters that has no name of its own.
func FolderName(dir string) string {
	if full, err := filepath.Abs(dir); err == nil {
		dir = full
	}
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real // by a link it is the same world, and its subjects are the same
	}
	return wording.OneLine(filepath.Base(dir))
}

// Rulebook is the world's game.
func (w *World) Rulebook() game.Rulebook { return w.Rules }

// now reads the turn that awaits orders; decoding is spared while the state
// stays the same.
func (w *World) Now(tx *store.Tx) (chronicle.Current, error) {
	generation := store.NumberOf(tx, "state")
	if w.Cached.World != nil && w.Cached.Generation == generation {
		return w.Cached, nil
	}
	c := chronicle.Current{Generation: generation, Turn: int(store.NumberOf(tx, "turn"))}
	copy(c.Seed[:], tx.Bucket(store.MetaBucket).Get([]byte("seed")))
	tables, err := w.Rules.Tables(w.Settings.Tables)
	if err != nil {
		return c, fmt.Errorf("%w: %w", store.ErrTables, err)
	}
	c.Tables = tables
	if err := w.settled(tx, tables); err != nil {
		return c, err
	}
	t := tx.Bucket(store.TurnsBucket).Bucket(store.U32(c.Turn))
	if t == nil {
		return c, fmt.Errorf("%w: turn %d is missing", store.ErrDamaged, c.Turn)
	}
	if c.Opened, _, err = store.GetJSON[chronicle.Opening](t, []byte("opened")); err != nil {
		return c, err
	}
	state, err := store.Unpack(t.Get([]byte("before")))
	if err != nil {
		return c, fmt.Errorf("%w: the state of turn %d: %v", store.ErrDamaged, c.Turn, err)
	}
	if c.World, err = w.Rules.Open(state, tables); err != nil {
		return c, fmt.Errorf("opening the state of turn %d: %w", c.Turn, err)
	}
	if closed, err := chronicle.ReadClosure(tx); err != nil {
		return c, err
	} else if closed.Happened() {
		c.World = chronicle.Shut(c.World)
	}
	c.Realms = chronicle.ByNumber(c.World)
	if c.Opened.Edits > 0 {
		if c.Edited, err = chronicle.Edited(tx, c.Turn); err != nil {
			return c, err
		}
	}
	w.Keep(c)
	return c, nil
}

// keep remembers a turn, so that it need not be decoded again. Where the transaction
// fails it is forgotten, see update.
func (w *World) Keep(c chronicle.Current) {
	w.Cached = c
	w.People.ForgetSenders()
	w.Shelf.Forget() // perhaps of turns gone by
}

// settled holds the effective tables against those of the founding, where the rules
// have numbers that must stay.
func (k *Setup) settled(tx *store.Tx, tables []byte) error {
	rules, is := k.Rules.(game.Founder)
	note, found, err := store.GetJSON[chronicle.Founding](tx.Bucket(store.MetaBucket), []byte("founded"))
	if err != nil || !is || !found || note.Tables == store.SumOf(tables) {
		return err
	}
	was, err := store.GetFile(tx, note.Tables)
	if err != nil {
		return err
	}
	if err := rules.Settled(was, tables); err != nil {
		return fmt.Errorf("%w: %w", store.ErrTables, err)
	}
	return nil
}

// ask hands the turn that awaits orders to a question about a realm that is there, or about
// the game master, who is realm 0. A panic of the rules is the error.
func (w *World) Ask(number int, question func(chronicle.Current)) error {
	return w.View(func(tx *store.Tx) error {
		c, err := w.Now(tx)
		if err != nil {
			return err
		}
		if _, found := c.Realm(number); !found && number != 0 {
			return fmt.Errorf("%w: %d", store.ErrRealm, number)
		}
		return store.Guarded(func() { question(c) })
	})
}
