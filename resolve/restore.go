package resolve

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/letter"
	"weltentor/resolve/logbook"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/store"
	"weltentor/resolve/tray"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// Restoring is a copy of a world's store, checked and made ready in a folder of its own, that
// is about to take the world's place. The world is untouched until Done.
type Restoring struct {
	Lost Lost

	dir, work string
}

// Lost is what a world has that its copy has not.
type Lost struct {
	Known     bool // false: the world's store cannot be read, and all below but Turn is unknown
	Was, Turn int  // the turn that awaits orders, in the world and in the copy
	Since     time.Time
	Letters   int // that the mailbox brings again
	ByHand    int // orders entered on the command line
	Sent      int // letters that left; they do not leave again
	Log       []LogEntry
}

// workName is the folder in which a copy is made ready. What is left in it after a kill is
// removed by the next try.
const workName = "restoring"

// Restore checks a copy of a world's store, as Backup or a turn has made it, and makes it
// ready: it knows which letters came since and which left, and is the one that mails from
// then on. The caller holds the world's lock. The error is of the copy: ErrDamaged,
// ErrSchema, ErrRulebook, or ErrRestore if it is of another world.
func Restore(dir, copied string, books []game.Rulebook, s Settings, machine string, hand Hand,
	now time.Time) (ready *Restoring, err error) {
	r := &Restoring{dir: dir, work: filepath.Join(dir, workName)}
	if s.Name == "" {
		s.Name = folderName(dir)
	}
	if err := errors.Join(os.RemoveAll(r.work), os.Mkdir(r.work, 0o700)); err != nil {
		return nil, fmt.Errorf("restoring: %w", err)
	}
	defer func() {
		if err != nil {
			r.Drop()
		}
	}()
	if err := store.Unpacked(filepath.Join(r.work, store.FileName), copied); err != nil {
		return nil, err
	}
	back, err := Open(r.work, books, s)
	if err != nil {
		return nil, err
	}
	back.Acts(hand)
	if err := sound(back, copied); err != nil {
		return nil, err
	}
	generation, err := r.compare(back, books, s)
	if errors.Is(err, store.ErrRestore) {
		return nil, err
	}
	if err != nil { // there is nothing to compare it with
		r.Lost = Lost{}
		if back, err = Open(r.work, books, s); err != nil {
			return nil, err
		}
		back.Acts(hand)
	}
	if err := r.waits(back, now); err != nil {
		return nil, err
	}
	at := PlaceOf(back, machine)
	at.Dir = dir
	what := phrase.P("log.restore", phrase.Num("turn", r.Lost.Turn), phrase.Num("was", r.Lost.Was))
	return r, at.Adopt(what, generation, now)
}

// sound holds every value and page of a copy against its sum.
func sound(w *World, path string) error {
	return w.view(func(tx *store.Tx) error {
		for err := range tx.Wrong() {
			return fmt.Errorf("%w: %s: %w", store.ErrDamaged, path, err)
		}
		return nil
	})
}

// compare finds out what the world has that the copy has not, and tells the copy of it. It
// gives the generation of the world.
func (r *Restoring) compare(back *World, books []game.Rulebook, s Settings) (generation uint64, err error) {
	there, err := Open(r.dir, books, s)
	if err != nil {
		return 0, err
	}
	if generation, _, err = PlaceOf(there, "").Stamp(); err != nil {
		return 0, err
	}
	return generation, r.hold(back, there)
}

// waits lets the turn of the copy wait until its letters are read again.
func (r *Restoring) waits(back *World, now time.Time) error {
	err := back.view(func(tx *store.Tx) error {
		r.Lost.Turn = int(store.NumberOf(tx, "turn"))
		return nil
	})
	if err != nil || r.Lost.Letters == 0 {
		return err
	}
	return back.MailboxLeft(Reason{What: phrase.P("restored-unread")}, now)
}

// hold holds the copy against the world.
func (r *Restoring) hold(back, there *World) error {
	own, _, err := back.Mark()
	if err != nil {
		return err
	}
	if name, _, err := there.Mark(); err != nil || name != own {
		return errors.Join(err, wording.Fault(store.ErrRestore, "restore-other"))
	}
	return there.view(func(now *store.Tx) error {
		return back.update(func(tx *store.Tx) (err error) {
			l := Lost{Known: true, Was: int(store.NumberOf(now, "turn")), Turn: int(store.NumberOf(tx, "turn"))}
			if l.Log, err = logbook.Since(tx, now); err != nil {
				return err
			}
			if len(l.Log) > 0 {
				l.Since = l.Log[0].At
			}
			if l.Letters, l.ByHand, err = lettersSince(tx, now); err != nil {
				return err
			}
			if l.Sent, err = outbox.In(tx).Departed(outbox.In(now)); err != nil {
				return err
			}
			r.Lost = l
			return nil
		})
	})
}

// Done puts the copy in the place of the store, at one moment, and gives under which name
// the store that was there is kept among the backups; "" if there was none.
func (r *Restoring) Done(lock *DirLock, now time.Time) (kept string, err error) {
	kept, err = store.Replace(r.dir, filepath.Join(r.work, store.FileName), lock, now)
	r.Drop()
	return kept, err
}

// Drop takes the copy away.
func (r *Restoring) Drop() { _ = os.RemoveAll(r.work) }

// againBucket has the letters that came after a copy was made and are to be read again.
var againBucket = []byte("again")

// awaited is a letter that is to be read again.
type awaited struct {
	Turn    int       `json:"turn"` // that awaited orders when it came
	Arrived time.Time `json:"arrived"`
}

// asks are the services that change nothing: their answers have been read.
var asks = []letter.Service{letter.Helps, letter.SendsReport, letter.TellsNow, letter.Templates, letter.Rulebooks}

// again tells whether a letter changed something when it came, so that it is to be read again:
// orders, also for a turn to come, an answer with a code, a wish. Refusals, questions that were passed on and answers
// to words that only ask are not repeated.
func again(l tray.Received) bool {
	switch l.Fate {
	case receipt.Taken, receipt.Ahead, receipt.CameBack:
		return !l.IsBare()
	case receipt.Served:
		wish, is := letter.Wished(l.Subject, l.Text)
		return !l.IsBare() && !(is && slices.Contains(asks, wish.Service))
	}
	return false
}

// lettersSince notes in a copy which letters the world has taken in since.
func lettersSince(tx, now *store.Tx) (letters, byHand int, err error) {
	known := tx.Bucket(store.LettersBucket)
	for hash := range store.KeysOf(now.Bucket(store.LettersBucket)) {
		if known.Get(hash) != nil {
			continue
		}
		l, _, err := store.GetPacked[tray.Received](now.Bucket(store.LettersBucket), hash)
		if err != nil {
			return 0, 0, err
		}
		switch {
		case l.UIDValidity == 0 && l.UID == 0:
			byHand++
		case again(l):
			b, err := tx.CreateBucketIfNotExists(againBucket)
			if err != nil {
				return 0, 0, err
			}
			store.PutJSON(b, hash, awaited{l.Turn, l.Arrived})
			letters++
		}
	}
	return letters, byHand, carry(tx, now)
}

// carry takes over what was passed on to the game master since: it has left, is not to leave
// again when its letter is read again, and can be answered.
func carry(tx, now *store.Tx) error {
	all := func(*store.Bucket, []byte) (bool, error) { return true, nil }
	for _, name := range [][]byte{tray.PassedBucket, tray.MailedBucket} {
		if err := carryOver(tx, now, name, all); err != nil {
			return err
		}
	}
	if n := store.NumberOf(now, "passed"); n > 0 {
		store.Put(tx.Bucket(store.MetaBucket), []byte("passed"), store.U64(n))
	}
	return carryWords(tx, now)
}

// carryWords takes over what was passed on to players since, of other players and of the game
// master's, unless it is lost with the outbox.
func carryWords(tx, now *store.Tx) error {
	unsent, err := outbox.In(now).Unsent()
	if err != nil {
		return err
	}
	pressed := func(from *store.Bucket, k []byte) (bool, error) {
		at, _, err := store.GetJSON[time.Time](from, k)
		return !unsent[outbox.Queued{Kind: outbox.KindPress, At: at.UnixNano()}], err
	}
	told := func(from *store.Bucket, k []byte) (bool, error) {
		t, _, err := store.GetJSON[tray.Told](from, k)
		to := outbox.Queued{Kind: outbox.KindTold, Realm: int(binary.BigEndian.Uint32(k[4:8])), At: t.At.UnixNano()}
		return t.Text != "" || !unsent[to], err
	}
	return errors.Join(carryOver(tx, now, tray.PressBucket, pressed), carryOver(tx, now, tray.ToldBucket, told))
}

// carryOver takes over a bucket, as far as it is wanted.
func carryOver(tx, now *store.Tx, name []byte, wanted func(from *store.Bucket, k []byte) (bool, error)) error {
	from := now.Bucket(name)
	if from == nil {
		return nil
	}
	to, err := tx.CreateBucketIfNotExists(name)
	if err != nil {
		return err
	}
	for k := range store.KeysOf(from) {
		is, err := wanted(from, k)
		if err != nil {
			return err
		}
		if is {
			store.Put(to, k, from.Get(k))
		}
	}
	return nil
}

// Rereading is a world whose copy has taken its place, and which reads letters again.
type Rereading struct{ *World }

// Wanted gives the letters that are to be read again now, by their hashes, and when the first
// of them arrived. Letters that came for a later turn wait until that turn awaits orders.
func (w Rereading) Wanted() (hashes map[[sha256.Size]byte]bool, since time.Time, err error) {
	err = w.view(func(tx *store.Tx) error {
		b, turn := tx.Bucket(againBucket), int(store.NumberOf(tx, "turn"))
		if b == nil {
			return nil
		}
		for k := range store.KeysOf(b) {
			l, _, err := store.GetJSON[awaited](b, k)
			if err != nil {
				return err
			}
			if l.Turn > turn || len(k) != sha256.Size {
				continue
			}
			if hashes == nil {
				hashes = map[[sha256.Size]byte]bool{}
			}
			if hashes[[sha256.Size]byte(k)] = true; since.IsZero() || l.Arrived.Before(since) {
				since = l.Arrived
			}
		}
		return nil
	})
	return hashes, since, err
}

// Read writes down that these have been read again, as far as they are in the mailbox still.
func (w Rereading) Read(hashes map[[sha256.Size]byte]bool, now time.Time) error {
	return w.update(func(tx *store.Tx) error {
		found, b := 0, tx.Bucket(againBucket)
		for hash := range hashes {
			if tx.Bucket(store.LettersBucket).Get(hash[:]) != nil {
				found++
			}
			store.Remove(b, hash[:])
		}
		_, err := w.Note(tx, logbook.Entry{At: now, What: phrase.P("log.again", phrase.Num("n", found),
			phrase.Num("gone", len(hashes)-found))})
		return err
	})
}
