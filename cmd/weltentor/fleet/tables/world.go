//go:build fleet

package tables

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"weltentor/cmd/weltentor/fleet"
)

// World is a world of the fleet, without its records.
type World struct {
	ID       int64
	Name     string
	Version  int64
	Settings string // its world.toml
	About    fleet.Entered
	Gist     Gist
	Next     time.Time      // when a host looks at it; zero: nothing is planned
	Changed  bool           // since the last look
	Stopped  *fleet.Stopped // nil: it goes on
	Row      string         // changes whenever anything of this does
	Odd      error          // ErrOdd, if somebody has changed the row by hand so that it cannot be read
}

// Gist is what the last look at a world has shown.
type Gist struct {
	Turn     int       `json:"turn"`
	Deadline time.Time `json:"deadline,omitzero"` // zero: no turn goes by a deadline
	Held     int       `json:"held,omitempty"`    // the turn that is held
	Paused   time.Time `json:"paused,omitzero"`
	Resumes  time.Time `json:"resumes,omitzero"`
	Waiting  int       `json:"letters,omitempty"`
	Oldest   time.Time `json:"oldest,omitzero"` // of these letters
	Due      time.Time `json:"due,omitzero"`    // when the next of them may leave
	Slow     bool      `json:"slow,omitempty"`  // its mails or its last turn took long, see hosts
}

// columns are those of a World; w is the table.
const columns = `w.id, w.name, w.version, w.settings, w.mailbox, w.account, w.about, w.gist,
	nullif(w.next_due, '-infinity'), coalesce(w.next_due = '-infinity', false), w.stopped, w.xmin::text`

// light are the columns without what is large.
var light = strings.Replace(columns, "w.settings", "''", 1)

// worldOf scans a world, and more columns behind it.
func worldOf(row pgx.CollectableRow, more ...any) (w *World, err error) {
	w = &World{}
	var next *time.Time
	var about, gist, stopped []byte
	err = row.Scan(append([]any{&w.ID, &w.Name, &w.Version, &w.Settings, &w.About.Mailbox, &w.About.Account, &about, &gist, &next,
		&w.Changed, &stopped, &w.Row}, more...)...)
	w.Next = of(next)
	w.Odd = cmp.Or(parse("about", about, &w.About), parse("gist", gist, &w.Gist), parse("stopped", stopped, &w.Stopped))
	return w, err
}

// parse reads a column of JSON. What is wrong there concerns its world alone.
func parse(column string, raw []byte, into any) error {
	if raw == nil {
		return nil
	}
	if err := json.Unmarshal(raw, into); err != nil {
		return fmt.Errorf("%w: column %s: %w", ErrOdd, column, err)
	}
	return nil
}

// worlds collects worlds.
func (t *Tables) worlds(ctx context.Context, sql string, args ...any) ([]*World, error) {
	rows, err := t.pool.Query(ctx, sql, args...)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, func(row pgx.CollectableRow) (*World, error) { return worldOf(row) })
}

// World returns a world. The error is ErrUnknown if there is none of that name, and ErrOdd if its row cannot be read.
func (t *Tables) World(ctx context.Context, name string) (*World, error) {
	all, err := t.worlds(ctx, "select "+columns+" from weltentor.world w where name = $1", name)
	switch {
	case err != nil:
		return nil, err
	case len(all) == 0:
		return nil, ErrUnknown
	case all[0].Odd != nil:
		return all[0], all[0].Odd
	case all[0].About.Rulebook == "":
		return all[0], ErrUnknown
	}
	return all[0], nil
}

// Worlds returns all worlds, sorted by name. One that is being added is not among them.
func (t *Tables) Worlds(ctx context.Context) ([]*World, error) {
	return t.worlds(ctx, "select "+columns+" from weltentor.world w where about ->> 'rulebook' <> '' order by name")
}

// Readers returns the worlds that read a mailbox, without their settings.
func (t *Tables) Readers(ctx context.Context, mailbox string) ([]*World, error) {
	return t.worlds(ctx, "select "+light+` from weltentor.world w
		where mailbox = $1 and about ->> 'rulebook' <> '' order by name`, mailbox)
}

// Enter writes what is known about a world whose records are there. From then on the hosts serve it, and send what it
// has brought even if none has its rules.
func (t *Tables) Enter(ctx context.Context, w World) error {
	tag, err := t.pool.Exec(ctx, `update weltentor.world set settings = $2, mailbox = $3, account = $4, about = $5,
		gist = $6, next_due = '-infinity', letter_due = weltentor.present() where name = $1`, w.Name, w.Settings,
		w.About.Mailbox, w.About.Account, w.About, w.Gist)
	if err == nil && tag.RowsAffected() == 0 {
		return ErrUnknown
	}
	return errors.Join(err, t.Wake(ctx))
}

// Settle replaces a world's settings and what follows from them. What hosts and other commands change stays.
func (t *Tables) Settle(ctx context.Context, w World) error {
	tag, err := t.pool.Exec(ctx, `update weltentor.world set settings = $2, mailbox = $3, account = $4,
		about = about || jsonb_build_object('addresses', $5::text[], 'name', $6::text, 'shared', $7::bool,
			'since', $8::timestamptz), next_due = '-infinity' where name = $1`, w.Name, w.Settings, w.About.Mailbox, w.About.Account,
		w.About.Addresses, w.About.Name, w.About.Shared, w.About.Since)
	if err == nil && tag.RowsAffected() == 0 {
		return ErrUnknown
	}
	return errors.Join(err, t.Wake(ctx))
}

// Upgrade makes a version of its rules resolve the next turn of a world.
func (t *Tables) Upgrade(ctx context.Context, name string, rules int) error {
	_, err := t.pool.Exec(ctx, `update weltentor.world set about = jsonb_set(about, '{rules}', to_jsonb($2::int)),
		next_due = '-infinity' where name = $1`, name, rules)
	return errors.Join(err, t.Wake(ctx))
}

// Remove removes a world with all of its records, as it was read. It returns ErrLost if it has changed since: whoever
// was stopped beyond his hold must not drop turns that others have played.
func (t *Tables) Remove(ctx context.Context, w *World) error {
	tag, err := t.pool.Exec(ctx, "delete from weltentor.world where id = $1 and xmin::text = $2", w.ID, w.Row)
	if err == nil && tag.RowsAffected() == 0 {
		return ErrLost
	}
	return err
}

// Clear removes what a killed command has half added under a name.
func (t *Tables) Clear(ctx context.Context, name string) error {
	_, err := t.pool.Exec(ctx,
		"delete from weltentor.world where name = $1 and coalesce(about ->> 'rulebook', '') = ''", name)
	return err
}

// Stop makes a world stand still on all hosts. It is false if it does already.
func (t *Tables) Stop(ctx context.Context, name string, s fleet.Stopped) (first bool, err error) {
	tag, err := t.pool.Exec(ctx, "update weltentor.world set stopped = $2 where name = $1 and stopped is null", name, s)
	return tag.RowsAffected() > 0, err
}

// GoOn makes a world go on, with the mail that is listed from now on.
func (t *Tables) GoOn(ctx context.Context, name string) error {
	_, err := t.pool.Exec(ctx, `update weltentor.world set stopped = null, next_due = '-infinity',
		about = jsonb_set(about, '{since}', to_jsonb(weltentor.present())) where name = $1`, name)
	return errors.Join(err, t.Wake(ctx))
}
