package resolve

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/logbook"
	"weltentor/resolve/master"
	"weltentor/resolve/outbox"
	"weltentor/resolve/players"
	"weltentor/resolve/signup"
	"weltentor/resolve/store"
	"weltentor/resolve/store/faults"
	"weltentor/resolve/turns"
	"weltentor/resolve/wording"
	"weltentor/resolve/world"
	"weltentor/worlds/game"
)

// handful is tiny with a verb: `set REALM GOLD`. Setting a treasury to 7 panics, to 8 leaves debts, and to 13 is
// refused by the rules.
type handful struct{ tiny }

// handfulWorld is one of its worlds.
type handfulWorld struct{ tinyWorld }

func (g handful) Found(f game.Founding) (game.World, error) {
	w, err := g.tiny.Found(f)
	return handfulWorld{w.(tinyWorld)}, err
}

func (g handful) Open(state, tables []byte) (game.World, error) {
	w, err := g.tiny.Open(state, tables)
	if err != nil {
		return nil, err
	}
	return handfulWorld{w.(tinyWorld)}, nil
}

func (w handfulWorld) Join(j game.Joining, s game.Seed) (game.World, int, error) {
	next, n, err := w.tinyWorld.Join(j, s)
	if err != nil {
		return nil, 0, err
	}
	return handfulWorld{next.(tinyWorld)}, n, nil
}

func (w handfulWorld) HandOver(realm int, to game.Player) game.World {
	return handfulWorld{w.tinyWorld.HandOver(realm, to).(tinyWorld)}
}

func (w handfulWorld) Verbs() []game.Verb {
	return []game.Verb{{Name: "set", Form: "REALM GOLD", What: phrase.P("gold")}}
}

func (w handfulWorld) Edit(verb string, args []string) (game.World, []game.Event, error) {
	unlucky := &phrase.Fault{What: phrase.P("dig", phrase.Num("n", 13)), Words: w.rules.Words}
	if verb != "set" || len(args) != 2 {
		return nil, nil, unlucky
	}
	realm, _ := strconv.Atoi(args[0])
	gold, _ := strconv.ParseInt(args[1], 10, 64)
	switch gold {
	case 7:
		panic("the chest falls")
	case 13:
		return nil, nil, unlucky
	case 8:
		gold = -8
	case 77:
		if w.Asked().Turn == 1 { // nobody has that much so early
			return nil, nil, unlucky
		}
	}
	w.All = slices.Clone(w.All)
	w.All[realm-1].Gold = gold
	return w, []game.Event{{Phase: game.EditPhase, Realms: []int{realm},
		Phrase: phrase.P("gold", phrase.Num("n", gold))}}, nil
}

func (w handfulWorld) Resolve(in []game.Sheet, s game.Seed) game.Outcome {
	return handfulOutcome{w.tinyWorld.Resolve(in, s).(tinyOutcome), nil}
}

// handfulOutcome reports at the end of reports what was changed.
type handfulOutcome struct {
	tinyOutcome
	edits []game.Event
}

func (o handfulOutcome) Next() game.World { return handfulWorld{o.next} }

func (o handfulOutcome) Events() []game.Event { return slices.Concat(o.edits, o.events) }

func (o handfulOutcome) Preface(edits []game.Event) game.Outcome {
	o.edits = edits
	return o
}

func (o handfulOutcome) HandOver(realm int, to game.Player) game.Outcome {
	o.next = o.next.HandOver(realm, to).(tinyWorld)
	return o
}

func (o handfulOutcome) Report(realm int) game.Report {
	r := o.tinyOutcome.Report(realm)
	for _, e := range o.edits {
		if !e.For(realm) {
			continue
		}
		r.Text = append(r.Text, "By hand: "...)
		for _, a := range e.Args {
			r.Text = append(append(r.Text, a.S...), strconv.FormatInt(a.N, 10)...)
		}
		r.Text = append(r.Text, '\n')
	}
	return r
}

const why = "a  fault\nof the rules"

// A change by hand is in the world at once. It is in the next report of the realm that is told, and in no other. The
// turn is replayed with it, before and after it was resolved.
func TestAChangeByHand(t *testing.T) {
	t.Parallel()
	b := sit(t, handful{}, 2)
	told, err := master.Edit(b.World, "set", []string{"1", "500"}, why, false, day0.Add(time.Hour))
	if must(t, err); !slices.Equal(told, []int{1}) {
		t.Errorf("told to %v", told)
	}
	b.verified()
	_, err = master.Edit(b.World, "set", []string{"2", "90"}, why, true, day0.Add(2*time.Hour))
	must(t, err)
	b.verified()
	if sent := b.sent("", day0.Add(3*time.Hour)); slices.ContainsFunc(sent, func(d outbox.Draft) bool {
		return strings.Contains(d.Text, "500")
	}) {
		t.Error("somebody is told before the turn")
	}
	b.reopen(handful{}) // with nothing remembered
	b.advance(friday)
	b.verified()
	one, err := turns.Report(b.World, 1, 1)
	must(t, err)
	two, err := turns.Report(b.World, 2, 1)
	must(t, err)
	if text := string(one.Text); !strings.Contains(text, "treasury: 500\n") && !strings.Contains(text,
		"Schatz: 500\n") || !strings.Contains(text, "By hand: 500\n") || strings.Contains(text, "fault") ||
		strings.Contains(text, "90") {
		t.Errorf("realm 1 reads:\n%s", text)
	}
	if text := string(two.Text); !strings.Contains(text, "By hand: 90\nBy hand: a fault of the rules0\n") ||
		strings.Contains(text, "500") {
		t.Errorf("realm 2 reads:\n%s", text)
	}
	events := b.events(1)
	if len(events) != 3 || events[0].Code != "gold" || events[2].Code != game.WhyEdited {
		t.Errorf("%+v", events)
	}
	log, err := b.History(0)
	must(t, err)
	log = slices.DeleteFunc(log, func(e logbook.Entry) bool { return e.What.Code != "log.edit" })
	if len(log) != 2 || log[0].By != logbook.Command || log[0].Aside.Why != "a fault of the rules" ||
		wording.Words(phrase.En).Say(log[0].What) != "changed by hand: set 1 500" {
		t.Errorf("the logbook has %+v", log)
	}
	// Somebody who takes the realm over reads of it, too: the report is written anew.
	must(t, players.HandTo(b.World, 2, signup.Row{Player: "Uli", Mail: "uli@example.org"}, friday.Add(time.Hour)))
	b.verified()
}

// A change is refused without a reason, by the rules, if it breaks them, and in a game without verbs. Then the world
// is as it was.
func TestAChangeByHandIsRefused(t *testing.T) {
	t.Parallel()
	b := sit(t, handful{}, 1)
	state := func() (state []byte) {
		must(t, b.View(func(tx *store.Tx) error {
			state = bytes.Clone(tx.Bucket([]byte("turns")).Bucket(store.U32(1)).Get([]byte("before")))
			return nil
		}))
		return state
	}
	before := state()
	for _, c := range []struct {
		gold, why string
		kind      error
	}{{"5", "", faults.ErrEdit}, {"5", "\n\t", faults.ErrEdit}, {"5", strings.Repeat("y", world.LongestWhy+1), faults.ErrEdit},
		{"7", why, faults.ErrRules}, {"8", why, faults.ErrRules}} {
		_, err := master.Edit(b.World, "set", []string{"1", c.gold}, c.why, false, day0)
		wantError(t, err, c.kind)
	}
	_, err := master.Edit(b.World, "set", []string{"1", "13"}, why, false, day0)
	var fault *phrase.Fault
	if !errors.As(err, &fault) || fault.In(phrase.En) != "We dig 13 deep." {
		t.Errorf("the rules refuse with %v", err)
	}
	if !bytes.Equal(state(), before) {
		t.Error("a change that was refused has changed the world")
	}
	b.verified()
	plain := sit(t, tiny{}, 1)
	_, err = master.Edit(plain.World, "set", []string{"1", "5"}, why, false, day0)
	wantError(t, err, faults.ErrEdit)
	_, err = master.Verbs(plain.World)
	wantError(t, err, faults.ErrEdit)
	if verbs, err := master.Verbs(b.World); err != nil || len(verbs) != 1 {
		t.Errorf("%v, %v", verbs, err)
	}
}

// verify finds a change that was altered in the store, or that readers were told otherwise.
func TestVerifyFindsAnotherChange(t *testing.T) {
	t.Parallel()
	for name, alter := range map[string]func(*chronicle.Edit){
		"its arguments": func(e *chronicle.Edit) { e.Args[1] = "501" },
		"its verb":      func(e *chronicle.Edit) { e.Verb = "give" },
		"what is told":  func(e *chronicle.Edit) { e.Events[0].Realms = []int{2} },
	} {
		b := sit(t, handful{}, 2)
		_, err := master.Edit(b.World, "set", []string{"1", "500"}, why, false, day0)
		must(t, err)
		must(t, b.Update(func(tx *store.Tx) error {
			var j chronicle.Join
			key, joins := store.Pair(1, 2), tx.Bucket([]byte("joins"))
			must(t, json.Unmarshal(joins.Get(key), &j))
			alter(j.Edit)
			store.PutJSON(joins, key, j)
			return nil
		}))
		v, err := turns.Verify(b.World)
		if must(t, err); !slices.ContainsFunc(v.Wrong, func(s string) bool { return strings.Contains(s, "by hand") }) {
			t.Errorf("%s altered: %v", name, v.Wrong)
		}
	}
}

// editMany sets the treasury of realm 1 again and again to the number of changes so far, beginning with 101.
func editMany(dir string) error {
	w, err := world.Open(dir, []game.Rulebook{handful{}}, testSettings())
	if err != nil {
		return err
	}
	log, err := w.History(0)
	for n := 101 + len(edits(log)); err == nil; n++ {
		_, err = master.Edit(w, "set", []string{"1", strconv.Itoa(n)}, why, false, day0)
	}
	return err
}

// edits returns the changes by hand in a logbook.
func edits(log []logbook.Entry) []logbook.Entry {
	return slices.DeleteFunc(log, func(e logbook.Entry) bool { return e.What.Code != "log.edit" })
}

// A change that is killed at any instant is in the world, in the opening list and in the logbook. Or it is in none of
// them. KILLS=full kills fifty calls, otherwise it is every fifth of these.
func TestChangeByHandKilledAtAnyInstant(t *testing.T) {
	t.Parallel()
	b, done, calls := sit(t, handful{}, 1), 0, 0
	for n := 0; n < 50; n += bouts(5, 1) {
		calls++
		c := start(t, b.dir, "edit")
		time.Sleep(time.Duration(20+n*3) * time.Millisecond)
		kill(t, c)
		b.reopen(handful{})
		log, err := b.History(0)
		must(t, err)
		done = len(edits(log))
		must(t, b.View(func(tx *store.Tx) error {
			now, err := b.Now(tx)
			must(t, err)
			gold := now.World.(handfulWorld).All[0].Gold
			if now.Opened.Edits != done || len(now.Edited) != done || done > 0 && gold != int64(100+done) {
				t.Errorf("%d changes in the logbook, %d opened, %d told, and %d gold", done, now.Opened.Edits,
					len(now.Edited), gold)
			}
			return nil
		}))
	}
	b.verified()
	if t.Logf("%d changes were made in %d calls that were killed", done, calls); done == 0 {
		t.Error("nobody was killed at work")
	}
}
