package intake_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/intake"
	"weltentor/resolve/letter"
	"weltentor/resolve/outbox"
	"weltentor/resolve/receipt"
	"weltentor/resolve/sender"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/storetest"
	"weltentor/resolve/world"
	"weltentor/resolve/worldtest"
)

// contents returns all that a store has, by its buckets and keys. Which pages were written over is not part of the
// world, nor are the numbers that changes draw.
func contents(b *worldtest.Game) map[string]string {
	b.T.Helper()
	all := map[string]string{}
	var walk func(path string, in *store.Bucket) error
	walk = func(path string, in *store.Bucket) error {
		return in.ForEach(func(k, v []byte) error {
			if storetest.IsDrawn(path, k) {
				return nil
			}
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
	must(b.T, b.View(func(tx *store.Tx) error {
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
func known(b *worldtest.Game, letters []letter.Letter) []letter.Letter {
	b.T.Helper()
	_, senders, err := sender.Expect(b.World)
	must(b.T, err)
	letters = slices.Clone(letters)
	for i := range letters {
		letters[i].Sender = senders[strings.ToLower(letters[i].From)]
	}
	return letters
}

// alone takes a letter in by itself.
func alone(b *worldtest.Game, l letter.Letter) receipt.Acceptance {
	a, err := intake.Accept(b.World, l, b.ClockAt)
	if errors.Is(err, faults.ErrRules) {
		return receipt.Acceptance{Fate: "put aside"}
	}
	must(b.T, err)
	return a
}

// together takes letters in, at most this many at once, and one by one if that fails. It returns what became of them,
// and how many each transaction took; 0: it was rolled back.
func together(b *worldtest.Game, letters []letter.Letter, most int) (taken []receipt.Acceptance, lots []int) {
	b.T.Helper()
	for len(letters) > 0 {
		some := known(b, letters)[:min(most, len(letters))]
		random := b.World.Settings.Random.(*worldtest.Drawn)
		before := *random
		got, err := intake.AcceptSome(b.World, some, func() time.Time { return b.ClockAt })
		lots = append(lots, len(got))
		switch {
		case err != nil:
			*random = before // a code that was rolled back is drawn again
			for _, l := range some {
				got = append(got, alone(b, l))
			}
		case len(got) == 0:
			got = []receipt.Acceptance{alone(b, some[0])}
		}
		taken, letters = append(taken, got...), letters[len(got):]
	}
	return taken, lots
}

// mixed returns letters of all kinds: orders and later orders, one twice, wrong passwords, automatic mail, bounces,
// questions, words with their codes, and strangers. One letter makes its sender known before the sender's next one
// comes.
func mixed(b *worldtest.Game) (letters []letter.Letter) {
	first := b.NextLetter(worldtest.Day0)
	must(b.T, b.Record(first.ID, outbox.Attempt{At: worldtest.Day0, Result: outbox.Delivered}))
	code := b.Offered(2, worldtest.Ann)
	say := func(realm int, subject, text string) letter.Letter {
		l := b.Letter(realm, text)
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
		by(worldtest.Ann, "Re:", "Yes\n"+code), by(worldtest.Ann, "HELP", ""), say(3, "Zug", "$I 3 PASSWORD\n$N\n#M\nLeiter!\n#E\n$A\ndig 1\n"),
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
	unlucky := func(b *worldtest.Game, letters []letter.Letter) []letter.Letter {
		for n, at := range []int{3, 4, 20} {
			letters = slices.Insert(letters, at, b.Letter(n%2+1, fmt.Sprintf("$I %d PASSWORD\n$A\ndig 7\n", n%2+1)))
		}
		return letters
	}
	held := func(b *worldtest.Game, letters []letter.Letter) []letter.Letter {
		for i := range letters {
			letters[i].Proof = letter.Proof{Domain: "example.org", Marks: [][32]byte{{byte(i)}}}
		}
		later := letter.Proof{Why: "dns", Later: true}
		letters[7].Proof, letters[22].Proof = later, later
		letters[9].Proof.Marks = letters[2].Proof.Marks // sent on by somebody else
		return letters
	}
	same := func(_ *worldtest.Game, letters []letter.Letter) []letter.Letter { return letters }
	for _, c := range []struct {
		name  string
		rules worldtest.Tiny
		auth  world.Auth
		but   func(*worldtest.Game, []letter.Letter) []letter.Letter
		most  int
		lots  string
	}{
		{"all are well", worldtest.Tiny{}, world.ByPassword, same, 16, "[14 16 14]"},
		{"by three", worldtest.Tiny{Agreed: true, Adds: true}, world.ByPassword, same, 3, "[3 3 3 3 2 3 3 3 3 3 3 3 3 3 3]"},
		{"rules that panic", worldtest.Tiny{Fault: "check"}, world.ByPassword, unlucky, 16, "[0 0 15]"},
		{"letters that wait", worldtest.Tiny{}, world.ByBoth, held, 16, "[0 0 12]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var worlds [2]map[string]string
			var fates [2][]receipt.Acceptance
			for n := range worlds {
				b := worldtest.Found(t, c.rules, 3, asking(c.auth), func(s *world.Settings) { s.Signup = true })
				letters := c.but(b, mixed(b))
				if n == 0 {
					for _, l := range letters {
						fates[n] = append(fates[n], alone(b, l))
					}
				} else {
					var lots []int
					if fates[n], lots = together(b, letters, c.most); fmt.Sprint(lots) != c.lots {
						t.Errorf("taken at once: %v, want %s", lots, c.lots)
					}
				}
				worlds[n] = contents(b)
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
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	letters := make([]letter.Letter, 5)
	for i := range letters {
		letters[i] = b.Letter(1, fmt.Sprintf("$I 1 PASSWORD\n$A\ndig %d\n", i+1))
	}
	now := b.ClockAt
	clock := func() time.Time {
		now = now.Add(20 * time.Millisecond)
		return now
	}
	for _, want := range []int{3, 2} {
		taken, err := intake.AcceptSome(b.World, known(b, letters), clock)
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
			times = append(times, e.At.Sub(b.ClockAt))
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
	b := worldtest.Found(t, worldtest.Tiny{}, 2)
	first := b.NextLetter(worldtest.Day0)
	must(t, b.Record(first.ID, outbox.Attempt{At: worldtest.Day0, Result: outbox.Delivered}))
	must(t, storetest.Edit(b.Dir, func(tx *store.Tx) error {
		sent := tx.Sealed().In([]byte("outbox"))
		v := slices.Clone(sent.Get(store.U64(first.ID)))
		v[len(v)-1]++
		return sent.Put(store.U64(first.ID), v)
	}))
	var letters []letter.Letter
	for n := range 4 {
		letters = append(letters, b.Letter(1, fmt.Sprintf("$I 1 PASSWORD\n$A\ndig %d\n", n+1)))
	}
	letters[2].From, letters[2].Machine = "mailer-daemon@example.org", "delivery report"
	letters[2].Bounce = &letter.Bounce{IDs: []string{first.MessageID}, Words: "550 no"}
	if _, err := intake.AcceptSome(b.World, known(b, letters), func() time.Time { return b.ClockAt }); err == nil {
		t.Fatal("the damage was not met")
	}
	for n, l := range letters {
		a, err := intake.Accept(b.World, l, b.ClockAt)
		if n < 2 && (err != nil || a.Fate != receipt.Taken) || n >= 2 && !errors.Is(err, faults.ErrDamaged) {
			t.Errorf("letter %d: %s, %v", n, a.Fate, err)
		}
	}
}
