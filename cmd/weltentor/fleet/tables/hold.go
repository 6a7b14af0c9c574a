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
	"github.com/jackc/pgx/v5/pgxpool"
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

// Grip is a hold that this process has taken. Each has a name of its own: whoever was stopped beyond the end of one
// never takes the next one for his.
type Grip struct {
	Thing
	by    string
	asked time.Time // for it, by this machine's clock
}

// grip is one that is about to be asked for.
func (t *Tables) grip(kind, name string) *Grip {
	return &Grip{Thing{kind, name}, fmt.Sprint(t.by, "/", t.grips.Add(1)), time.Now()}
}

// hand is a hold under which something runs.
type hand struct {
	*Grip
	renewed time.Time // when it was asked for last
	lost    func()
	over    *time.Timer // loses it, unless somebody renews it
}

// hands are the holds of this process, by their names. One statement renews all of them.
type hands struct {
	mu    sync.Mutex
	all   map[string]*hand
	works bool // somebody renews them
}

// Hold runs do while this process holds a thing. The error is ErrTaken if somebody else has it. The context of do ends
// when the hold is lost, or could be because nobody could renew it.
func (t *Tables) Hold(ctx context.Context, what Thing, do func(context.Context) error) error {
	g := t.grip(what.Kind, what.Name)
	is, err := t.take(ctx, g)
	if err != nil {
		return err
	}
	if !is {
		return ErrTaken
	}
	return t.Within(ctx, g, do, func(ctx context.Context, g *Grip) error {
		err := t.Leave(ctx, g)
		if what.Kind == OfWorld { // it may have changed, and until now the hosts had to leave it alone
			err = errors.Join(err, t.Wake(ctx))
		}
		return err
	})
}

// take takes a hold that nobody has.
func (t *Tables) take(ctx context.Context, g *Grip) (is bool, err error) {
	err = t.pool.QueryRow(ctx, `insert into weltentor.hold (kind, name, by, until) values ($1, $2, $3, now() + $4)
		on conflict (kind, name) do update set by = excluded.by, until = excluded.until
			where hold.until <= now() or hold.by = '' returning true`, g.Kind, g.Name, g.by, holdTime).Scan(&is)
	return none(err)
}

// handKey is where a context has the hold that it runs under.
type handKey struct{}

// Within runs do while this process has a hold, and renews it. In the end leave gives it back, unless it was lost. If
// leave fails, the hold ends by itself.
func (t *Tables) Within(ctx context.Context, g *Grip, do func(context.Context) error,
	leave func(context.Context, *Grip) error) (err error) {
	within, lost := context.WithCancelCause(ctx)
	h := &hand{Grip: g, renewed: g.asked, lost: func() { lost(fmt.Errorf("%w: %s %s", ErrLost, g.Kind, g.Name)) }}
	h.over = time.AfterFunc(giveUp-time.Since(g.asked), h.lost)
	within = context.WithValue(within, handKey{}, h)
	t.hands.mu.Lock()
	t.hands.all[g.by] = h
	if !t.hands.works {
		t.hands.works = true
		go t.renewAll()
	}
	t.hands.mu.Unlock()
	defer func() { // also if do panics
		h.over.Stop()
		t.hands.mu.Lock()
		delete(t.hands.all, g.by)
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
		if left := leave(back, g); err == nil {
			err = left
		}
	}()
	if err := t.Alive(within); err != nil {
		return err
	}
	return do(within)
}

// Alive returns ErrLost if the hold has ended under which a context runs. It goes by this machine's clock: a process
// that was stopped learns it from nothing else at once. Without a hold, it is the context's end.
func (t *Tables) Alive(ctx context.Context) error {
	if h, is := ctx.Value(handKey{}).(*hand); is {
		t.hands.mu.Lock()
		defer t.hands.mu.Unlock()
		if time.Since(h.renewed) > giveUp {
			h.lost()
		}
	}
	return context.Cause(ctx)
}

// renewAll renews the holds of this process as long as it has any. It has a connection of its own: those of the others
// may all be at work for longer than a hold lasts.
func (t *Tables) renewAll() {
	c := t.pool.Config()
	c.MinConns, c.MaxConns = 0, 1
	own, err := pgxpool.NewWithConfig(context.Background(), c)
	if err != nil { // it was a pool's before
		panic(err)
	}
	defer own.Close()
	every := time.NewTicker(renewTime)
	defer every.Stop()
	for range every.C {
		if !t.renew(own) {
			return
		}
	}
}

// renew renews all holds in one statement. It returns false if there are none.
func (t *Tables) renew(own *pgxpool.Pool) bool {
	asked, had := time.Now(), map[string]*hand{}
	kinds, names, bys := []string{}, []string{}, []string{}
	t.hands.mu.Lock()
	for by, h := range t.hands.all {
		had[by], kinds, names, bys = h, append(kinds, h.Kind), append(names, h.Name), append(bys, by)
	}
	t.hands.works = len(had) > 0
	t.hands.mu.Unlock()
	if len(had) == 0 {
		return false
	}
	ctx, cancel := context.WithTimeout(context.Background(), renewTime)
	defer cancel()
	rows, err := own.Query(ctx, `update weltentor.hold h set until = now() + $4
		from unnest($1::text[], $2::text[], $3::text[]) m(kind, name, by)
		where h.kind = m.kind and h.name = m.name and h.by = m.by and h.until > now() returning h.by`,
		kinds, names, bys, holdTime)
	var still []string
	if err == nil {
		still, err = pgx.CollectRows(rows, pgx.RowTo[string])
	}
	if err != nil {
		return true // they end in time, unless the next renewal comes before
	}
	t.hands.mu.Lock()
	defer t.hands.mu.Unlock()
	for _, by := range still {
		had[by].renewed = asked
		had[by].over.Reset(giveUp - time.Since(asked))
		delete(had, by)
	}
	for _, h := range had {
		h.lost()
	}
	return true
}

// Leave gives a hold back.
func (t *Tables) Leave(ctx context.Context, g *Grip) error {
	_, err := t.pool.Exec(ctx, "delete from weltentor.hold where kind = $1 and name = $2 and by = $3", g.Kind, g.Name,
		g.by)
	return err
}

// Rest gives a hold back, and makes hosts leave the thing alone for a while. A command may take it.
func (t *Tables) Rest(ctx context.Context, g *Grip, long time.Duration) error {
	_, err := t.pool.Exec(ctx, `update weltentor.hold set by = '', until = now() + $4
		where kind = $1 and name = $2 and by = $3`, g.Kind, g.Name, g.by, long)
	return err
}

// Holders returns the hosts that hold things of a kind, by name.
func (t *Tables) Holders(ctx context.Context, kind string) (map[string]string, error) {
	hosts, name, by := map[string]string{}, "", ""
	rows, err := t.pool.Query(ctx, "select name, by from weltentor.hold where kind = $1 and until > now() and by <> ''",
		kind)
	if err == nil {
		err = eachRow(rows, []any{&name, &by}, func() { hosts[name], _, _ = strings.Cut(by, "/") })
	}
	return hosts, err
}
