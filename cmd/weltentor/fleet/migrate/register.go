//go:build fleet

package migrate

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"weltentor/cmd/weltentor/fleet/tables"
)

// entered is what the register has about a world.
type entered struct {
	Mailbox string `json:"mailbox"`
	Account string `json:"account"`
	tables.About
}

// row is an entry of a mailbox's log: a mail, or a barrier.
type row struct {
	Validity uint32    `json:"v"`
	UID      uint32    `json:"u"`
	Sum      string    `json:"h"`
	World    string    `json:"w"`
	Barrier  time.Time `json:"b"`
	Except   string    `json:"x"` // worlds for which the barrier says nothing, with spaces between

	mailbox string
	number  int64
	listed  time.Time
	before  *time.Time // the last barrier before it that counts for its world; nil: there is none
}

// sent counts an account's letters within one hour.
type sent struct {
	Hour  time.Time `json:"hour"`
	Count int       `json:"count"`
}

// values reads the values of the register whose keys begin with a prefix, by the rest of the key. torn has those that
// cannot be read.
func values[V any](ctx context.Context, db interface {
	Query(context.Context, string, ...any) (pgx.Rows, error)
}, prefix string) (all map[string]V, torn map[string]error, err error) {
	rows, err := db.Query(ctx, `select key, value from weltentor.journal_register where starts_with(key, $1)`, prefix)
	if err != nil {
		return nil, nil, err
	}
	all, torn = map[string]V{}, map[string]error{}
	var key string
	var raw []byte
	_, err = pgx.ForEachRow(rows, []any{&key, &raw}, func() error {
		var v V
		name := strings.TrimPrefix(key, prefix)
		if err := json.Unmarshal(raw, &v); err != nil {
			torn[name] = fmt.Errorf("the register of the fleet, %s: it is damaged: %w", key, err)
			return nil
		}
		all[name] = v
		return nil
	})
	return all, torn, err
}

// value reads one value of the register; is is false if there is none.
func value[V any](ctx context.Context, tx pgx.Tx, key string) (v V, is bool, err error) {
	all, torn, err := values[V](ctx, tx, key)
	if err == nil {
		err = torn[""]
	}
	v, is = all[""]
	return v, is, err
}

// rowsOf reads the log of a mailbox, in order.
func rowsOf(ctx context.Context, tx pgx.Tx, mailbox string) (all []row, err error) {
	rows, err := tx.Query(ctx, "select number, at, head from weltentor.journal_entries where log = $1 order by number",
		"mail/"+mailbox)
	if err != nil {
		return nil, err
	}
	var number int64
	var at time.Time
	var head []byte
	_, err = pgx.ForEachRow(rows, []any{&number, &at, &head}, func() error {
		r := row{mailbox: mailbox, number: number, listed: at}
		if err := json.Unmarshal(head, &r); err != nil {
			return fmt.Errorf("mail/%s, entry %d: it is damaged: %w", mailbox, number, err)
		}
		all = append(all, r)
		return nil
	})
	return all, err
}

// untaken are the mails that were listed for a world and that it has not taken. Of the rows of one mail the last one
// counts.
func untaken(all []row, world string, taken int64) (mails []row) {
	var before *time.Time
	for _, r := range all {
		if !r.Barrier.IsZero() {
			if !slices.Contains(strings.Fields(r.Except), world) {
				before = &r.Barrier
			}
			continue
		}
		mails = slices.DeleteFunc(mails, func(m row) bool { return m.Validity == r.Validity && m.UID == r.UID })
		if r.World == world && r.number > taken {
			r.before = before
			mails = append(mails, r)
		}
	}
	return mails
}
