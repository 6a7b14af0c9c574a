//go:build fleet

package tables

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"weltentor/cmd/weltentor/fleet"
)

// Mail is a mail that is in a mailbox.
type Mail struct {
	fleet.Mail
	Sum   string // SHA-256 of the raw mail, in hex
	World string // that it is for
	Taken bool   // by that world
}

// Mails returns the mails of a mailbox that are known.
func (t *Tables) Mails(ctx context.Context, mailbox string) ([]Mail, error) {
	rows, err := t.pool.Query(ctx, `select m.validity, m.uid, m.sum, w.name, m.taken is not null
		from weltentor.mailrow m join weltentor.world w on w.id = m.world where m.mailbox = $1`, mailbox)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[Mail])
}

// List adds a mail to those of a mailbox, or hands it to its world again. A mail that is known already, even by another
// number, came before the barrier that it came before.
func (t *Tables) List(ctx context.Context, mailbox string, m Mail) error {
	tag, err := t.pool.Exec(ctx, `insert into weltentor.mailrow (mailbox, validity, uid, sum, world, before, listed)
		select $1, $2, $3, $4, w.id, least(coalesce((select at from weltentor.barrier where mailbox = $1), '-infinity'),
				(select min(m.before) from weltentor.mailrow m where m.mailbox = $1 and m.sum = $4 and m.world = w.id)),
			weltentor.present() from weltentor.world w where w.name = $5
		on conflict (mailbox, validity, uid) do update set sum = excluded.sum, world = excluded.world,
			before = excluded.before, listed = excluded.listed, taken = null`,
		mailbox, m.Validity, m.UID, m.Sum, m.World)
	if err == nil && tag.RowsAffected() == 0 {
		return ErrUnknown
	}
	return err
}

// Drop removes mails that are not in the mailbox any more, if their worlds have taken them.
func (t *Tables) Drop(ctx context.Context, mailbox string, mails []Mail) error {
	validities, uids := numbers(mails)
	_, err := t.pool.Exec(ctx, `delete from weltentor.mailrow m using unnest($2::bigint[], $3::bigint[]) g(validity, uid)
		where m.mailbox = $1 and m.validity = g.validity and m.uid = g.uid and m.taken is not null`, mailbox, validities,
		uids)
	return err
}

func numbers(mails []Mail) (validities, uids []uint32) {
	for _, m := range mails {
		validities, uids = append(validities, m.Validity), append(uids, m.UID)
	}
	return validities, uids
}

// Barrier says that all mail of a mailbox was listed that had come by a time.
type Barrier struct {
	At       time.Time
	Besides  []string // worlds that it says nothing about
	Validity uint32   // of the numbers that the mails have now; 0: there are none
}

// Bar records a barrier, and wakes the hosts. A later one stays, unless it is in the future. Mails with numbers that the
// server no longer knows have others now.
func (t *Tables) Bar(ctx context.Context, mailbox string, b Barrier) error {
	if b.Besides == nil {
		b.Besides = []string{}
	}
	_, err := t.pool.Exec(ctx, `with gone as (delete from weltentor.mailrow
			where mailbox = $1 and validity <> $4 and $4::bigint <> 0)
		insert into weltentor.barrier as b (mailbox, at, besides) values ($1, $2, $3)
		on conflict (mailbox) do update set at = excluded.at, besides = excluded.besides
			where b.at < excluded.at or b.at > weltentor.present()`, mailbox, b.At, b.Besides, b.Validity)
	return errors.Join(err, t.Wake(ctx))
}

// Wanted is when a mailbox must be listed for the sake of a world at the latest: a time has come, or will come, up to
// which no barrier goes. It is zero if there is no such time.
func (t *Tables) Wanted(ctx context.Context, mailbox string) (next time.Time, err error) {
	var wanted *time.Time
	err = t.pool.QueryRow(ctx, `select min(next_due) from weltentor.world w where mailbox = $1 and stopped is null
		and next_due > coalesce((select at from weltentor.barrier b where b.mailbox = $1 and b.at <= weltentor.present()),
			'-infinity')`, mailbox).Scan(&wanted)
	return of(wanted), err
}

// For returns the mails that a world has not taken, and up to when it has all of its mail: zero if there is no such
// time. A barrier from before the world was there says nothing about it.
func (t *Tables) For(ctx context.Context, w *World) (mails []Mail, until time.Time, err error) {
	batch := &pgx.Batch{}
	batch.Queue(`select validity, uid, sum, $3::text, false from weltentor.mailrow
		where world = $1 and mailbox = $2 and taken is null order by listed, validity, uid`, w.ID, w.About.Mailbox, w.Name).
		Query(func(rows pgx.Rows) error {
			mails, err = pgx.CollectRows(rows, pgx.RowToStructByPos[Mail])
			return err
		})
	var at *time.Time
	batch.Queue(`select nullif(coalesce(
			(select min(before) from weltentor.mailrow where world = $1 and mailbox = $2 and taken is null), b.at),
			'-infinity') from weltentor.barrier b
		where b.mailbox = $2 and b.at between $4 and weltentor.present() and not $3 = any (b.besides)`, w.ID, w.About.Mailbox,
		w.Name, w.About.Since).
		QueryRow(func(row pgx.Row) error {
			_, err := none(row.Scan(&at))
			return err
		})
	err = t.pool.SendBatch(ctx, batch).Close()
	return mails, of(at), err
}

// Take records that a world has taken mails: they are in its records, and gone from the inbox.
func (t *Tables) Take(ctx context.Context, w *World, mails []Mail) error {
	validities, uids := numbers(mails)
	_, err := t.pool.Exec(ctx, `update weltentor.mailrow m set taken = weltentor.present()
		from unnest($3::bigint[], $4::bigint[]) g(validity, uid) where m.world = $1 and m.mailbox = $2
		and m.validity = g.validity and m.uid = g.uid`, w.ID, w.About.Mailbox, validities, uids)
	return err
}
