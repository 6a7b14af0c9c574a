package correspondence

import (
	"time"

	"weltentor/orders/phrase"
	"weltentor/resolve/receipt"
)

// Received is a letter as the store keeps it.
type Received struct {
	UIDValidity uint32          `json:"uidvalidity,omitempty"`
	UID         uint32          `json:"uid,omitempty"`
	MessageID   string          `json:"message_id,omitempty"`
	From        string          `json:"from,omitempty"`
	Subject     string          `json:"subject,omitempty"`
	Part        string          `json:"part,omitempty"`
	Charset     string          `json:"charset,omitempty"`
	Machine     string          `json:"machine,omitempty"`
	Proven      string          `json:"proven,omitempty"` // the domain whose signature proves the sender
	Notes       []phrase.Phrase `json:"notes,omitempty"`
	Arrived     time.Time       `json:"arrived"`
	Stored      time.Time       `json:"stored"`
	Fate        receipt.Fate    `json:"fate"`
	Reason      string          `json:"reason,omitempty"`
	Realm       int             `json:"realm,omitempty"`
	Turn        int             `json:"turn,omitempty"`
	Text        string          `json:"text,omitempty"`
}

// Traits are what identifies a letter, besides its text.
type Traits struct {
	UIDValidity, UID uint32
	MessageID        string
}

// Traits returns the letter's traits.
func (l Received) Traits() Traits { return Traits{l.UIDValidity, l.UID, l.MessageID} }

// Bare returns what is kept of a letter whose content is erased: what became of it and when it came. If it comes
// again, it is recognized by its hash.
func (l Received) Bare() Received {
	return Received{UIDValidity: l.UIDValidity, UID: l.UID, Arrived: l.Arrived, Stored: l.Stored, Fate: l.Fate,
		Reason: l.Reason, Realm: l.Realm, Turn: l.Turn}
}

// IsBare reports whether nothing more than that is left.
func (l Received) IsBare() bool {
	return l.From == "" && l.MessageID == "" && l.Text == "" && l.Subject == ""
}
