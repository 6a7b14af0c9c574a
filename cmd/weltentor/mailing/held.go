package mailing

import (
	"slices"

	"weltentor/mailer/imap"
	"weltentor/mailer/mime"
	"weltentor/orders/phrase"
	"weltentor/resolve/address"
	"weltentor/resolve/master"
	"weltentor/resolve/turns"

	"net/mail"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
)

// While a turn is held, only the game master is heard, about that turn. All other mails stay in the mailbox.

// Waits returns an error while a turn is held. The store is then told nothing about the mailbox.
func (m *Mailer) Waits() error {
	s, err := master.StatusOf(m.World, m.Call.Now())
	if m.held = err == nil && s.Held != nil; !m.held {
		return m.Wrong(err)
	}
	return fault.Later("turn-held", nil, phrase.Str("dir", m.Settings.Dir), phrase.Num("turn", s.Held.Turn),
		phrase.Str("since", call.When(s.Held.Since, m.Zone())))
}

// HearsMaster reports whether there is a game master to be heard while a turn is held.
func (m *Mailer) HearsMaster() bool { return m.held && m.Settings.GM.Mail != "" }

// CarryOut does what the game master has confirmed by mail about turns.
func (m *Mailer) CarryOut() error {
	n, err := turns.CarryOut(m.World, m.Call.Now())
	m.carried += n
	return m.Wrong(err)
}

// fromMaster chooses, of the mails that a poll would take, those from the game master.
func (m *Mailer) fromMaster(mine imap.Mine) imap.Mine {
	return func(beside []imap.Neighbour, validity uint32, uids []uint32, heads imap.Heads) ([]uint32, error) {
		if mine != nil {
			var err error
			if uids, err = mine(beside, validity, uids, heads); err != nil {
				return nil, err
			}
		}
		found, err := heads(uids)
		return slices.DeleteFunc(slices.Clone(uids), func(uid uint32) bool {
			h, _, _, err := mime.SplitHeader(found[uid])
			return err != nil || !slices.ContainsFunc(mime.Addresses(h, "From"), func(a mail.Address) bool {
				return address.Same(a.Address, m.Settings.GM.Mail)
			})
		}), err
	}
}
