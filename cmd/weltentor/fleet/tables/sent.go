//go:build fleet

package tables

import (
	"context"
	"time"
)

// Permit counts a letter that is to leave by an account, and reports whether it may: in one hour of the database's
// clock no more than most leave.
func (t *Tables) Permit(ctx context.Context, account string, most int) (may bool, err error) {
	err = t.pool.QueryRow(ctx, `insert into weltentor.sent as s (account, hour, n)
		values ($1, date_trunc('hour', weltentor.present(), 'UTC'), 1)
		on conflict (account) do update set hour = excluded.hour,
			n = case when s.hour = excluded.hour then s.n + 1 else 1 end
			where s.hour <> excluded.hour or s.n < $2 returning true`, account, most).Scan(&may)
	return none(err)
}

// NextHour is how long it takes until the next hour of the database's clock begins.
func (t *Tables) NextHour(ctx context.Context) (left time.Duration, err error) {
	now, err := t.Now(ctx)
	return now.Truncate(time.Hour).Add(time.Hour).Sub(now), err
}
