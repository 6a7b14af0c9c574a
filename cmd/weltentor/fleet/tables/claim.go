//go:build fleet

package tables

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"
)

// Can is what a host can do now.
type Can struct {
	Rules map[string]int // versions of the rules that it has, by rulebook
	Not   []string       // patterns (POSIX) of worlds that it must leave alone now
	Off   bool           // its clock is wrong: no turns are for it, only what has changed and mail
	Slow  bool           // it takes a world that is slow, and otherwise one that is not
	Turns int            // how many it resolves at once
}

// versions are the rules as parameters of able.
func (c Can) versions() (books []string, versions []int32) {
	books, versions = []string{}, []int32{}
	for book, version := range c.Rules {
		books, versions = append(books, book), append(versions, int32(version))
	}
	return books, versions
}

// free is what a world is that hosts may take in hand: nobody has it, and it goes on. w is the table.
const free = `w.stopped is null
	and not exists (select from weltentor.hold h where h.kind = 'world' and h.name = w.name and h.until > now())`

// able says that this host can serve it now: $2 are the patterns of those that it must leave alone, $3 and $4 rulebooks
// and the versions of their rules that it has.
const able = `not exists (select from unnest($2::text[]) p(p) where w.name ~ p)
	and exists (select from unnest($3::text[], $4::int[]) r(book, version)
		where w.about ->> 'rulebook' = book and w.about -> 'rules' = to_jsonb(version))`

// candidates is how many worlds a claim looks at: as many hosts can claim at one moment.
const candidates = 32

// Claim takes a world in hand that has something to do: it has changed, mail is there for it, or its time has come and
// all mail up to then was listed. Those that have waited longest come first. It is nil if there is none. A row that
// another claim has changed meanwhile is passed over (xmin): the look at what is due was too early for it.
func (t *Tables) Claim(ctx context.Context, can Can) (*World, *Grip, error) {
	books, versions := can.versions()
	return t.claim(ctx, `with due as materialized (
			(select w.id, w.next_due as since, w.xmin::text as seen
				from weltentor.world w left join weltentor.barrier b on b.mailbox = w.mailbox
				where w.next_due <= weltentor.present()
				and (w.next_due = '-infinity' or not $6 and (w.mailbox = '' or
					b.at >= w.next_due and b.at <= weltentor.present() and not w.name = any (b.besides)))
				and `+free+` and `+able+` and w.gist @> '{"slow": true}' = $7
				order by w.next_due limit $5)
			union all
			(select m.world, min(m.listed), min(w.xmin::text) from weltentor.mailrow m join weltentor.world w on w.id = m.world
				where m.taken is null and w.mailbox = m.mailbox and `+free+` and `+able+` and w.gist @> '{"slow": true}' = $7
				group by m.world limit $5)),
		one as (select w.id, w.name from weltentor.world w join due on due.id = w.id and due.seen = w.xmin::text
			order by due.since limit 1 for no key update of w skip locked),`,
		can.Not, books, versions, candidates, can.Off, can.Slow)
}

// claim takes the world in hand that a query calls one, nil if there is none. The first parameter is the name of the
// hold, and the last one how long it lasts. If somebody else was quicker, it looks again: there may be others.
func (t *Tables) claim(ctx context.Context, one string, args ...any) (*World, *Grip, error) {
	for {
		g, mine := t.grip(OfWorld, ""), false
		rows, err := t.pool.Query(ctx, one+fmt.Sprintf(`
			mine as (insert into weltentor.hold (kind, name, by, until) select 'world', name, $1, now() + $%d from one
				on conflict (kind, name) do update set by = excluded.by, until = excluded.until where hold.until <= now()
				returning name)
			select `+columns+`, exists (select from mine) from weltentor.world w join one on one.id = w.id`, len(args)+2),
			slices.Concat([]any{g.by}, args, []any{holdTime})...)
		if err != nil {
			return nil, nil, err
		}
		w, err := pgx.CollectExactlyOneRow(rows, func(row pgx.CollectableRow) (*World, error) { return worldOf(row, &mine) })
		if is, err := none(err); !is {
			return nil, nil, err
		}
		if g.Name = w.Name; mine {
			return w, g, nil
		}
	}
}

// mayLeave says that a letter of a world may leave now. Letters give way to a rush of turns, for half a minute each: then
// more turns have been due for no longer than that than this host resolves at once ($5).
const mayLeave = `w.letter_due <= weltentor.present() - case when (select count(*) from (select from weltentor.world w
		where w.next_due between weltentor.present() - interval '30 s' and weltentor.present() and ` + free + ` and ` + able + `
		limit $5 + 1) due) > $5 then interval '30 s' else interval '0 s' end`

// ClaimAccount takes an account in hand of which a letter may leave; nil: there is none.
func (t *Tables) ClaimAccount(ctx context.Context, accounts []string, can Can) (*Grip, error) {
	books, versions := can.versions()
	for {
		g, mine := t.grip(OfAccount, ""), false
		err := t.pool.QueryRow(ctx, `with one as (select a from unnest($6::text[]) a
				where exists (select from weltentor.world w where w.account = a and `+mayLeave+` and `+free+`)
				and not exists (select from weltentor.hold h where h.kind = 'account' and h.name = a and h.until > now())
				limit 1),
			mine as (insert into weltentor.hold (kind, name, by, until) select 'account', a, $1, now() + $7 from one
				on conflict (kind, name) do update set by = excluded.by, until = excluded.until where hold.until <= now()
				returning name)
			select a, exists (select from mine) from one`, g.by, can.Not, books, versions, can.Turns, accounts, holdTime).
			Scan(&g.Name, &mine)
		if is, err := none(err); !is {
			return nil, err
		}
		if mine {
			return g, nil
		}
	}
}

// ClaimLetters takes the world of an account in hand whose letters have waited longest and may leave; nil: none.
func (t *Tables) ClaimLetters(ctx context.Context, account string, can Can) (*World, *Grip, error) {
	books, versions := can.versions()
	return t.claim(ctx, `with one as (select w.id, w.name from weltentor.world w
			where w.account = $6 and `+mayLeave+` and `+free+`
			order by w.gist ->> 'oldest' limit 1 for update of w skip locked),`, can.Not, books, versions, can.Turns, account)
}

// Plan is what a host writes when it leaves a world.
type Plan struct {
	Row     string // of the world that the plan is for: if anything of it has changed since, a host looks again
	Next    time.Time
	Letters time.Time
	Gist    Gist
	Rest    time.Duration // hosts leave it alone for so long
}

// Plan writes when there is something to do in a world, and gives it back. Hosts that sleep are woken if that is soon.
func (t *Tables) Plan(ctx context.Context, w *World, g *Grip, p Plan) error {
	batch := &pgx.Batch{}
	batch.Queue(`update weltentor.world set next_due = $3, letter_due = $4, gist = $5 where id = $1 and xmin::text = $2`,
		w.ID, p.Row, at(p.Next), at(p.Letters), p.Gist)
	if p.Rest > 0 {
		batch.Queue("update weltentor.hold set by = '', until = now() + $3 where kind = 'world' and name = $1 and by = $2",
			w.Name, g.by, p.Rest)
	} else {
		batch.Queue("delete from weltentor.hold where kind = 'world' and name = $1 and by = $2", w.Name, g.by)
		batch.Queue(`select pg_notify($2, '') from weltentor.world w where id = $1 and
			least(next_due, letter_due) <= weltentor.present() + interval '1 minute'`, w.ID, channel)
	}
	return t.pool.SendBatch(ctx, batch).Close()
}

// Sleep is how long nothing is to be done for hosts, as far as is known. Mail and commands wake them before.
func (t *Tables) Sleep(ctx context.Context) (long time.Duration, err error) {
	var wait *time.Duration
	err = t.pool.QueryRow(ctx, `select least(
		(select min(next_due) from weltentor.world where next_due > weltentor.present()) - weltentor.present(),
		(select min(letter_due) from weltentor.world where letter_due > weltentor.present()) - weltentor.present(),
		(select min(letter_due) from weltentor.world where letter_due between weltentor.present() - interval '30 s' and
			weltentor.present()) + interval '30 s' - weltentor.present(),
		(select min(until) from weltentor.hold where until > now() and not starts_with(by, $1)) - now())`, t.by).Scan(&wait)
	if err != nil || wait == nil {
		return mostSleep, err
	}
	return min(max(*wait, 0), mostSleep), nil
}

// mostSleep is how long hosts sleep at most.
const mostSleep = 30 * time.Second
