//go:build fleet

package tables

import (
	"context"
	"time"
)

// Member is what a host says about itself, every few seconds.
type Member struct {
	Host  string         `json:"-"`
	Seen  time.Time      `json:"at"`
	Rules map[string]int `json:"rules"`
	About Beat           `json:"about"`
	Aside bool           `json:"aside"` // it is to take no work, even if it is started again
}

// Beat is what others need not search for.
type Beat struct {
	Since   time.Time `json:"since"`
	Ahead   float64   `json:"ahead"` // seconds that its own clock is ahead of the database's
	Program string    `json:"program,omitempty"`
	State   string    `json:"state"` // works, waits or ended
}

// States of a host.
const (
	Works = "works"
	Waits = "waits" // it is drained, and there
	Ended = "ended"
)

// Beat says that a host is there. It returns what is known of it, with the database's time: whether it is to take no
// work, and since when another process of that name has worked, if that is not this one.
func (t *Tables) Beat(ctx context.Context, m Member) (aside bool, was Member, err error) {
	if m.Rules == nil {
		m.Rules = map[string]int{}
	}
	var seen *time.Time
	err = t.pool.QueryRow(ctx, `with was as (select seen, about from weltentor.member where host = $1)
		insert into weltentor.member as m (host, seen, rules, about) values ($1, weltentor.present(), $2, $3)
		on conflict (host) do update set seen = excluded.seen, rules = excluded.rules, about = excluded.about
		returning m.aside, (select seen from was), coalesce((select about from was), '{}')`,
		m.Host, m.Rules, m.About).Scan(&aside, &seen, &was.About)
	was.Seen = of(seen)
	return aside, was, err
}

// Members returns all hosts that have ever been there, by name, with the database's time.
func (t *Tables) Members(ctx context.Context) (all map[string]Member, now time.Time, err error) {
	all = map[string]Member{}
	rows, err := t.pool.Query(ctx, "select host, seen, rules, about, aside, weltentor.present() from weltentor.member")
	if err != nil {
		return nil, now, err
	}
	var m Member
	err = eachRow(rows, []any{&m.Host, &m.Seen, &m.Rules, &m.About, &m.Aside, &now}, func() {
		m.Seen = m.Seen.UTC()
		all[m.Host] = m
		m.Rules = nil
	})
	if err == nil && len(all) == 0 {
		now, err = t.Now(ctx)
	}
	return all, now.UTC(), err
}

// Aside makes a host take no work, or take it again. It is false if there is no such host.
func (t *Tables) Aside(ctx context.Context, host string, aside bool) (is bool, err error) {
	tag, err := t.pool.Exec(ctx, "update weltentor.member set aside = $2 where host = $1", host, aside)
	if err == nil {
		err = t.Wake(ctx)
	}
	return tag.RowsAffected() > 0, err
}

// goneTime is how long a host must have been silent to count as gone.
const goneTime = 45 * time.Second

// Raise lets worlds go on by newer rules that this host has, if no host has had theirs for a while. A host that has just
// begun does not know yet who is there.
func (t *Tables) Raise(ctx context.Context, rules map[string]int, since time.Time) error {
	for book, version := range rules {
		_, err := t.pool.Exec(ctx, `update weltentor.world w
			set about = jsonb_set(about, '{rules}', to_jsonb($2::int)), next_due = '-infinity'
			where about ->> 'rulebook' = $1 and jsonb_typeof(about -> 'rules') = 'number'
			and about -> 'rules' < to_jsonb($2::int) and weltentor.present() - $3 > $4
			and not exists (select from weltentor.member m where m.rules -> $1 = w.about -> 'rules'
				and weltentor.present() - m.seen < $4 and m.about ->> 'state' = 'works')`, book, version, since, goneTime)
		if err != nil {
			return err
		}
	}
	return nil
}
