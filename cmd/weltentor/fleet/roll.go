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
	"weltentor/resolve/store/entry"
)

// Entered is what the fleet knows about a world beside its journal.
type Entered struct {
	Mailbox   string   `json:"mailbox,omitempty"` // of fleet.toml, by name; "": it reads none
	Account   string   `json:"account,omitempty"` // that it sends from
	Addresses []string `json:"addresses,omitempty"`
	Name      string   `json:"name,omitempty"`
	Shared    bool     `json:"shared,omitempty"` // others may read its mailbox as well
	Mark      string   `json:"mark,omitempty"`   // its name in the mailbox, see imap.Mark

	Rulebook string    `json:"rulebook"`
	Rules    int       `json:"rules"`    // version of the rules that its turns are resolved with
	Settings string    `json:"settings"` // sum of its world.toml
	Since    time.Time `json:"since"`
	Leaves   bool      `json:"leaves,omitempty"` // it is being exported, and hosts leave it alone
}

// Stopped is why a world stands still on all hosts.
type Stopped struct {
	At   time.Time `json:"at"`
	Host string    `json:"host"` // whose copy of the world goes furthest, of those that have said so
	Why  string    `json:"why"`
	Told bool      `json:"told,omitempty"` // the operator knows

	Branch time.Time `json:"branch,omitzero"` // of the journal that the mark in the mailbox is about

	Copies map[string]entry.Position `json:"copies,omitempty"` // how far the copies go, by host
}

// Beat is what a host says about itself, every few seconds.
type Beat struct {
	At      time.Time      `json:"at"` // by the engine's clock
	Since   time.Time      `json:"since"`
	Ahead   float64        `json:"ahead"` // seconds that its own clock is ahead of the engine's
	Rules   map[string]int `json:"rules"`
	Program string         `json:"program,omitempty"`
	Drained bool           `json:"drained,omitempty"` // it takes no new work
	Idle    bool           `json:"idle,omitempty"`    // it is still there, waiting until it is to work again
}

// age is how long ago a host said that. A time in the future comes from a wrong clock, and counts as equally old.
func (b Beat) age(now time.Time) time.Duration { return now.Sub(b.At).Abs() }

// alive reports whether a host was there a moment ago.
func (b Beat) alive(now time.Time) bool { return b.age(now) < 4*leaseTime }

// The keys of the register, each followed by a name.
const (
	worldKey    = "world/"
	settingsKey = "settings/"
	takenKey    = "taken/"
	hostKey     = "host/"
	drainKey    = "drain/"
	accountKey  = "account/"
	stoppedKey  = "stopped/"
	deafKey     = "deaf/"   // of mailboxes
	stuckKey    = "stuck/"  // of worlds
	astrayKey   = "astray/" // of mailboxes
	archiveKey  = "archive/"
)

// Roll is the fleet's register, with the values that hosts keep there.
type Roll struct{ engine.Register }

// ErrValue says that a value of the register cannot be read. It troubles only the world or the host that it is about.
var ErrValue = errors.New("it is damaged, or of a newer program")

// Torn are values that cannot be read, by what they are about, and why.
type Torn map[string]error

// valueOf reads a value.
func valueOf[V any](key string, raw []byte) (v V, err error) {
	if err = json.Unmarshal(raw, &v); err != nil {
		var none V
		return none, fmt.Errorf("the register of the fleet, %s: %w: %w", key, ErrValue, err)
	}
	return v, nil
}

// all reads the values whose keys begin with a prefix, by the rest of the key.
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

// get reads a value, and returns the zero value if there is none.
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

// change calls f with the present value and stores the result, again until nobody was quicker. If f returns false, the
// value stays. A value that cannot be read is an error.
func change[V any](ctx context.Context, r Roll, key string, f func(v *V) bool) error {
	return put(ctx, r, key, false, f)
}

// note is change for what hosts record as they go: a value that cannot be read is replaced.
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

// World returns what is known about a world; found is false if the fleet has none of that name.
func (r Roll) World(ctx context.Context, world string) (e Entered, found bool, err error) {
	if engine.CheckName(worldKey+world) != nil {
		return e, false, nil // no world can have that name
	}
	e, revision, err := get[Entered](ctx, r, worldKey+world)
	return e, revision > 0 && e.Rulebook != "", err
}

// Worlds returns all worlds.
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

// Whole returns all worlds for a caller that must know each of them: the first one that cannot be read is an error.
func (r Roll) Whole(ctx context.Context) (map[string]Entered, error) {
	worlds, torn, err := r.Worlds(ctx)
	for _, name := range slices.Sorted(maps.Keys(torn)) {
		err = cmp.Or(err, torn[name])
	}
	return worlds, err
}

// Stopped returns the worlds that stand still.
func (r Roll) Stopped(ctx context.Context) (map[string]Stopped, Torn, error) {
	return all[Stopped](ctx, r, stoppedKey)
}

// Hosts returns all hosts that have ever been there.
func (r Roll) Hosts(ctx context.Context) (map[string]Beat, Torn, error) {
	return all[Beat](ctx, r, hostKey)
}

// Enter adds a world.
func (r Roll) Enter(ctx context.Context, world string, e Entered) error {
	return change(ctx, r, worldKey+world, func(v *Entered) bool { *v = e; return true })
}

// Settle records what new settings say about a world. Everything else stays as it is then.
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

// Leave makes all hosts leave a world alone, since it is to go on in a folder of its own. With false they take it up
// again.
func (r Roll) Leave(ctx context.Context, world string, leaves bool) error {
	return change(ctx, r, worldKey+world, func(v *Entered) bool {
		was := v.Leaves
		v.Leaves = leaves
		return v.Rulebook != "" && was != leaves
	})
}

// Settings returns a world's world.toml and its revision.
func (r Roll) Settings(ctx context.Context, world string) (toml []byte, revision uint64, err error) {
	return r.Get(ctx, settingsKey+world)
}

// PutSettings replaces the world.toml of a revision, and returns the new revision.
func (r Roll) PutSettings(ctx context.Context, world string, toml []byte, revision uint64) (uint64, error) {
	return r.Put(ctx, settingsKey+world, toml, revision)
}

// Take records up to which row of a mailbox a world has taken its mails.
func (r Roll) Take(ctx context.Context, world, mailbox string, row uint64) error {
	return change(ctx, r, taken(world, mailbox), func(v *uint64) bool {
		was := *v
		*v = max(was, row)
		return *v != was
	})
}

// stop lets a world stand still on all hosts, unless it does already.
func (r Roll) stop(ctx context.Context, world string, s Stopped) error {
	return change(ctx, r, stoppedKey+world, func(v *Stopped) bool {
		was := v.Why
		if was == "" {
			*v = s
		}
		return was == ""
	})
}

// Furthest is the host whose copy goes furthest, of those that have said so, and how far it goes.
func (s Stopped) Furthest() (host string, at uint64) {
	for _, name := range slices.Sorted(maps.Keys(s.Copies)) {
		if n := uint64(s.Copies[name]); n > at {
			host, at = name, n
		}
	}
	return host, at
}

// Lift lets a world go on that stood still and has been brought back.
func (r Roll) Lift(ctx context.Context, world string) error { return r.drop(ctx, stoppedKey+world) }

// has records how far a host's copy of a world that stands still goes. If it goes further than all others, the
// operator is to be told.
func (r Roll) has(ctx context.Context, world, host string, at entry.Position) error {
	return change(ctx, r, stoppedKey+world, func(v *Stopped) bool {
		if was, said := v.Copies[host]; v.Why == "" || said && was == at {
			return false
		}
		if v.Copies == nil {
			v.Copies = map[string]entry.Position{}
		}
		if v.Copies[host] = at; at > v.Copies[v.Host] {
			v.Host, v.Told = host, false
		}
		return true
	})
}

// told records that the operator knows that a world stands still.
func (r Roll) told(ctx context.Context, world string) error {
	return change(ctx, r, stoppedKey+world, func(v *Stopped) bool {
		was := v.Told
		v.Told = true
		return !was && v.Why != ""
	})
}

// Drain asks a host to end its work and take no new work, even if it is started again. With false it works again.
func (r Roll) Drain(ctx context.Context, host string, on bool) error {
	if !on {
		return r.drop(ctx, drainKey+host)
	}
	return note(ctx, r, drainKey+host, func(v *bool) bool { was := *v; *v = true; return !was })
}

// taken is the key of that row: each mailbox counts its own.
func taken(world, mailbox string) string { return takenKey + world + "/" + mailbox }

// Remove removes a world from the register.
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

// SumOf identifies settings by their content.
func SumOf(toml []byte) string {
	sum := sha256.Sum256(toml)
	return hex.EncodeToString(sum[:8])
}

// LogOf is the name of a world's journal among the engine's logs.
func LogOf(world string) string { return journal.Prefix + world }
