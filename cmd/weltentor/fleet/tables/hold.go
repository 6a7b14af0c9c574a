//go:build fleet

package tables

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
)

// How long a hold lasts that nobody renews, and how often it is renewed. Its holder gives up before it ends, by its own
// clock.
const (
	holdTime  = 10 * time.Second
	renewTime = 3 * time.Second
	giveUp    = holdTime - holdTime/6
)

// Kinds of what is held.
const (
	OfWorld   = "world"
	OfMailbox = "mailbox"
	OfAccount = "account"
	OfRoll    = "roll" // the list of worlds
	OfTrouble = "trouble"
)

// Thing is what is held: a kind and a name.
type Thing struct{ Kind, Name string }

// hand is a hold that this process has.
type hand struct {
	renewed time.Time // when it was asked for last, by this machine's clock
	lost    context.CancelCauseFunc
}

// hands are the holds of this process. One statement renews all of them.
type hands struct {
	mu    sync.Mutex
	all   map[Thing]*hand
	works bool // somebody renews them
}

// Hold runs do while this process holds a thing. The error is ErrTaken if somebody else has it. The context of do ends
// when the hold is lost, or could be because nobody could renew it.
func (t *Tables) Hold(ctx context.Context, what Thing, do func(context.Context) error) error {
	asked := time.Now()
	is, err := t.take(ctx, what)
	if err != nil {
		return err
	}
	if !is {
		return ErrTaken
	}
	return t.Within(ctx, what, asked, do, t.Leave)
}

// take takes a hold that nobody has.
func (t *Tables) take(ctx context.Context, what Thing) (is bool, err error) {
	err = t.pool.QueryRow(ctx, `insert into weltentor.hold (kind, name, by, until) values ($1, $2, $3, now() + $4)
		on conflict (kind, name) do update set by = excluded.by, until = excluded.until
			where hold.until <= now() or hold.by = '' returning true`, what.Kind, what.Name, t.by, holdTime).Scan(&is)
	return none(err)
}

// Within runs do while this process has a hold that was taken after a time, and renews it. In the end leave gives it
// back, unless it was lost. If leave fails, the hold ends by itself.
func (t *Tables) Within(ctx context.Context, what Thing, taken time.Time, do func(context.Context) error,
	leave func(context.Context, Thing) error) (err error) {
	within, lost := context.WithCancelCause(ctx)
	t.hands.mu.Lock()
	t.hands.all[what] = &hand{taken, lost}
	if !t.hands.works {
		t.hands.works = true
		go t.renewAll()
	}
	t.hands.mu.Unlock()
	defer func() { // also if do panics
		t.hands.mu.Lock()
		delete(t.hands.all, what)
		t.hands.mu.Unlock()
		if errors.Is(context.Cause(within), ErrLost) {
			if err != nil {
				err = fmt.Errorf("%w: %w", context.Cause(within), err)
			}
			return
		}
		lost(nil)
		back, cancel := context.WithTimeout(context.WithoutCancel(ctx), renewTime)
		defer cancel()
		if left := leave(back, what); err == nil {
			err = left
		}
	}()
	return do(within)
}

// renewAll renews the holds of this process as long as it has any.
func (t *Tables) renewAll() {
	every := time.NewTicker(renewTime)
	defer every.Stop()
	for range every.C {
		if !t.renew() {
			return
		}
	}
}

// renew renews all holds in one statement. It returns false if there are none.
func (t *Tables) renew() bool {
	asked, kinds, names := time.Now(), []string{}, []string{}
	t.hands.mu.Lock()
	for what := range t.hands.all {
		kinds, names = append(kinds, what.Kind), append(names, what.Name)
	}
	t.hands.works = len(kinds) > 0
	t.hands.mu.Unlock()
	if len(kinds) == 0 {
		return false
	}
	ctx, cancel := context.WithTimeout(context.Background(), renewTime)
	defer cancel()
	rows, err := t.pool.Query(ctx, `update weltentor.hold h set until = now() + $4
		from unnest($2::text[], $3::text[]) m(kind, name)
		where h.kind = m.kind and h.name = m.name and h.by = $1 and h.until > now() returning h.kind, h.name`,
		t.by, kinds, names, holdTime)
	still := map[Thing]bool{}
	if err == nil {
		var had []Thing
		had, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Thing])
		for _, what := range had {
			still[what] = true
		}
	}
	t.hands.mu.Lock()
	defer t.hands.mu.Unlock()
	for what, h := range t.hands.all {
		switch {
		case still[what]:
			h.renewed = asked
		case err == nil && h.renewed.Before(asked), time.Since(h.renewed) > giveUp-renewTime:
			h.lost(fmt.Errorf("%w: %s %s", ErrLost, what.Kind, what.Name))
		}
	}
	return true
}

// Leave gives a hold back.
func (t *Tables) Leave(ctx context.Context, what Thing) error {
	_, err := t.pool.Exec(ctx, "delete from weltentor.hold where kind = $1 and name = $2 and by = $3", what.Kind,
		what.Name, t.by)
	return err
}

// Rest gives a hold back, and makes hosts leave the thing alone for a while. A command may take it.
func (t *Tables) Rest(ctx context.Context, what Thing, long time.Duration) error {
	_, err := t.pool.Exec(ctx, `update weltentor.hold set by = '', until = now() + $4
		where kind = $1 and name = $2 and by = $3`, what.Kind, what.Name, t.by, long)
	return err
}

// Holders returns the hosts that hold things of a kind, by name.
func (t *Tables) Holders(ctx context.Context, kind string) (map[string]string, error) {
	hosts, name, by := map[string]string{}, "", ""
	rows, err := t.pool.Query(ctx, "select name, by from weltentor.hold where kind = $1 and until > now() and by <> ''",
		kind)
	if err == nil {
		_, err = pgx.ForEachRow(rows, []any{&name, &by}, func() error {
			hosts[name], _, _ = strings.Cut(by, "/")
			return nil
		})
	}
	return hosts, err
}
