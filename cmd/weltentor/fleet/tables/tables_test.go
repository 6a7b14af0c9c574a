//go:build fleet && servers

package tables

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"weltentor/cmd/weltentor/fleet"
	"weltentor/cmd/weltentor/fleet/server"
	"weltentor/resolve/store"
	"weltentor/resolve/store/postgres"
)

// base is a server for tests.
type base struct {
	*testing.T
	server *server.Server
	pool   *pgxpool.Pool
	worlds *postgres.Worlds
}

// TestTables has a server for all of them.
func TestTables(t *testing.T) {
	s := server.Start(t)
	for _, c := range []struct {
		name string
		test func(*base)
	}{
		{"OneHoldsAThing", oneHoldsAThing},
		{"AHoldEndsWithItsProcess", aHoldEndsWithItsProcess},
		{"AHoldIsTakenAgain", aHoldIsTakenAgain},
		{"AStoppedProcess", aStoppedProcess},
		{"RenewalsDoNotWait", renewalsDoNotWait},
		{"TwoClaimEachWorldOnce", twoClaimEachWorldOnce},
		{"WhoeverWasSlowerClaimsAgain", whoeverWasSlowerClaimsAgain},
		{"AClaimThatLookedTooEarly", aClaimThatLookedTooEarly},
		{"AWorldThatChangedIsNotRemoved", aWorldThatChangedIsNotRemoved},
		{"AWorldWaitsForItsBarrier", aWorldWaitsForItsBarrier},
		{"AChangeOutlivesThePlan", aChangeOutlivesThePlan},
		{"TheClockOfATurn", theClockOfATurn},
		{"AMailComesAgain", aMailComesAgain},
		{"AnOldBarrier", anOldBarrier},
		{"AnAccountsHour", anAccountsHour},
		{"LettersOfAnAccount", lettersOfAnAccount},
		{"WhoeverSleepsIsWoken", whoeverSleepsIsWoken},
		{"OtherRulesWait", otherRulesWait},
		{"NewSettingsUndoNothing", newSettingsUndoNothing},
		{"LettersGiveWayToARush", lettersGiveWayToARush},
		{"AnOddRowIsOfOneWorld", anOddRowIsOfOneWorld},
	} {
		t.Run(c.name, func(t *testing.T) {
			b := &base{T: t, server: s}
			b.pool = b.dial()
			b.sql("drop schema if exists weltentor cascade")
			var err error
			b.worlds, err = postgres.Open(t.Context(), b.pool, 0)
			b.must(err)
			c.test(b)
		})
	}
}

func (b *base) must(err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

func (b *base) dial() *pgxpool.Pool {
	b.Helper()
	pool, err := pgxpool.New(context.Background(), b.server.URL())
	b.must(err)
	b.Cleanup(pool.Close)
	return pool
}

func (b *base) sql(statement string, args ...any) {
	b.Helper()
	_, err := b.pool.Exec(b.Context(), statement, args...)
	b.must(err)
}

// process is one of its own, as far as the tables know.
func (b *base) process(host string) *Tables { return New(b.dial(), host) }

// forward puts the database's clock forward.
func (b *base) forward(by time.Duration) {
	b.sql(fmt.Sprintf(`create or replace function weltentor.present() returns timestamptz language sql stable as
		'select now() + interval ''%d microseconds'''`, by.Microseconds()))
}

var can = Can{Rules: map[string]int{"tiny": 3}, Not: []string{}, Turns: 2}

// enter adds a world that has changed.
func (b *base) enter(t *Tables, name, mailbox string) *World {
	b.Helper()
	b.sql("insert into weltentor.world (name, version) values ($1, 1)", name)
	b.must(b.worlds.World(b.Context(), name).Update(func(k store.Keys) error {
		_, err := k.Make([]byte("b"))
		return err
	}))
	b.must(t.Enter(b.Context(), World{Name: name,
		About: fleet.Entered{Mailbox: mailbox, Account: "post", Rulebook: "tiny", Rules: 3}}))
	w, err := t.World(b.Context(), name)
	b.must(err)
	return w
}

// change commits something in the world's records.
func (b *base) change(name string) {
	b.Helper()
	b.must(b.worlds.World(b.Context(), name).Update(func(k store.Keys) error {
		return k.In([]byte("b")).Put([]byte("k"), []byte(time.Now().String()))
	}))
}

// inHand is a world that was claimed.
type inHand struct {
	*World
	grip *Grip
}

// claims fails unless a process gets that world; "": none.
func (b *base) claims(t *Tables, want string) inHand {
	b.Helper()
	w, g, err := t.Claim(b.Context(), can)
	b.must(err)
	got := ""
	if w != nil {
		got = w.Name
	}
	if got != want {
		b.Fatalf("claimed %q, want %q", got, want)
	}
	return inHand{w, g}
}

// plans leaves a world as its host does.
func (b *base) plans(t *Tables, w inHand, p Plan) {
	b.Helper()
	if p.Row == "" {
		now, err := t.World(b.Context(), w.Name)
		b.must(err)
		p.Row = now.Row
	}
	b.must(t.Plan(b.Context(), w.World, w.grip, p))
}

// now is the database's time.
func (b *base) now(t *Tables) time.Time {
	b.Helper()
	now, err := t.Now(b.Context())
	b.must(err)
	return now
}

func oneHoldsAThing(b *base) {
	one, other, what := b.process("north"), b.process("south"), Thing{OfMailbox, "main"}
	var had error
	b.must(one.Hold(b.Context(), what, func(context.Context) error {
		had = other.Hold(b.Context(), what, func(context.Context) error { return nil })
		hosts, err := other.Holders(b.Context(), OfMailbox)
		if err == nil && hosts["main"] != "north" {
			b.Errorf("it is held by %v", hosts)
		}
		return err
	}))
	if !errors.Is(had, ErrTaken) {
		b.Errorf("the second one got %v", had)
	}
	b.must(other.Hold(b.Context(), what, func(context.Context) error { return nil }))
}

// A process that does not renew loses what it holds, and notices.
func aHoldEndsWithItsProcess(b *base) {
	one, other, what := b.process("north"), b.process("south"), Thing{OfWorld, "w"}
	err := one.Hold(b.Context(), what, func(ctx context.Context) error {
		b.sql("update weltentor.hold set until = now()") // as if it had been stopped
		b.must(other.Hold(b.Context(), what, func(context.Context) error { return nil }))
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(2 * renewTime):
			return errors.New("it did not notice")
		}
	})
	if !errors.Is(err, ErrLost) {
		b.Errorf("it ended with %v", err)
	}
}

// A process that has lost a hold and takes the thing again does not take the new hold for the old one.
func aHoldIsTakenAgain(b *base) {
	t := b.process("north")
	b.enter(t, "w", "")
	first := b.claims(t, "w")
	b.sql("update weltentor.hold set until = now()")
	second := b.claims(t, "w")
	b.must(t.Leave(b.Context(), first.grip))
	b.plans(t, first, Plan{Row: "none"})
	b.claims(t, "") // it is still in hand
	b.plans(t, second, Plan{Row: second.Row})
	if n, err := t.Holders(b.Context(), OfWorld); len(n) > 0 || err != nil {
		b.Errorf("%v, %v", n, err)
	}
}

// A process that was stopped longer than its hold lasts does not begin, and does not go on.
func aStoppedProcess(b *base) {
	t := b.process("north")
	b.enter(t, "w", "")
	w := b.claims(t, "w")
	w.grip.asked = time.Now().Add(-giveUp)
	if err := t.Within(b.Context(), w.grip, func(context.Context) error {
		b.Error("it began")
		return nil
	}, t.Leave); !errors.Is(err, ErrLost) {
		b.Error(err)
	}
	err := t.Hold(b.Context(), Thing{OfMailbox, "main"}, func(ctx context.Context) error {
		b.must(t.Alive(ctx))
		t.hands.mu.Lock()
		for _, h := range t.hands.all {
			h.renewed = h.renewed.Add(-holdTime)
		}
		t.hands.mu.Unlock()
		if err := t.Alive(ctx); !errors.Is(err, ErrLost) {
			b.Errorf("it goes on: %v", err)
		}
		return ctx.Err()
	})
	if !errors.Is(err, ErrLost) {
		b.Error(err)
	}
}

// Holds are renewed while all connections of the host are at work.
func renewalsDoNotWait(b *base) {
	t := b.process("north")
	b.must(t.Hold(b.Context(), Thing{OfMailbox, "main"}, func(ctx context.Context) error {
		for range t.pool.Config().MaxConns {
			c, err := t.pool.Acquire(ctx)
			b.must(err)
			defer c.Release()
		}
		time.Sleep(renewTime + time.Second)
		left := 0.0
		b.must(b.pool.QueryRow(ctx, "select extract(epoch from until - now())::float8 from weltentor.hold").Scan(&left))
		if want := (holdTime - renewTime).Seconds(); left < want {
			b.Errorf("it lasts for %.1f s, want %.1f or more", left, want)
		}
		return nil
	}))
}

// Of two processes that claim at one moment, the one that comes second gets another world, and another account.
func whoeverWasSlowerClaimsAgain(b *base) {
	t := b.process("north")
	accounts := []string{"a", "b"}
	for _, name := range accounts {
		b.enter(t, name, "")
		w := b.claims(t, name)
		b.plans(t, w, Plan{Letters: b.now(t).Add(-time.Minute), Next: b.now(t).Add(-time.Minute)})
		b.sql("update weltentor.world set account = $1 where name = $1", name)
	}
	b.enter(t, "c", "") // the account b has letters even while the world b is in hand
	b.plans(t, b.claims(t, "c"), Plan{Letters: b.now(t).Add(-time.Minute)})
	b.sql("update weltentor.world set account = 'b' where name = 'c'")
	other, err := b.pool.Begin(b.Context())
	b.must(err)
	for _, kind := range []string{OfWorld, OfAccount} {
		_, err = other.Exec(b.Context(), `insert into weltentor.hold values ($1, 'a', 'south', now() + interval '1 minute')`,
			kind)
		b.must(err)
	}
	go func() {
		time.Sleep(time.Second)
		if err := other.Commit(context.Background()); err != nil {
			b.Error(err)
		}
	}()
	got := make(chan string)
	go func() {
		g, err := t.ClaimAccount(b.Context(), accounts, can)
		if g == nil || err != nil {
			b.Errorf("%v, %v", g, err)
			g = &Grip{}
		}
		got <- g.Name
	}()
	if w, _, err := t.Claim(b.Context(), can); err != nil || w == nil || w.Name != "b" {
		b.Errorf("claimed %v, %v", w, err)
	}
	if account := <-got; account != "b" {
		b.Errorf("claimed the account %q", account)
	}
}

// Processes that claim at once get each world once, and all of them.
func twoClaimEachWorldOnce(b *base) {
	const worlds, processes = 60, 4
	first := b.process("h0")
	for n := range worlds {
		b.enter(first, fmt.Sprintf("w%02d", n), "")
	}
	var mu sync.Mutex
	var busy sync.WaitGroup
	got := map[string]int{}
	for n := range processes {
		t := b.process(fmt.Sprint("h", n))
		busy.Go(func() {
			for empty := 0; empty < 3; {
				w, g, err := t.Claim(b.Context(), can)
				if err != nil {
					b.Error(err)
					return
				}
				if w == nil {
					empty++
					continue
				}
				empty = 0
				mu.Lock()
				got[w.Name]++
				mu.Unlock()
				time.Sleep(time.Millisecond)
				if err := t.Plan(b.Context(), w, g, Plan{Row: w.Row}); err != nil {
					b.Error(err)
				}
			}
		})
	}
	busy.Wait()
	for n := range worlds {
		if name := fmt.Sprintf("w%02d", n); got[name] != 1 {
			b.Errorf("%s was claimed %d times", name, got[name])
		}
	}
}

// A host looks while another one still has a world to serve, and claims when that one has left it: it gets nothing.
func aClaimThatLookedTooEarly(b *base) {
	b.enter(b.process("a"), "w", "")
	b.sql(`create or replace function weltentor.present() returns timestamptz language plpgsql volatile
		as 'begin perform pg_sleep(2); return now(); end'`)
	slow, got := b.process("b"), make(chan *World, 1)
	go func() {
		w, _, err := slow.Claim(b.Context(), can)
		if err != nil {
			b.Error(err)
		}
		got <- w
	}()
	time.Sleep(time.Second)
	b.sql("update weltentor.world set next_due = null")
	if w := <-got; w != nil {
		b.Errorf("%s was claimed", w.Name)
	}
}

// Who was stopped while he had a world in hand removes nothing that others have done since.
func aWorldThatChangedIsNotRemoved(b *base) {
	t := b.process("a")
	w := b.enter(t, "w", "")
	b.change("w")
	if err := t.Remove(b.Context(), w); !errors.Is(err, ErrLost) {
		b.Error(err)
	}
	w, err := t.World(b.Context(), "w")
	b.must(err)
	b.must(t.Remove(b.Context(), w))
	if _, err = t.World(b.Context(), "w"); !errors.Is(err, ErrUnknown) {
		b.Error(err)
	}
}

// A world whose time has come waits until all mail up to then was listed. A barrier that does not count for it, or is
// of the future, is none.
func aWorldWaitsForItsBarrier(b *base) {
	t := b.process("north")
	b.plans(t, b.claims(t, b.enter(t, "w", "main").Name), Plan{Next: b.now(t).Add(-time.Minute)})
	b.claims(t, "")
	next, err := t.Wanted(b.Context(), "main")
	if b.must(err); next.IsZero() {
		b.Error("nobody wants a barrier")
	}
	b.must(t.Bar(b.Context(), "main", Barrier{At: b.now(t).Add(time.Hour)}))
	b.claims(t, "")
	b.must(t.Bar(b.Context(), "main", Barrier{At: b.now(t).Add(-2 * time.Minute)}))
	b.claims(t, "")
	b.must(t.Bar(b.Context(), "main", Barrier{At: b.now(t).Add(-time.Second), Besides: []string{"w"}}))
	b.claims(t, "")
	b.must(t.Bar(b.Context(), "main", Barrier{At: b.now(t)}))
	b.claims(t, "w")
	next, err = t.Wanted(b.Context(), "main")
	if b.must(err); !next.IsZero() {
		b.Errorf("a barrier is wanted for %s", next)
	}
}

// A plan that was made before a change does not count: the world is looked at again.
func aChangeOutlivesThePlan(b *base) {
	t := b.process("north")
	b.enter(t, "w", "")
	w := b.claims(t, "w")
	b.change("w")
	b.plans(t, w, Plan{Row: w.Row})
	w = b.claims(t, "w")
	b.must(t.Enter(b.Context(), World{Name: "w", Settings: "new", About: fleet.Entered{Rulebook: "tiny", Rules: 3}}))
	b.plans(t, w, Plan{Row: w.Row, Next: b.now(t).Add(time.Hour)})
	w = b.claims(t, "w")
	b.plans(t, w, Plan{Row: w.Row})
	b.claims(t, "")
	b.change("w")
	w = b.claims(t, "w")
	b.plans(t, w, Plan{Row: w.Row, Rest: time.Minute})
	b.change("w")
	b.claims(t, "") // it rests
	b.must(t.Hold(b.Context(), Thing{OfWorld, "w"}, func(context.Context) error { return nil }))
}

// The clock of a turn is the last barrier whose mails the world has all taken.
func theClockOfATurn(b *base) {
	t := b.process("north")
	w := b.enter(t, "w", "main")
	until := func(want time.Time, mails int) {
		b.Helper()
		untaken, got, err := t.For(b.Context(), w)
		if b.must(err); !got.Equal(want) || len(untaken) != mails {
			b.Errorf("it has its mail up to %s, and %d mails wait; want %s and %d", got, len(untaken), want, mails)
		}
	}
	until(time.Time{}, 0)
	start := b.now(t).Truncate(time.Millisecond).Add(-time.Hour)
	mail := func(uid uint32) Mail {
		return Mail{Mail: fleet.Mail{Validity: 1, UID: uid}, Sum: fmt.Sprint(uid), World: "w"}
	}
	b.must(t.List(b.Context(), "main", mail(1)))
	b.must(t.Bar(b.Context(), "main", Barrier{At: start}))
	until(time.Time{}, 1)
	b.must(t.Take(b.Context(), w, []Mail{mail(1)}))
	until(start, 0)
	b.must(t.List(b.Context(), "main", mail(2)))
	b.must(t.Bar(b.Context(), "main", Barrier{At: start.Add(time.Minute)}))
	b.must(t.List(b.Context(), "main", mail(3)))
	b.must(t.Bar(b.Context(), "main", Barrier{At: start.Add(2 * time.Minute)}))
	until(start, 2)
	b.must(t.Take(b.Context(), w, []Mail{mail(2)}))
	until(start.Add(time.Minute), 1)
	b.must(t.Take(b.Context(), w, []Mail{mail(3)}))
	until(start.Add(2*time.Minute), 0)
	b.must(t.Bar(b.Context(), "main", Barrier{At: start})) // a slower host was late
	until(start.Add(2*time.Minute), 0)
	b.must(t.Drop(b.Context(), "main", []Mail{mail(2)}))
	known, err := t.Mails(b.Context(), "main")
	if b.must(err); len(known) != 2 || slices.Contains(known, mail(2)) {
		b.Errorf("these mails are known: %v", known)
	}
}

// A mail that is listed again came when it came, also if the server has given it another number. Numbers that it no
// longer knows are forgotten when all mail was listed.
func aMailComesAgain(b *base) {
	t := b.process("north")
	w := b.enter(t, "w", "main")
	first := b.now(t).Truncate(time.Millisecond).Add(-time.Hour)
	until := func(want time.Time, mails ...Mail) {
		b.Helper()
		untaken, got, err := t.For(b.Context(), w)
		if b.must(err); !got.Equal(want) || !slices.Equal(untaken, mails) {
			b.Errorf("it has its mail up to %s, and %v wait; want %s and %v", got, untaken, want, mails)
		}
	}
	mail, again := Mail{Mail: fleet.Mail{Validity: 7, UID: 1}, Sum: "s", World: "w"}, Mail{Mail: fleet.Mail{Validity: 8, UID: 5}, Sum: "s", World: "w"}
	b.must(t.Bar(b.Context(), "main", Barrier{At: first, Validity: 7}))
	b.must(t.List(b.Context(), "main", mail))
	b.must(t.Bar(b.Context(), "main", Barrier{At: first.Add(time.Minute), Validity: 7}))
	b.must(t.List(b.Context(), "main", mail))
	until(first, mail)
	b.must(t.List(b.Context(), "main", again))
	b.must(t.Bar(b.Context(), "main", Barrier{At: first.Add(2 * time.Minute)}))
	until(first, mail, again)
	b.must(t.Bar(b.Context(), "main", Barrier{At: first.Add(3 * time.Minute), Validity: 8}))
	until(first, again)
	b.must(t.List(b.Context(), "main", Mail{Mail: fleet.Mail{Validity: 8, UID: 5}, Sum: "another", World: "w"}))
	until(first.Add(3*time.Minute), Mail{Mail: fleet.Mail{Validity: 8, UID: 5}, Sum: "another", World: "w"})
}

// A barrier from before a world came to the fleet says nothing about its mail.
func anOldBarrier(b *base) {
	t := b.process("north")
	w := b.enter(t, "w", "main")
	at := b.now(t).Truncate(time.Millisecond)
	b.must(t.Bar(b.Context(), "main", Barrier{At: at.Add(-time.Second)}))
	for since, want := range map[time.Time]time.Time{at.Add(-time.Minute): at.Add(-time.Second), at: {}} {
		w.About.Since = since
		if _, until, err := t.For(b.Context(), w); err != nil || !until.Equal(want) {
			b.Errorf("since %s it has its mail up to %s, want %s (%v)", since, until, want, err)
		}
	}
}

// However many processes ask, no more letters leave in an hour than may, and in the next hour as many again.
func anAccountsHour(b *base) {
	const most = 20
	var left atomic.Int64
	ask := func() {
		var busy sync.WaitGroup
		for n := range 3 {
			t := b.process(fmt.Sprint("h", n))
			busy.Go(func() {
				for range most {
					may, err := t.Permit(b.Context(), "post", most)
					if err != nil {
						b.Error(err)
					} else if may {
						left.Add(1)
					}
				}
			})
		}
		busy.Wait()
	}
	ask()
	if left.Load() != most {
		b.Errorf("%d letters left, want %d", left.Load(), most)
	}
	b.forward(time.Hour)
	if ask(); left.Load() != 2*most {
		b.Errorf("%d letters left in two hours, want %d", left.Load(), 2*most)
	}
}

func lettersOfAnAccount(b *base) {
	t, other := b.process("north"), b.process("south")
	for n, name := range []string{"young", "old"} {
		b.enter(t, name, "")
		w := b.claims(t, name)
		since := b.now(t).Add(-time.Duration(n+1) * time.Hour)
		b.plans(t, w, Plan{Letters: since, Gist: Gist{Waiting: 1, Oldest: since}})
	}
	account, err := t.ClaimAccount(b.Context(), []string{"none", "post"}, can)
	if b.must(err); account == nil || account.Name != "post" {
		b.Fatalf("claimed the account %v", account)
	}
	b.must(t.Within(b.Context(), account, func(context.Context) error {
		if second, err := other.ClaimAccount(b.Context(), []string{"post"}, can); second != nil || err != nil {
			b.Errorf("a second one got the account: %v, %v", second, err)
		}
		for _, want := range []string{"old", "young"} {
			w, _, err := t.ClaimLetters(b.Context(), account.Name, can)
			if b.must(err); w == nil || w.Name != want {
				b.Fatalf("got the letters of %v, want those of %s", w, want)
			}
		}
		w, _, err := t.ClaimLetters(b.Context(), account.Name, can)
		if w != nil {
			b.Errorf("got the letters of %s twice", w.Name)
		}
		return err
	}, t.Leave))
}

// A host that sleeps hears of what is to be done, and sleeps no longer than until something is due.
func whoeverSleepsIsWoken(b *base) {
	t := b.process("north")
	heard := make(chan struct{}, 100)
	ctx, end := context.WithCancel(b.Context())
	defer end()
	go t.Listen(ctx, func() { heard <- struct{}{} })
	time.Sleep(100 * time.Millisecond)
	b.enter(t, "w", "")
	select {
	case <-heard:
	case <-time.After(2 * time.Second):
		b.Error("nobody was woken")
	}
	w := b.claims(t, "w")
	b.plans(t, w, Plan{Next: b.now(t).Add(10 * time.Second)})
	if long, err := t.Sleep(b.Context()); err != nil || long < 9*time.Second || long > 10*time.Second {
		b.Errorf("it sleeps for %s, %v", long, err)
	}
}

// A world waits for a host that has its rules, and for one that may take it.
func otherRulesWait(b *base) {
	t := b.process("north")
	b.enter(t, "club-1", "")
	for _, c := range []Can{{Rules: map[string]int{"tiny": 2}}, {Rules: map[string]int{"other": 3}},
		{Rules: can.Rules, Not: []string{"^club-.*$"}}} {
		if w, _, err := t.Claim(b.Context(), c); w != nil || err != nil {
			b.Errorf("%v got %v, %v", c, w, err)
		}
	}
	for _, want := range []bool{true, false} {
		if first, err := t.Stop(b.Context(), "club-1", fleet.Stopped{Why: "for a test"}); first != want || err != nil {
			b.Errorf("it is stopped for the first time: %v, %v", first, err)
		}
	}
	b.claims(t, "")
	b.must(t.GoOn(b.Context(), "club-1"))
	b.claims(t, "club-1")
}

// newSettingsUndoNothing: settings that a command has read before change nothing of what others have done since.
func newSettingsUndoNothing(b *base) {
	t := b.process("one")
	w := b.enter(t, "w", "main")
	b.sql(`update weltentor.world set about = about || '{"rules": 7, "mark": "M", "shared": true}'`)
	w.Settings, w.About.Mailbox = "name = 'new'", "other"
	w.About.Addresses, w.About.Name, w.About.Shared = nil, "new", false
	b.must(t.Settle(b.Context(), *w))
	is, err := t.World(b.Context(), "w")
	b.must(err)
	if a := is.About; a.Rules != 7 || a.Mark != "M" || a.Shared || a.Name != "new" || len(a.Addresses) > 0 ||
		is.Settings != w.Settings || is.About.Mailbox != "other" || !is.Changed {
		b.Errorf("%+v", is)
	}
	b.must(t.Upgrade(b.Context(), "w", 8))
	if is, err = t.World(b.Context(), "w"); err != nil || is.About.Rules != 8 || is.Settings != w.Settings {
		b.Errorf("%+v, %v", is, err)
	}
}
