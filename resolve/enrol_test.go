package resolve

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/master"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/signup"
	"weltentor/resolve/store"
	"weltentor/resolve/turns"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// newcomers returns newcomers like those of sit, from the first number to the last.
func newcomers(first, last int) (list []signup.Newcomer) {
	for n := first; n <= last; n++ {
		j := game.Joining{Name: fmt.Sprintf("Reich%d", n), Player: fmt.Sprintf("Spieler %d", n),
			Lang: phrase.Langs[(n+1)%2]}
		list = append(list, signup.Newcomer{Joining: j, Mail: fmt.Sprintf("r%d@example.org", n)})
	}
	return list
}

// kept returns what does not depend on how realms came to a world: its state, how the turn began, the reports 0 and
// the letters that bring them.
func (b *table) kept() string {
	b.t.Helper()
	var out strings.Builder
	must(b.t, b.View(func(tx *store.Tx) error {
		t := tx.Bucket([]byte("turns")).Bucket(store.U32(1))
		fmt.Fprintf(&out, "%x\n%s\n%s\n", t.Get([]byte("before")), t.Get([]byte("opened")), t.Get([]byte("timing")))
		must(b.t, tx.Bucket([]byte("reports")).ForEach(func(k, v []byte) error {
			fmt.Fprintf(&out, "%x %x\n", k, v)
			return nil
		}))
		letters := tx.Bucket([]byte("outbox"))
		for k := range store.KeysOf(letters) {
			e, _, err := store.GetJSON[outbox.Entry](letters, k)
			must(b.t, err)
			if e.Kind == outbox.KindReport || e.Kind == outbox.KindDeadline {
				fmt.Fprintln(&out, e.Kind, e.Realm, e.To, e.ToName, e.Subject, e.Closing, e.Event)
			}
		}
		return nil
	}))
	return out.String()
}

// A list makes the same world as adding its realms one after the other. This is so even if the game begins in the
// middle of the list, and if the deadline moves for newcomers.
func TestListIsAsOneByOne(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rules tiny
		there int
		at    time.Time
	}{
		"first":    {tiny{}, 0, day0},
		"begins":   {tiny{least: 4}, 2, day0.Add(time.Hour)},
		"later":    {tiny{}, 2, day0.Add(time.Hour)},
		"too late": {tiny{}, 2, friday.Add(-time.Hour)},
	} {
		t.Run(name, func(t *testing.T) {
			single, list := sit(t, c.rules, c.there), sit(t, c.rules, c.there)
			for _, n := range newcomers(c.there+1, c.there+5) {
				_, _, err := players.AddRealm(single.World, n.Joining, n.Mail, c.at)
				must(t, err)
			}
			added, err := players.AddRealms(list.World, newcomers(c.there+1, c.there+5), c.at)
			must(t, err)
			got, want := list.kept(), single.kept()
			if got != want || !strings.Contains(want, fmt.Sprint("report ", c.there+5)) {
				t.Errorf("a list gives\n%s\none by one\n%s", got, want)
			}
			if v, err := turns.Verify(list.World); err != nil || len(v.Wrong) > 0 {
				t.Errorf("%+v, %v", v, err)
			}
			for i, a := range added {
				list.passwords = append(list.passwords, a.Password)
				if a.Number != c.there+1+i {
					t.Errorf("realm %d is the %d. of the list", a.Number, i+1)
				}
				list.clockAt = c.at
				got := list.accept(list.letter(a.Number, fmt.Sprintf("$I %d PASSWORD\n$A\ndig 3\n", a.Number)))
				if got.Fate != receipt.Taken || got.Good != 1 {
					t.Errorf("with the password of realm %d: %+v", a.Number, got)
				}
			}
		})
	}
}

// Each player of a list gets a letter with number and password, and report 0.
func TestListMailsPasswords(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 0)
	added, err := players.AddRealms(b.World, newcomers(1, 3), day0)
	must(t, err)
	letters := map[string][]string{}
	for range 6 {
		out, d := b.due()
		letters[out.To] = append(letters[out.To], d.Text)
		must(t, b.Record(out.ID, outbox.Attempt{At: b.clockAt, Result: outbox.Delivered}))
	}
	for i, a := range added {
		got := strings.Join(letters[fmt.Sprintf("r%d@example.org", i+1)], "\n")
		if strings.Count(got, fmt.Sprintf("$I %d %s\n", a.Number, a.Password)) != 1 {
			t.Errorf("realm %d has the password %s and was sent\n%s", a.Number, a.Password, got)
		}
	}
	if n := b.salts(); n != 0 {
		t.Errorf("%d secrets could still be made", n)
	}
}

// If anything in a list is wrong, nothing is added, and everything wrong is named.
func TestWrongList(t *testing.T) {
	t.Parallel()
	b := sit(t, tiny{}, 1)
	before := b.kept()
	list := newcomers(2, 8)
	for i, name := range []string{"Aue", "Berg", "Cella", "Dorn", "Esch", "Furt", "Gau"} {
		list[i].Name = name
	}
	list[1].Mail = "nobody"
	list[3].Name = "reich-1" // like the existing realm
	list[4].Name = "  "
	list[5].Player = "GM"
	list[6].Name = "Cellá" // like the third
	_, added := players.AddRealms(b.World, list, day0)
	for what, err := range map[string]error{"tried": players.TryRealms(b.World, list), "added": added} {
		var wrong signup.Refusals
		if !errors.As(err, &wrong) {
			t.Fatalf("%s: %v", what, err)
		}
		var at []int
		for _, r := range wrong {
			at = append(at, r.At)
		}
		if !slices.Equal(at, []int{1, 3, 4, 5, 6}) {
			t.Errorf("%s: wrong are %v", what, at)
		}
	}
	if b.kept() != before {
		t.Error("something was added")
	}
	must(t, players.TryRealms(b.World, newcomers(2, 8)))
	if b.kept() != before {
		t.Error("a try has added something")
	}
	if added, err := players.AddRealms(b.World, newcomers(2, 8), day0); err != nil || len(added) != 7 || added[0].Number != 2 {
		t.Errorf("%v, %v", added, err)
	}
}

// If a join of a list was changed in the store, verify finds that, whether its sum was adapted or not.
func TestVerifySeesChangedList(t *testing.T) {
	t.Parallel()
	for n := range 4 {
		b := sit(t, tiny{}, 0)
		_, err := players.AddRealms(b.World, newcomers(1, 4), day0)
		must(t, err)
		must(t, b.Update(func(tx *store.Tx) error {
			j, _, err := store.GetJSON[chronicle.Join](tx.Bucket([]byte("joins")), store.Pair(1, n))
			if last := n == 3; last != (j.After != "") {
				t.Errorf("join %d has the sum %q", n, j.After)
			}
			j.Name = "Another"
			store.PutJSON(tx.Bucket([]byte("joins")), store.Pair(1, n), j)
			return err
		}))
		if v, err := turns.Verify(b.World); err != nil || len(v.Wrong) == 0 {
			t.Errorf("join %d: %+v, %v", n, v, err)
		}
	}
}

// enrolled is how many realms the victim adds at once.
const enrolled = 30

// enrolMany adds a list to one new world after another.
func enrolMany(dir string) error {
	for n := 0; ; n++ {
		if err := enrol(filepath.Join(dir, fmt.Sprint("w", n))); err != nil {
			return err
		}
	}
}

// enrol founds a world and adds a list to it.
func enrol(folder string) error {
	if err := players.Found(folder, victimRules, game.Founding{}, day0); err != nil {
		return err
	}
	w, err := world.Open(folder, []game.Rulebook{victimRules}, testSettings())
	if err == nil {
		_, err = players.AddRealms(w, newcomers(1, enrolled), day0)
	}
	return err
}

// A list that is killed at any instant is added as a whole or not at all. The instants are within the time of three
// lists on this machine, since hashing passwords takes long under the race detector.
func TestListKilledAtAnyInstant(t *testing.T) {
	t.Parallel()
	begun := time.Now()
	must(t, enrol(filepath.Join(t.TempDir(), "world")))
	list := time.Since(begun)
	all, none := 0, 0
	for n := 0; n < 12 || (all == 0 || none == 0) && n < 60; n++ {
		dir := t.TempDir()
		c := start(t, dir, "enrol")
		time.Sleep(time.Duration(n+1) * list / 4)
		kill(t, c)
		worlds, err := os.ReadDir(dir)
		must(t, err)
		for _, folder := range worlds {
			if strings.HasSuffix(folder.Name(), ".founding") {
				continue
			}
			b := &table{t: t, dir: filepath.Join(dir, folder.Name()), passwords: []string{""}}
			b.reopen(victimRules)
			rows, err := players.Realms(b.World)
			must(t, err)
			s, err := master.StatusOf(b.World, day0)
			must(t, err)
			switch {
			case len(rows) == enrolled && s.Outbox.Waiting == 2*enrolled:
				all++
			case len(rows) == 0 && s.Outbox.Waiting == 0:
				none++
				_, err := players.AddRealms(b.World, newcomers(1, enrolled), day0)
				must(t, err)
			default:
				t.Errorf("%d realms and %d letters after a kill", len(rows), s.Outbox.Waiting)
			}
			if v, err := turns.Verify(b.World); err != nil || len(v.Wrong) > 0 {
				t.Errorf("%+v, %v", v, err)
			}
		}
	}
	t.Logf("%d lists were added, %d were not", all, none)
	if all == 0 || none == 0 {
		t.Errorf("%d lists were added, %d were not", all, none)
	}
}
