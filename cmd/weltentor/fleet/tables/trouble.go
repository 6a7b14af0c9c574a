//go:build fleet

package tables

import (
	"context"
	"time"

	"weltentor/cmd/weltentor/fleet"
)

// Trouble records that something goes wrong, if that is not known yet.
func (t *Tables) Trouble(ctx context.Context, what Thing, why string) error {
	_, err := t.pool.Exec(ctx, `insert into weltentor.trouble (kind, name, about)
		values ($1, $2, jsonb_build_object('since', weltentor.present(), 'why', $3::text)) on conflict do nothing`, what.Kind,
		what.Name, why)
	return err
}

// Over records that a trouble has ended.
func (t *Tables) Over(ctx context.Context, what Thing) error {
	_, err := t.pool.Exec(ctx, "delete from weltentor.trouble where kind = $1 and name = $2", what.Kind, what.Name)
	return err
}

// Lasts returns a trouble, nil if there is none, and the database's time.
func (t *Tables) Lasts(ctx context.Context, what Thing) (of *fleet.Trouble, now time.Time, err error) {
	err = t.pool.QueryRow(ctx, `select (select about from weltentor.trouble where kind = $1 and name = $2),
		weltentor.present()`, what.Kind, what.Name).Scan(&of, &now)
	return of, now.UTC(), err
}

// Told records that a person was told of a trouble.
func (t *Tables) Told(ctx context.Context, what Thing) error {
	_, err := t.pool.Exec(ctx, `update weltentor.trouble set about = about || '{"told": true}'
		where kind = $1 and name = $2`, what.Kind, what.Name)
	return err
}

// Troubles returns the troubles of a kind, by name.
func (t *Tables) Troubles(ctx context.Context, kind string) (map[string]fleet.Trouble, error) {
	all, name, of := map[string]fleet.Trouble{}, "", fleet.Trouble{}
	rows, err := t.pool.Query(ctx, "select name, about from weltentor.trouble where kind = $1", kind)
	if err == nil {
		err = eachRow(rows, []any{&name, &of}, func() { all[name], of = of, fleet.Trouble{} })
	}
	return all, err
}

// Strays counts so many more mails of a mailbox that are for no world, and returns all.
func (t *Tables) Strays(ctx context.Context, mailbox string, came int) (s fleet.Astray, err error) {
	if came > 0 {
		_, err = t.pool.Exec(ctx, `insert into weltentor.trouble as t (kind, name, about) values ('astray', $1,
				jsonb_build_object('since', weltentor.present(), 'mails', $2::int))
			on conflict (kind, name) do update set about = jsonb_build_object('since', weltentor.present()) || t.about ||
				jsonb_build_object('mails', (t.about ->> 'mails')::int + $2)`, mailbox, came)
	}
	if err == nil {
		err = t.pool.QueryRow(ctx, "select about from weltentor.trouble where kind = 'astray' and name = $1", mailbox).Scan(&s)
		_, err = none(err)
	}
	return s, err
}

// StraysTold records that the operator was told of so many of them.
func (t *Tables) StraysTold(ctx context.Context, mailbox string, mails int) error {
	_, err := t.pool.Exec(ctx, `update weltentor.trouble set about = jsonb_build_object('told', weltentor.present(),
		'mails', (about ->> 'mails')::int - $2) where kind = 'astray' and name = $1`, mailbox, mails)
	return err
}
