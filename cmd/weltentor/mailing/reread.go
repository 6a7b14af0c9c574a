package mailing

import (
	"cmp"
	"context"
	"crypto/sha256"

	"weltentor/mailer/imap"
	"weltentor/resolve/players"
	"weltentor/resolve/sent"
)

// reread takes in again what a restored backup has lost, see players.Wanted. It looks into the mailbox only if there
// is something to look for.
func (m *Mailer) reread(ctx context.Context, config imap.Config, d *frontDesk) error {
	r := m.World
	want, err := players.Wanted(r, m.Call.Now())
	if err != nil || want.None() {
		return m.Wrong(err)
	}
	m.again = true
	defer func() { m.again = false }()
	var fault error // whose mail it is could not be found out: it is tried again next time
	wanted := func(f imap.Fetched) bool {
		hash := sha256.Sum256(f.Raw)
		known, _, err := sent.Expect(m.World, hash)
		// What is wrong with the store, the letter will tell.
		if err != nil || !want.Has(hash, f.Arrived, known[0]) {
			return false
		}
		others, err := m.OfOthers(f.Raw)
		fault = cmp.Or(fault, err)
		return !others && err == nil
	}
	err = imap.Again(ctx, config, want.Since, wanted, func(f imap.Fetched) imap.Commit {
		d.Prepare([]imap.Fetched{f})
		return func() (imap.Verdict, error) {
			v, err := d.Commit()
			if err != nil || v[0] == imap.Keep { // whether its sender is proven may be known later
				want.Later(sha256.Sum256(f.Raw))
				return imap.Keep, err
			}
			return v[0], err
		}
	})
	if err = cmp.Or(err, fault); err != nil {
		return err
	}
	return m.Wrong(players.Reread(r, want, m.Call.Now()))
}
