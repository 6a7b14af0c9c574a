package resolve

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"go.etcd.io/bbolt"

	"weltentor/resolve/intake"
	"weltentor/resolve/letter"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/sent"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/world"
)

// contents returns all that a store has, by its buckets and keys. Which pages were written over is not part of the
// world.
func (b *table) contents() map[string]string {
	b.t.Helper()
	all := map[string]string{}
	var walk func(path string, in *store.Bucket) error
	walk = func(path string, in *store.Bucket) error {
		return in.ForEach(func(k, v []byte) error {
			at := fmt.Sprintf("%s %q", path, k)
			if v == nil {
				return walk(at, in.Bucket(k))
			}
			if open, err := store.Unpack(v); err == nil {
				v = open
			}
			all[at] = string(v)
			return nil
		})
	}
	must(b.t, b.View(func(tx *store.Tx) error {
		return tx.ForEach(func(name []byte, in *store.Bucket) error {
			if string(name) == "touched" {
				return nil
			}
			return walk(string(name), in)
		})
	}))
	return all
}

// known marks the letters whose senders are known, as the mailer does.
func (b *table) known(letters []letter.Letter) []letter.Letter {
	b.t.Helper()
	_, senders, err := sent.Expect(b.World)
	must(b.t, err)
	letters = slices.Clone(letters)
	for i := range letters {
		letters[i].Sender = senders[strings.ToLower(letters[i].From)]
	}
	return letters
}

// alone takes a letter in by itself.
func (b *table) alone(l letter.Letter) receipt.Acceptance {
	a, err := intake.Accept(b.World, l, b.clockAt)
	if errors.Is(err, faults.ErrRules) {
		return receipt.Acceptance{Fate: "put aside"}
	}
	must(b.t, err)
	return a
}

// together takes letters in, at most this many at once, and one by one if that fails. It returns what became of them,
// and how many each transaction took; 0: it was rolled back.
func (b *table) together(letters []letter.Letter, most int) (taken []receipt.Acceptance, lots []int) {
	b.t.Helper()
	for len(letters) > 0 {
		some := b.known(letters)[:min(most, len(letters))]
		random := b.World.Settings.Random.(*drawn)
		before := *random
		got, err := intake.AcceptSome(b.World, some, func() time.Time { return b.clockAt })
		lots = append(lots, len(got))
		switch {
		case err != nil:
			*random = before // a code that was rolled back is drawn again
			for _, l := range some {
				got = append(got, b.alone(l))
			}
		case len(got) == 0:
			got = []receipt.Acceptance{b.alone(some[0])}
		}
		taken, letters = append(taken, got...), letters[len(got):]
	}
	return taken, lots
}

// mixed returns letters of all kinds: orders and later orders, one twice, wrong passwords, automatic mail, bounces,
// questions, words with their codes, and strangers. One letter makes its sender known before the sender's next one
// comes.
func mixed(b *table) (letters []letter.Letter) {
	first := b.next(day0)
	must(b.t, b.Record(first.ID, outbox.Attempt{At: day0, Result: outbox.Delivered}))
	code := b.offered(2, ann)
	say := func(realm int, subject, text string) letter.Letter {
		l := b.letter(realm, text)
		l.Subject = subject
		return l
	}
	by := func(from, subject, text string) letter.Letter {
		l := say(1, subject, text)
		l.From = from
		return l
	}
	twice := say(1, "Zug", "$I 1 PASSWORD\n$A\ndig 3\n")
	machine := by("robot@example.org", "Abwesend", "weg")
	machine.Machine = "auto-replied"
	back := by("mailer-daemon@example.org", "failure", "")
	back.Machine, back.Bounce = "delivery report", &letter.Bounce{IDs: []string{first.MessageID}, Words: "550 no"}
	letters = []letter.Letter{
		say(1, "Zug", "$I 1 PASSWORD\n$A\ndig 2\n"), twice,
		say(2, "Move", "$I 2 PASSWORD\n$A\ndig 4\n$N\n#1\nhallo\n#E\n"),
		twice, say(3, "Zug", "$I 3 wrong-word-here\n$A\ndig 5\n"), machine, back,
		say(1, "Zug", "$I 1 PASSWORD\n$A\ndig 11\nnonsense\n"),
		by("thief@example.net", "Zug", "$I 1 PASSWORD\n$A\ndig 6\n"),
		say(1, "HILFE", ""), say(2, "STATUS", ""), say(3, "PASSWORT", ""), say(2, "Frage", "Darf ich?"),
		by(ann, "Re:", code), by(ann, "HELP", ""), say(3, "Zug", "$I 3 PASSWORD\n$N\n#M\nLeiter!\n#E\n$A\ndig 1\n"),
		by("leiter@example.org", "GM STATUS", ""), by("new@example.net", "SIGNUP", "Name: Neuland\n"),
	}
	for n := range 25 { // more than are answered in an hour
		letters = append(letters, say(1, "Zug", fmt.Sprintf("$I 1 PASSWORD\n$A\ndig %d\n; %d\n", n%6+1, n)))
	}
	return append(letters, say(2, "Zug", "$I 2 PASSWORD\n$A\ndig 8\n"))
}

// TestTogetherIsAsOneByOne: whatever letters are taken in one transaction, the store then has the same values as if
// each had come alone. Each has the same fate, too. A letter at which the rules panic, or one that must wait, does not
// affect the others.
func TestTogetherIsAsOneByOne(t *testing.T) {
	t.Parallel()
	unlucky := func(b *table, letters []letter.Letter) []letter.Letter {
		for n, at := range []int{3, 4, 20} {
			letters = slices.Insert(letters, at, b.letter(n%2+1, fmt.Sprintf("$I %d PASSWORD\n$A\ndig 7\n", n%2+1)))
		}
		return letters
	}
	held := func(b *table, letters []letter.Letter) []letter.Letter {
		for i := range letters {
			letters[i].Proof = letter.Proof{Domain: "example.org", Marks: [][32]byte{{byte(i)}}}
		}
		later := letter.Proof{Why: "dns", Later: true}
		letters[7].Proof, letters[22].Proof = later, later
		letters[9].Proof.Marks = letters[2].Proof.Marks // sent on by somebody else
		return letters
	}
	same := func(_ *table, letters []letter.Letter) []letter.Letter { return letters }
	for _, c := range []struct {
		name  string
		rules tiny
		auth  world.Auth
		but   func(*table, []letter.Letter) []letter.Letter
		most  int
		lots  string
	}{
		{"all are well", tiny{}, world.ByPassword, same, 16, "[14 16 14]"},
		{"by three", tiny{agreed: true, adds: true}, world.ByPassword, same, 3, "[3 3 3 3 2 3 3 3 3 3 3 3 3 3 3]"},
		{"rules that panic", tiny{fault: "check"}, world.ByPassword, unlucky, 16, "[0 0 15]"},
		{"letters that wait", tiny{}, world.ByBoth, held, 16, "[0 0 12]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var worlds [2]map[string]string
			var fates [2][]receipt.Acceptance
			for n := range worlds {
				b := sit(t, c.rules, 3, asking(c.auth), func(s *world.Settings) { s.Signup = true })
				letters := c.but(b, mixed(b))
				if n == 0 {
					for _, l := range letters {
						fates[n] = append(fates[n], b.alone(l))
					}
				} else {
					var lots []int
					if fates[n], lots = b.together(letters, c.most); fmt.Sprint(lots) != c.lots {
						t.Errorf("taken at once: %v, want %s", lots, c.lots)
					}
				}
				worlds[n] = b.contents()
			}
			for n, a := range fates[0] {
				if fmt.Sprintf("%+v", a) != fmt.Sprintf("%+v", fates[1][n]) {
					t.Errorf("letter %d: %+v together, %+v alone", n, fates[1][n], a)
				}
			}
			for _, key := range slices.Sorted(maps.Keys(worlds[0])) {
				if worlds[0][key] != worlds[1][key] {
					t.Errorf("%s: %.300q together, %.300q alone", key, worlds[1][key], worlds[0][key])
				}
				delete(worlds[1], key)
			}
			if len(worlds[1]) > 0 {
				t.Errorf("only together there are %v", slices.Collect(maps.Keys(worlds[1])))
			}
		})
	}
}

// TestTogetherEndsInTime: no letter is begun 50 ms or more after the first of its transaction, by the clock that was
// handed in.
func TestTogetherEndsInTime(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 1)
	letters := make([]letter.Letter, 5)
	for i := range letters {
		letters[i] = b.letter(1, fmt.Sprintf("$I 1 PASSWORD\n$A\ndig %d\n", i+1))
	}
	now := b.clockAt
	clock := func() time.Time {
		now = now.Add(20 * time.Millisecond)
		return now
	}
	for _, want := range []int{3, 2} {
		taken, err := intake.AcceptSome(b.World, b.known(letters), clock)
		if err != nil || len(taken) != want {
			t.Fatalf("%d letters were taken, want %d: %v", len(taken), want, err)
		}
		letters = letters[want:]
	}
	log, err := b.History(0)
	must(t, err)
	var times []time.Duration
	for _, e := range log {
		if strings.HasPrefix(e.What.Code, "log.letter-") {
			times = append(times, e.At.Sub(b.clockAt))
		}
	}
	if fmt.Sprint(times) != "[20ms 40ms 60ms 100ms 120ms]" {
		t.Errorf("the letters were taken at %v", times)
	}
}

// TestTogetherMeetsDamage: if a letter meets damage in the store, those before it are taken and those after it are
// not, as if each had come alone.
func TestTogetherMeetsDamage(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 2)
	first := b.next(day0)
	must(t, b.Record(first.ID, outbox.Attempt{At: day0, Result: outbox.Delivered}))
	db, err := bbolt.Open(b.path(), 0o600, nil)
	must(t, err)
	must(t, db.Update(func(tx *bbolt.Tx) error {
		sent := tx.Bucket([]byte("outbox"))
		v := slices.Clone(sent.Get(store.U64(first.ID)))
		v[len(v)-1]++
		return sent.Put(store.U64(first.ID), v)
	}))
	must(t, db.Close())
	var letters []letter.Letter
	for n := range 4 {
		letters = append(letters, b.letter(1, fmt.Sprintf("$I 1 PASSWORD\n$A\ndig %d\n", n+1)))
	}
	letters[2].From, letters[2].Machine = "mailer-daemon@example.org", "delivery report"
	letters[2].Bounce = &letter.Bounce{IDs: []string{first.MessageID}, Words: "550 no"}
	if _, err := intake.AcceptSome(b.World, b.known(letters), func() time.Time { return b.clockAt }); err == nil {
		t.Fatal("the damage was not met")
	}
	for n, l := range letters {
		a, err := intake.Accept(b.World, l, b.clockAt)
		if n < 2 && (err != nil || a.Fate != receipt.Taken) || n >= 2 && !errors.Is(err, faults.ErrDamaged) {
			t.Errorf("letter %d: %s, %v", n, a.Fate, err)
		}
	}
}
