package mailing

import (
	"net/mail"
	"slices"

	"weltentor/mailer/imap"
	"weltentor/mailer/mime"
	"weltentor/orders/phrase"
	"weltentor/resolve/master"
	"weltentor/resolve/turns"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/sorting"
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
func (m *Mailer) HearsMaster() bool { return m.held && len(m.Settings.GM.Mail) > 0 }

// CarryOut does what the game master has confirmed by mail about turns.
func (m *Mailer) CarryOut() error {
	n, err := turns.CarryOut(m.World, m.Call.Now())
	m.carried += n
	return m.Wrong(err)
}

// fromMaster lets a poll take only mails from the game master. All others are left to the worlds beside it, and to the
// time after the hold.
func (m *Mailer) fromMaster(mine imap.Mine) imap.Mine {
	return func(beside []imap.Neighbour, validity uint32, uids []uint32, heads imap.Heads) (out []uint32, err error) {
		err = sorting.EachHead(uids, heads, func(uid uint32, head []byte) {
			h, _, _, err := mime.SplitHeader(head)
			if err == nil && slices.ContainsFunc(mime.Addresses(h, "From"), m.isMaster) {
				out = append(out, uid)
			}
		})
		if slices.Sort(out); err != nil || mine == nil {
			return out, err
		}
		return mine(beside, validity, out, heads)
	}
}

func (m *Mailer) isMaster(a mail.Address) bool { return m.Settings.IsMaster(a.Address) }
