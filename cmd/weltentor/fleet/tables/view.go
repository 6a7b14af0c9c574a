//go:build fleet

package tables

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5"

	"weltentor/cmd/weltentor/fleet"
)

// Seen is what there is to see of a fleet at one moment.
type Seen struct {
	Now     time.Time
	Worlds  []*World // without their settings
	Mails   map[string]int
	Members map[string]Member
	Hands   map[string]string // by world: the host that has it in hand
	Unread  map[string]fleet.Trouble
	Stuck   map[string]fleet.Trouble
}

// See looks at the whole fleet, in one trip.
func (t *Tables) See(ctx context.Context) (s Seen, err error) {
	s = Seen{Mails: map[string]int{}, Hands: map[string]string{}}
	batch := &pgx.Batch{}
	batch.Queue("select " + light + " from weltentor.world w where about ->> 'rulebook' <> '' order by name").
		Query(func(rows pgx.Rows) error {
			s.Worlds, err = pgx.CollectRows(rows, func(row pgx.CollectableRow) (*World, error) { return worldOf(row) })
			return err
		})
	name, n := "", 0
	batch.Queue(`select w.name, count(*) from weltentor.mailrow m join weltentor.world w on w.id = m.world
		where m.taken is null group by w.name`).Query(func(rows pgx.Rows) error {
		return eachRow(rows, []any{&name, &n}, func() { s.Mails[name] = n })
	})
	if err = t.pool.SendBatch(ctx, batch).Close(); err != nil {
		return s, err
	}
	if s.Members, s.Now, err = t.Members(ctx); err != nil {
		return s, err
	}
	if s.Hands, err = t.Holders(ctx, OfWorld); err != nil {
		return s, err
	}
	if s.Unread, err = t.Troubles(ctx, "deaf"); err == nil {
		s.Stuck, err = t.Troubles(ctx, "stuck")
	}
	return s, err
}

// Alive reports whether a host was there a moment ago.
func (m Member) Alive(now time.Time) bool { return now.Sub(m.Seen).Abs() < goneTime }

// Sums are sums over all worlds.
type Sums struct {
	Worlds, Stopped, Due, Letters, Behind int
	Lag, Age                              time.Duration // of the oldest deadline that has passed, of the oldest letter
}

// Sums adds them up, in the database.
func (t *Tables) Sums(ctx context.Context) (s Sums, err error) {
	var lag, age float64
	err = t.pool.QueryRow(ctx, `select count(*), count(stopped),
			count(*) filter (where stopped is null and (gist ->> 'deadline')::timestamptz <= weltentor.present()),
			coalesce(sum((gist ->> 'letters')::int) filter (where stopped is null), 0),
			count(*) filter (where not exists (select from weltentor.member m
				where m.rules -> (w.about ->> 'rulebook') = w.about -> 'rules' and m.about ->> 'state' = 'works'
				and weltentor.present() - m.seen < $1)),
			coalesce(extract(epoch from weltentor.present() - min((gist ->> 'deadline')::timestamptz) filter (where
				stopped is null and (gist ->> 'deadline')::timestamptz <= weltentor.present())), 0)::float8,
			coalesce(extract(epoch from weltentor.present() - min((gist ->> 'oldest')::timestamptz) filter (where
				stopped is null and (gist ->> 'letters')::int > 0)), 0)::float8
		from weltentor.world w where about ->> 'rulebook' <> ''`, goneTime).
		Scan(&s.Worlds, &s.Stopped, &s.Due, &s.Letters, &s.Behind, &lag, &age)
	s.Lag, s.Age = time.Duration(lag*float64(time.Second)), time.Duration(age*float64(time.Second))
	return s, err
}
