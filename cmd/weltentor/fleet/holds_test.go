//go:build fleet

package fleet_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/cmd/weltentor/e2e/stage"
	"weltentor/resolve/gamemaster"
	"weltentor/resolve/outbox"
	"weltentor/resolve/store"
	"weltentor/resolve/storetest"
)

// ledger is what there is when all is over: the mails that were put in, the letters that came out, and what
// the worlds have of both.
type ledger struct {
	mailed  map[string][]put    // by world
	came    map[string][]string // the contents of letters, by Message-ID
	answers map[string][]string // Message-IDs of the letters that answer a mail, by its own
	kept    map[string]kept
}

// kept is what a world has in its store.
type kept struct {
	outbox []outbox.OutboxRow
	turn   int // that awaits orders
	realms int
	storetest.Store
}

// holds: whatever happened to the fleet, every world can be replayed. Each mail has its sheet and its receipt. The
// letters that came are the letters in the outboxes, each with one content.
func (c *convoy) holds() {
	c.Helper()
	for _, fault := range c.faults() {
		c.Error(fault)
	}
}

// faults are what must not be. All worlds go into folders of their own.
func (c *convoy) faults() []string {
	c.Helper()
	l, out := c.landed()
	return append(out, l.faults()...)
}

// landed moves all worlds into folders of their own, and returns what they have, and what went wrong.
func (c *convoy) landed() (l ledger, out []string) {
	c.Helper()
	if code, said := c.fleet("fleet", "verify"); code != 0 {
		out = append(out, fmt.Sprintf("verify: exit %d, %s", code, said))
	}
	l = c.ledger()
	for _, name := range c.worlds {
		dir := filepath.Join(c.home, name+"-again")
		if code, said := c.fleet("fleet", "export", name, dir); code != 0 {
			out = append(out, fmt.Sprintf("export: exit %d, %s", code, said))
			continue
		}
		if code, said := c.sh("verify", dir); code != 0 {
			out = append(out, fmt.Sprintf("%s: verify: exit %d, %s", name, code, said))
			continue
		}
		l.kept[name] = c.kept(name, dir)
	}
	return l, out
}

// operator gets the fleet's own letters, for example that a world stands still or a mailbox cannot be read.
const operator = "ops@demo.test"

// ledger has all that went in and came out, and no world yet.
func (c *convoy) ledger() ledger {
	c.Helper()
	l := ledger{mailed: c.mailed, came: map[string][]string{}, answers: map[string][]string{}, kept: map[string]kept{}}
	for _, one := range c.post.Letters() {
		if one.To == operator {
			continue // of the fleet itself, which is no world
		}
		letter := stage.OpenLetter(c, one.Raw)
		if !slices.Contains(l.came[letter.ID], string(one.Raw)) {
			l.came[letter.ID] = append(l.came[letter.ID], string(one.Raw))
		}
		if !slices.Contains(l.answers[letter.Answers], letter.ID) {
			l.answers[letter.Answers] = append(l.answers[letter.Answers], letter.ID)
		}
	}
	return l
}

// kept looks into the folder of a world.
func (c *convoy) kept(name, dir string) (k kept) {
	c.Helper()
	var err error
	if k.Store, err = storetest.Look(filepath.Join(dir, "world.db")); err != nil {
		c.Fatal(err)
	}
	var status gamemaster.Status
	_, said := c.sh("status", "--json", dir)
	if err := json.Unmarshal([]byte(said), &status); err != nil {
		c.Fatalf("%v\n%s", err, said)
	}
	_, out := c.sh("outbox", dir, "--json")
	if err := json.Unmarshal([]byte(out), &k.outbox); err != nil {
		c.Fatalf("%v\n%s", err, out)
	}
	k.turn, k.realms = status.Turn, len(c.lines[name])
	return k
}

// faults compares what went in and came out with what the worlds have.
func (l ledger) faults() (out []string) {
	wrong := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	for id, contents := range l.came {
		if len(contents) > 1 {
			wrong("%s came with %d contents", id, len(contents))
		}
	}
	sent := map[string]string{} // worlds, by Message-ID
	for _, name := range slices.Sorted(maps.Keys(l.kept)) {
		for _, fault := range slices.Concat(l.kept[name].faults(l.mailed[name]), l.unanswered(name)) {
			wrong("%s: %s", name, fault)
		}
		for _, row := range l.kept[name].outbox {
			if row.MessageID == "" {
				continue // it was never taken out to be sent
			}
			if other, twice := sent[row.MessageID]; twice {
				wrong("%s and %s: two letters are %s", other, name, row.MessageID)
			}
			sent[row.MessageID] = name
		}
	}
	for _, id := range slices.Sorted(maps.Keys(l.came)) {
		if sent[id] == "" {
			wrong("%s came, and no world knows of it", id)
		}
	}
	for _, id := range slices.Sorted(maps.Keys(sent)) {
		if l.came[id] == nil {
			wrong("%s is sent, and never came", id)
		}
	}
	return out
}

// unanswered are the mails to a world that not exactly one letter answers.
func (l ledger) unanswered(world string) (out []string) {
	for _, m := range l.mailed[world] {
		if n := len(l.answers[m.id]); n != 1 {
			out = append(out, fmt.Sprintf("%d letters answer %s", n, m.id))
		}
	}
	return out
}

// faults are of one world: a page that is astray, a mail without a sheet or a receipt, a turn without its
// reports, or with too many of them, a letter that was not sent.
func (k kept) faults(mailed []put) (out []string) {
	wrong := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	for _, err := range k.Wrong {
		wrong("page: %v", err)
	}
	for _, m := range mailed {
		if !k.Letters[m.sum] {
			wrong("%s is not known", m.id)
		}
	}
	kinds, reports := map[string]int{}, map[[2]int]int{}
	for _, row := range k.outbox {
		kinds[row.Kind]++
		if row.Kind == "report" {
			reports[[2]int{row.Turn, row.Realm}]++
		}
		if row.State != outbox.Sent {
			wrong("letter %d to %s is %s", row.ID, row.To, row.State)
		}
	}
	if sheets := k.Keys["sheets"] + k.Keys["replaced"]; k.Keys["letters"] != len(mailed) || sheets != len(mailed) {
		wrong("%d mails, %d are known, %d sheets", len(mailed), k.Keys["letters"], sheets)
	}
	if kinds["receipt"] != len(mailed) {
		wrong("%d mails and %d receipts", len(mailed), kinds["receipt"])
	}
	for turn := range k.turn {
		for realm := 1; realm <= k.realms; realm++ {
			if n := reports[[2]int{turn, realm}]; n != 1 {
				wrong("%d letters have the report of turn %d to realm %d", n, turn, realm)
			}
		}
	}
	if want := k.turn * k.realms; kinds["report"] != want {
		wrong("%d letters with reports, want %d", kinds["report"], want)
	}
	return out
}

// A control: each of the things that must not be is noticed where it is.
func TestTheFleetsFaultsAreNoticed(t *testing.T) {
	c := newConvoy(t, "north", "south").embark()
	c.start("one")
	c.mail("north", 1)
	c.mail("south", 2)
	c.quiet(1)
	c.jump(25 * time.Hour)
	c.quiet(2)
	c.stop()
	was, out := c.landed()
	if out = append(out, was.faults()...); len(out) > 0 {
		t.Fatal(out)
	}
	north := was.kept["north"]
	first := north.outbox[0].MessageID
	receipt := slices.IndexFunc(north.outbox, func(r outbox.OutboxRow) bool { return r.Kind == "receipt" })
	report := slices.IndexFunc(north.outbox, func(r outbox.OutboxRow) bool {
		return r.Kind == "report" && r.Turn == 1
	})
	mail := was.mailed["north"][0]
	world := func(l *ledger, do func(k *kept)) {
		k := l.kept["north"]
		k.outbox, k.Keys, k.Letters = slices.Clone(k.outbox), maps.Clone(k.Keys), maps.Clone(k.Letters)
		do(&k)
		l.kept["north"] = k
	}
	for what, plant := range map[string]struct {
		fault func(l *ledger)
		says  []string
	}{
		"a letter of nobody": {func(l *ledger) { l.came["<x@y>"] = []string{"x"} },
			[]string{"<x@y> came, and no world knows of it"}},
		"a letter lost": {func(l *ledger) { delete(l.came, first) }, []string{first + " is sent, and never came"}},
		"two contents": {func(l *ledger) { l.came[first] = []string{"x", "y"} },
			[]string{first + " came with 2 contents"}},
		"two answers": {func(l *ledger) { l.answers[mail.id] = []string{"<x@y>", "<y@y>"} },
			[]string{"north: 2 letters answer " + mail.id}},
		"no answer": {func(l *ledger) { delete(l.answers, mail.id) }, []string{"north: 0 letters answer " + mail.id}},
		"a letter that waits": {func(l *ledger) {
			world(l, func(k *kept) { k.outbox[0].State = outbox.Waiting })
		}, []string{fmt.Sprintf("north: letter 1 to %s is waiting", north.outbox[0].To)}},
		"a receipt lost": {func(l *ledger) {
			world(l, func(k *kept) { k.outbox = slices.Delete(k.outbox, receipt, receipt+1) })
		}, []string{"north: 1 mails and 0 receipts",
			north.outbox[receipt].MessageID + " came, and no world knows of it"}},
		"a report twice": {func(l *ledger) {
			world(l, func(k *kept) { k.outbox = append(k.outbox, k.outbox[report]) })
		}, []string{"north: 2 letters have the report of turn 1 to realm 1", "north: 5 letters with reports, want 4",
			"north and north: two letters are " + north.outbox[report].MessageID}},
		"a mail lost": {func(l *ledger) { world(l, func(k *kept) { delete(k.Letters, mail.sum) }) },
			[]string{"north: " + mail.id + " is not known"}},
		"a sheet lost": {func(l *ledger) { world(l, func(k *kept) { k.Keys["sheets"]-- }) },
			[]string{"north: 1 mails, 1 are known, 0 sheets"}},
		"a mail more": {func(l *ledger) { world(l, func(k *kept) { k.Keys["letters"]++ }) },
			[]string{"north: 1 mails, 2 are known, 1 sheets"}},
		"a page astray": {func(l *ledger) { world(l, func(k *kept) { k.Wrong = []error{errors.New("page 7")} }) },
			[]string{"north: page: page 7"}},
	} {
		l := was
		l.came, l.answers, l.kept = maps.Clone(was.came), maps.Clone(was.answers), maps.Clone(was.kept)
		plant.fault(&l)
		got := l.faults()
		slices.Sort(got)
		slices.Sort(plant.says)
		if !slices.Equal(got, plant.says) {
			t.Errorf("%s: noticed is\n%q, want\n%q", what, got, plant.says)
		}
	}
}

// A control: a world that does not replay is noticed, in the fleet and in a folder of its own.
func TestTheFleetsWorldThatDoesNotReplay(t *testing.T) {
	c := newConvoy(t, "north")
	dir := filepath.Join(c.home, "north")
	if code, out := c.sh("turn", dir, "--force", "--yes"); code != 0 {
		t.Fatalf("exit %d, %s", code, out)
	}
	st, err := store.Open(dir, 0, func(*store.Tx) error { return nil })
	if err == nil {
		err = st.Update(func(tx *store.Tx) error {
			store.Put(tx.Bucket([]byte("meta")), []byte("seed"), bytes.Repeat([]byte{7}, 32))
			return nil
		})
	}
	if err != nil {
		t.Fatal(err)
	}
	c.embark()
	faults := strings.Join(c.faults(), "\n")
	if !strings.Contains(faults, "verify: exit 1") || !strings.Contains(faults, "north: verify: exit 1") {
		t.Error(faults)
	}
}
