// Package letter reads what a letter brings and asks for: its text goes in, orders, words and wishes come out, without
// a look at the store. Intake calls it, and so does the command line before a letter is taken.
package letter

import (
	"time"

	"weltentor/orders"
	"weltentor/orders/phrase"
	"weltentor/resolve/roster"
	"weltentor/worlds/game"
)

// Proof is what a letter's signatures say about who sent it, as somebody found
// out who is to be trusted: our own mail server, or we ourselves.
type Proof struct {
	Domain string     // of the signature that proves From; "" if none does
	Marks  [][32]byte // of all signatures of that domain: each is good for one letter, whoever sends it again
	Why    string     // if none does: the code of the reason, in Words under proof
	Signer string     // in Why `unaligned`: who signed
	Later  bool       // it could not be found out now, but perhaps later
}

// Bounce is what a delivery report says of a letter that did not arrive. Nobody
// vouches for it: what it can do is bounded by that only who has seen a letter
// knows its Message-ID, half of which is a keyed hash, and that no later letter
// is stopped by it.
type Bounce struct {
	IDs     []string // message ids that may be ours, the likeliest first, with <>
	To      string   // the address that was not reached; "" if it is not told
	Words   string   // the server's
	Delayed bool     // it is still being tried
}

// Letter is a mail that came in, as the mailer read it.
type Letter struct {
	Hash                  [32]byte // SHA-256 of the raw bytes: what makes it the same letter
	UIDValidity, UID      uint32
	MessageID, References string
	From, Subject         string         // From: the bare address
	FromName              string         // as the sender's program calls him
	Text                  string         // the order text, UTF-8, password line included
	Beside                string         // what the sender wrote himself, where Text stood elsewhere
	Lines                 *orders.Memory // how its lines were read already; nil: nobody has
	Sender                roster.Sender  // what was known of From before; nothing if nobody has asked
	Footer                string         // its signatures, and what programs write below them
	Quoted                string         // what it quotes of an earlier letter, as far as it was kept
	// a form of ours that it quotes, from the line FormMark knows on; "" if there is none
	Filled        string
	Part, Charset string // where the text stood and how it was written
	Others        bool   // it stood in a forwarded letter, or in what this one quotes
	Notes         []phrase.Phrase
	Files         []game.File // attachments that are not the orders
	MayAnswer     bool        // From may be answered; else only the registered address
	Machine       string      // why it is a machine's mail; "" if it is not
	Marked        string      // a mark of machines that people's mail may have, too; "" if it has none
	Automatic     bool        // it may be a program's answer: what it brings back is nobody's yes
	Absence       bool        // nothing but its subject says so
	Proof         Proof       // of From; looked at where the world asks for one
	Bounce        *Bounce     // what it says of a letter that did not arrive; nil of all other mails
	Arrived       time.Time

	Studied *Studied // nil: not yet
}
