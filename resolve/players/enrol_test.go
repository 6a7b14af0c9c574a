package players_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/chronicle"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/receipt"
	"weltentor/resolve/roster"
	"weltentor/resolve/store"
	"weltentor/resolve/turns"
	"weltentor/resolve/worldtest"
)

// kept returns what does not depend on how realms came to a world: its state, how the turn began, the reports 0 and
// to whom letters bring them. The letters themselves name those who had come by then.
func kept(b *worldtest.Game) string {
	b.T.Helper()
	var out strings.Builder
	var to []string
	must(b.T, b.View(func(tx *store.Tx) error {
		t := tx.Bucket([]byte("turns")).Bucket(store.U32(1))
		fmt.Fprintf(&out, "%x\n%s\n%s\n", t.Get([]byte("before")), t.Get([]byte("opened")), t.Get([]byte("timing")))
		must(b.T, tx.Bucket([]byte("reports")).ForEach(func(k, v []byte) error {
			fmt.Fprintf(&out, "%x %x\n", k, v)
			return nil
		}))
		letters := tx.Bucket([]byte("outbox"))
		for k := range store.KeysOf(letters) {
			if e, _ := store.GetJSON[outbox.Message](letters, k); e.Kind == outbox.KindReport {
				to = append(to, fmt.Sprintln(e.Kind, e.Realm, e.To, e.ToName, e.Turn))
			}
		}
		slices.Sort(to)
		out.WriteString(strings.Join(to, ""))
		return nil
	}))
	return out.String()
}

// A list makes the same world as adding its realms one after the other. This is so even if the game begins in the
// middle of the list, and if the deadline moves for newcomers.
func TestListIsAsOneByOne(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		rules worldtest.Tiny
		there int
		at    time.Time
	}{
		"first":    {worldtest.Tiny{}, 0, worldtest.Day0},
		"begins":   {worldtest.Tiny{Least: 4}, 2, worldtest.Day0.Add(time.Hour)},
		"later":    {worldtest.Tiny{}, 2, worldtest.Day0.Add(time.Hour)},
		"too late": {worldtest.Tiny{}, 2, worldtest.Friday.Add(-time.Hour)},
	} {
		t.Run(name, func(t *testing.T) {
			single, list := worldtest.Found(t, c.rules, c.there), worldtest.Found(t, c.rules, c.there)
			for _, n := range worldtest.Newcomers(c.there+1, c.there+5) {
				_, _, err := players.AddRealm(single.World, n.Joining, n.Mail, c.at)
				must(t, err)
			}
			added, err := players.AddRealms(list.World, worldtest.Newcomers(c.there+1, c.there+5), c.at)
			must(t, err)
			got, want := kept(list), kept(single)
			if got != want || !strings.Contains(want, fmt.Sprint("report ", c.there+5)) {
				t.Errorf("a list gives\n%s\none by one\n%s", got, want)
			}
			if v, err := turns.Verify(list.World); err != nil || len(v.Wrong) > 0 {
				t.Errorf("%+v, %v", v, err)
			}
			for i, a := range added {
				list.Passwords = append(list.Passwords, a.Password)
				if a.Number != c.there+1+i {
					t.Errorf("realm %d is the %d. of the list", a.Number, i+1)
				}
				list.ClockAt = c.at
				got := list.Accept(list.Letter(a.Number, fmt.Sprintf("$I %d PASSWORD\n$A\ndig 3\n", a.Number)))
				if got.Fate != receipt.Taken || got.Good != 1 {
					t.Errorf("with the password of realm %d: %+v", a.Number, got)
				}
			}
		})
	}
}

// Each player of a list gets one letter, with number, password and report 0.
func TestListMailsPasswords(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 0)
	added, err := players.AddRealms(b.World, worldtest.Newcomers(1, 3), worldtest.Day0)
	must(t, err)
	letters := map[string][]string{}
	for range 3 {
		out, d := b.Due()
		letters[out.To] = append(letters[out.To], d.Text)
		must(t, b.Record(out.ID, outbox.Attempt{At: b.ClockAt, Result: outbox.Delivered}))
	}
	for i, a := range added {
		got := strings.Join(letters[fmt.Sprintf("r%d@example.org", i+1)], "\n")
		if strings.Count(got, fmt.Sprintf("$I %d %s\n", a.Number, a.Password)) != 1 {
			t.Errorf("realm %d has the password %s and was sent\n%s", a.Number, a.Password, got)
		}
	}
	if n := b.Salts(); n != 0 {
		t.Errorf("%d secrets could still be made", n)
	}
}

// If anything in a list is wrong, nothing is added, and everything wrong is named.
func TestWrongList(t *testing.T) {
	t.Parallel()
	b := worldtest.Found(t, worldtest.Tiny{}, 1)
	before := kept(b)
	list := worldtest.Newcomers(2, 8)
	for i, name := range []string{"Aue", "Berg", "Cella", "Dorn", "Esch", "Furt", "Gau"} {
		list[i].Name = name
	}
	list[1].Mail = "nobody"
	list[3].Name = "reich-1" // like the existing realm
	list[4].Name = "  "
	list[5].Player = "GM"
	list[6].Name = "Cellá" // like the third
	_, added := players.AddRealms(b.World, list, worldtest.Day0)
	for what, err := range map[string]error{"tried": players.TryRealms(b.World, list), "added": added} {
		var wrong roster.Refusals
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
	if kept(b) != before {
		t.Error("something was added")
	}
	must(t, players.TryRealms(b.World, worldtest.Newcomers(2, 8)))
	if kept(b) != before {
		t.Error("a try has added something")
	}
	if added, err := players.AddRealms(b.World, worldtest.Newcomers(2, 8), worldtest.Day0); err != nil || len(added) != 7 || added[0].Number != 2 {
		t.Errorf("%v, %v", added, err)
	}
}

// If a join of a list was changed in the store, verify finds that, whether its sum was adapted or not.
func TestVerifySeesChangedList(t *testing.T) {
	t.Parallel()
	for n := range 4 {
		b := worldtest.Found(t, worldtest.Tiny{}, 0)
		_, err := players.AddRealms(b.World, worldtest.Newcomers(1, 4), worldtest.Day0)
		must(t, err)
		must(t, b.Update(func(tx *store.Tx) error {
			j, _ := store.GetJSON[chronicle.Join](tx.Bucket([]byte("joins")), store.Pair(1, n))
			if last := n == 3; last != (j.After != "") {
				t.Errorf("join %d has the sum %q", n, j.After)
			}
			j.Name = "Another"
			store.PutJSON(tx.Bucket([]byte("joins")), store.Pair(1, n), j)
			return nil
		}))
		if v, err := turns.Verify(b.World); err != nil || len(v.Wrong) == 0 {
			t.Errorf("join %d: %+v, %v", n, v, err)
		}
	}
}
