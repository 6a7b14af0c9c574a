//go:build fleet

package migrate

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"weltentor/cmd/weltentor/fleet/tables"
)

// put adds what the register knew about a world to its transaction: settings, mailbox and account, why it stands still,
// and the mails that it has not taken.
func (e entered) put(ctx context.Context, tx pgx.Tx, name string, id int64) error {
	var toml []byte
	err := tx.QueryRow(ctx, "select value from weltentor.journal_register where key = $1", "settings/"+name).Scan(&toml)
	if err != nil {
		return fmt.Errorf("the register of the fleet, settings/%s: %w", name, err)
	}
	why, still, err := value[tables.Stopped](ctx, tx, "stopped/"+name)
	if err != nil {
		return err
	}
	stops := &why
	if !still {
		stops = nil
	}
	_, err = tx.Exec(ctx, `update weltentor.world set settings = $2, mailbox = $3, account = $4, about = $5, stopped = $6
		where id = $1`, id, string(toml), e.Mailbox, e.Account, e.About, stops)
	if err != nil || e.Mailbox == "" {
		return err
	}
	taken, _, err := value[int64](ctx, tx, "taken/"+name+"/"+e.Mailbox)
	if err != nil {
		return err
	}
	all, err := rowsOf(ctx, tx, e.Mailbox)
	if err != nil {
		return err
	}
	for _, r := range untaken(all, name, taken) {
		if _, err := tx.Exec(ctx, `insert into weltentor.mailrow (mailbox, validity, uid, sum, world, before, listed)
			values ($1, $2, $3, $4, $5, coalesce($6, '-infinity'::timestamptz), $7)`, r.mailbox, int64(r.Validity),
			int64(r.UID), r.Sum, id, r.before, r.listed); err != nil {
			return err
		}
	}
	return nil
}

// rest carries over what the register knew beside its worlds: up to when mailboxes were listed, how many letters have
// left in an hour, and which hosts are to take no work.
func rest(ctx context.Context, tx pgx.Tx) error {
	worlds, _, err := values[entered](ctx, tx, "world/")
	if err != nil {
		return err
	}
	mailboxes := map[string]bool{}
	for _, e := range worlds {
		if e.Mailbox != "" {
			mailboxes[e.Mailbox] = true
		}
	}
	for _, mailbox := range slices.Sorted(maps.Keys(mailboxes)) {
		if err := bar(ctx, tx, mailbox); err != nil {
			return err
		}
	}
	counts, _, err := values[sent](ctx, tx, "account/")
	if err != nil {
		return err
	}
	for account, s := range counts {
		if _, err := tx.Exec(ctx, "insert into weltentor.sent (account, hour, n) values ($1, $2, $3) on conflict do nothing",
			account, s.Hour, s.Count); err != nil {
			return err
		}
	}
	aside, _, err := values[bool](ctx, tx, "drain/")
	for host, is := range aside {
		if is && err == nil {
			_, err = tx.Exec(ctx, `insert into weltentor.member (host, seen, aside) values ($1, '-infinity', true)
				on conflict do nothing`, host)
		}
	}
	return err
}

// bar carries over the last barrier of a mailbox.
func bar(ctx context.Context, tx pgx.Tx, mailbox string) error {
	all, err := rowsOf(ctx, tx, mailbox)
	if err != nil {
		return err
	}
	var at time.Time
	besides := []string{}
	for _, r := range all {
		if !r.Barrier.IsZero() {
			at, besides = r.Barrier, append([]string{}, strings.Fields(r.Except)...)
		}
	}
	if at.IsZero() {
		return nil
	}
	_, err = tx.Exec(ctx, "insert into weltentor.barrier (mailbox, at, besides) values ($1, $2, $3) on conflict do nothing",
		mailbox, at, besides)
	return err
}
