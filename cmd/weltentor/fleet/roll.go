package fleet

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"weltentor/cmd/weltentor/fleet/engine"
	"weltentor/cmd/weltentor/fleet/journal"
	"weltentor/resolve/store"
)

// Entered is what the fleet knows of a world beside its journal.
type Entered struct {
	Mailbox   string   `json:"mailbox,omitempty"` // of fleet.toml, by name; "": it reads none
	Account   string   `json:"account,omitempty"` // by which it sends
	Addresses []string `json:"addresses,omitempty"`
	Name      string   `json:"name,omitempty"`
	Shared    bool     `json:"shared,omitempty"` // others may read its mailbox as well
	Mark      string   `json:"mark,omitempty"`   // what it is known by in the mailbox, see imap.Mark

	Rulebook string    `json:"rulebook"`
	Rules    int       `json:"rules"`    // version of the rules that its turns are resolved by
	Settings string    `json:"settings"` // sum of its world.toml
	Since    time.Time `json:"since"`
	Leaves   bool      `json:"leaves,omitempty"` // it is being exported: hosts leave it alone
}

// Stopped is why a world stands still on all hosts.
type Stopped struct {
	At   time.Time `json:"at"`
	Host string    `json:"host"` // whose copy of the world goes furthest, of those that have said so
	Why  string    `json:"why"`
	Told bool      `json:"told,omitempty"` // the operator was

	Branch time.Time `json:"branch,omitzero"` // of the journal that the mark in the mailbox tells of

	Copies map[string]store.Position `json:"copies,omitempty"` // how far they go, by host
}

// Beat is what a host says of itself, every few seconds.
type Beat struct {
	At      time.Time      `json:"at"` // by the engine's clock
	Since   time.Time      `json:"since"`
	Ahead   float64        `json:"ahead"` // seconds that its own clock is ahead of the engine's
	Rules   map[string]int `json:"rules"`
	Program string         `json:"program,omitempty"`
	Drained bool           `json:"drained,omitempty"` // it takes no new work
	Idle    bool           `json:"idle,omitempty"`    // it is there all the same, until it is to work again
}

// age is how long ago a host said that. What it says of the future it has said by a wrong clock: that is as old.
func (b Beat) age(now time.Time) time.Duration { return now.Sub(b.At).Abs() }

// Alive tells whether a host was there a moment ago.
func (b Beat) Alive(now time.Time) bool { return b.age(now) < 4*leaseTime }

// The keys of the register, with a name behind each.
const (
	worldKey    = "world/"
	settingsKey = "settings/"
	takenKey    = "taken/"
	hostKey     = "host/"
	drainKey    = "drain/"
	accountKey  = "account/"
	stoppedKey  = "stopped/"
	deafKey     = "deaf/"   // mailboxes
	stuckKey    = "stuck/"  // worlds
	astrayKey   = "astray/" // mailboxes
	archiveKey  = "archive/"
)

// Roll is the fleet's register, in our words.
type Roll struct{ engine.Register }

// ErrValue is of a value of the register that cannot be read. It is the trouble of the world or the host that it is
// of, and of no other.
var ErrValue = errors.New("it is damaged, or of a newer program")

// Torn are values that cannot be read, by what they are of, and why.
type Torn map[string]error

// valueOf reads a value.
func valueOf[V any](key string, raw []byte) (v V, err error) {
	if err = json.Unmarshal(raw, &v); err != nil {
		var none V
		return none, fmt.Errorf("the register of the fleet, %s: %w: %w", key, ErrValue, err)
	}
	return v, nil
}

// all reads the values whose keys begin so, by what is behind that.
func all[V any](ctx context.Context, r Roll, prefix string) (values map[string]V, torn Torn, err error) {
	raw, err := r.All(ctx, prefix)
	if err != nil {
		return nil, nil, fmt.Errorf("the register of the fleet: %w", err)
	}
	values, torn = map[string]V{}, Torn{}
	for key, value := range raw {
		of := strings.TrimPrefix(key, prefix)
		if v, err := valueOf[V](key, value); err == nil {
			values[of] = v
		} else {
			torn[of] = err
		}
	}
	return values, torn, nil
}

// get reads a value; the zero one if there is none.
func get[V any](ctx context.Context, r Roll, key string) (v V, revision uint64, err error) {
	raw, revision, err := r.Get(ctx, key)
	if err != nil {
		return v, revision, fmt.Errorf("the register of the fleet, %s: %w", key, err)
	}
	if revision > 0 && raw != nil {
		v, err = valueOf[V](key, raw)
	}
	return v, revision, err
}

// change puts a value in place of what is there, which it is shown, until nobody was quicker.
// False leaves it as it is. One that cannot be read is an error.
func change[V any](ctx context.Context, r Roll, key string, f func(v *V) bool) error {
	return put(ctx, r, key, false, f)
}

// note is change of what hosts note as they go: the next note is in place of one that cannot be read.
func note[V any](ctx context.Context, r Roll, key string, f func(v *V) bool) error {
	return put(ctx, r, key, true, f)
}

func put[V any](ctx context.Context, r Roll, key string, anew bool, f func(v *V) bool) error {
	for tries := 0; ; tries++ {
		v, revision, err := get[V](ctx, r, key)
		if anew && errors.Is(err, ErrValue) {
			err = nil
		}
		if err != nil || !f(&v) {
			return err
		}
		raw, err := json.Marshal(v)
		if err != nil {
			return err
		}
		if _, err = r.Put(ctx, key, raw, revision); err == nil {
			return nil
		}
		if !errors.Is(err, engine.ErrFenced) || tries > 20 {
			return fmt.Errorf("the register of the fleet, %s: %w", key, err)
		}
	}
}

// drop removes a value, whatever it is.
func (r Roll) drop(ctx context.Context, key string) error {
	for tries := 0; ; tries++ {
		_, revision, err := r.Get(ctx, key)
		if err != nil || revision == 0 {
			return err
		}
		if _, err = r.Put(ctx, key, nil, revision); err == nil || !errors.Is(err, engine.ErrFenced) || tries > 20 {
			return err
		}
	}
}

// World gives what is entered of a world; false if the fleet has none of that name.
func (r Roll) World(ctx context.Context, world string) (e Entered, found bool, err error) {
	if engine.CheckName(worldKey+world) != nil {
		return e, false, nil // none can be called so
	}
	e, revision, err := get[Entered](ctx, r, worldKey+world)
	return e, revision > 0 && e.Rulebook != "", err
}

// Worlds gives all worlds.
func (r Roll) Worlds(ctx context.Context) (worlds map[string]Entered, torn Torn, err error) {
	worlds, torn, err = all[Entered](ctx, r, worldKey)
	for name, e := range worlds {
		if e.Rulebook == "" {
			torn[name] = fmt.Errorf("the register of the fleet, %s: %w: it names no rulebook", worldKey+name, ErrValue)
			delete(worlds, name)
		}
	}
	return worlds, torn, err
}

// Whole gives all worlds for one who must know of each: the first that cannot be read is an error.
func (r Roll) Whole(ctx context.Context) (map[string]Entered, error) {
	worlds, torn, err := r.Worlds(ctx)
	for _, name := range slices.Sorted(maps.Keys(torn)) {
		err = cmp.Or(err, torn[name])
	}
	return worlds, err
}

// Stopped gives the worlds that stand still.
func (r Roll) Stopped(ctx context.Context) (map[string]Stopped, Torn, error) {
	return all[Stopped](ctx, r, stoppedKey)
}

// Hosts gives all hosts that have ever been there.
func (r Roll) Hosts(ctx context.Context) (map[string]Beat, Torn, error) {
	return all[Beat](ctx, r, hostKey)
}

// Enter writes a world down.
func (r Roll) Enter(ctx context.Context, world string, e Entered) error {
	return change(ctx, r, worldKey+world, func(v *Entered) bool { *v = e; return true })
}

// Settle writes down what new settings say of a world. All else stays as it is by then.
func (r Roll) Settle(ctx context.Context, world string, e Entered) error {
	return change(ctx, r, worldKey+world, func(v *Entered) bool {
		v.Mailbox, v.Account, v.Addresses, v.Name = e.Mailbox, e.Account, e.Addresses, e.Name
		v.Shared, v.Settings = e.Shared, e.Settings
		return v.Rulebook != ""
	})
}

// Raise lets a world's turns be resolved by another version of the rules.
func (r Roll) Raise(ctx context.Context, world string, rules int) error {
	return change(ctx, r, worldKey+world, func(v *Entered) bool {
		was := v.Rules
		v.Rules = rules
		return v.Rulebook != "" && was != rules
	})
}

// Leave has all hosts leave a world alone, for it is to go on in a folder of its own; with false, to go on.
func (r Roll) Leave(ctx context.Context, world string, leaves bool) error {
	return change(ctx, r, worldKey+world, func(v *Entered) bool {
		was := v.Leaves
		v.Leaves = leaves
		return v.Rulebook != "" && was != leaves
	})
}

// Settings gives a world's world.toml and its revision.
func (r Roll) Settings(ctx context.Context, world string) (toml []byte, revision uint64, err error) {
	return r.Get(ctx, settingsKey+world)
}

// PutSettings puts a world.toml in place of that of a revision, and gives the new one.
func (r Roll) PutSettings(ctx context.Context, world string, toml []byte, revision uint64) (uint64, error) {
	return r.Put(ctx, settingsKey+world, toml, revision)
}

// Take writes down up to which row of a mailbox a world has taken its mails.
func (r Roll) Take(ctx context.Context, world, mailbox string, row uint64) error {
	return change(ctx, r, taken(world, mailbox), func(v *uint64) bool {
		was := *v
		*v = max(was, row)
		return *v != was
	})
}

// Stop lets a world stand still on all hosts, unless it does.
func (r Roll) Stop(ctx context.Context, world string, s Stopped) error {
	return change(ctx, r, stoppedKey+world, func(v *Stopped) bool {
		was := v.Why
		if was == "" {
			*v = s
		}
		return was == ""
	})
}

// Furthest is the host whose copy goes furthest, of those that have said so, and how far.
func (s Stopped) Furthest() (host string, at uint64) {
	for _, name := range slices.Sorted(maps.Keys(s.Copies)) {
		if n := uint64(s.Copies[name]); n > at {
			host, at = name, n
		}
	}
	return host, at
}

// Lift lets a world go on that stood still, and has been brought back.
func (r Roll) Lift(ctx context.Context, world string) error { return r.drop(ctx, stoppedKey+world) }

// Has writes down how far a host's copy of a world goes that stands still. If it goes further than all others,
// the operator is to know.
func (r Roll) Has(ctx context.Context, world, host string, at store.Position) error {
	return change(ctx, r, stoppedKey+world, func(v *Stopped) bool {
		if was, said := v.Copies[host]; v.Why == "" || said && was == at {
			return false
		}
		if v.Copies == nil {
			v.Copies = map[string]store.Position{}
		}
		if v.Copies[host] = at; at > v.Copies[v.Host] {
			v.Host, v.Told = host, false
		}
		return true
	})
}

// Told writes down that the operator knows that a world stands still.
func (r Roll) Told(ctx context.Context, world string) error {
	return change(ctx, r, stoppedKey+world, func(v *Stopped) bool {
		was := v.Told
		v.Told = true
		return !was && v.Why != ""
	})
}

// Drain asks a host to end its work and take no new, also when it is started again; with false, to work again.
func (r Roll) Drain(ctx context.Context, host string, on bool) error {
	if !on {
		return r.drop(ctx, drainKey+host)
	}
	return note(ctx, r, drainKey+host, func(v *bool) bool { was := *v; *v = true; return !was })
}

// taken is the key of that row: each mailbox counts its own.
func taken(world, mailbox string) string { return takenKey + world + "/" + mailbox }

// Remove takes a world off the roll.
func (r Roll) Remove(ctx context.Context, world string) error {
	var errs []error
	rows, err := r.All(ctx, taken(world, ""))
	if err != nil {
		return err
	}
	for key := range rows {
		errs = append(errs, r.drop(ctx, key))
	}
	for _, key := range []string{worldKey, settingsKey, stoppedKey, stuckKey} {
		errs = append(errs, r.drop(ctx, key+world))
	}
	return errors.Join(errs...)
}

// SumOf names settings by their content.
func SumOf(toml []byte) string {
	sum := sha256.Sum256(toml)
	return hex.EncodeToString(sum[:8])
}

// LogOf is the journal of a world among the engine's logs.
func LogOf(world string) string { return journal.Prefix + world }
