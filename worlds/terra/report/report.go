// Package report writes what a nation is told of a mail phase (Telling), and report 0 (Welcome), with map, legend,
// template and standings. It shows what package sight and the events give the nation, and no more (law 6).
//
// An account says what there is to tell a nation. Four writers put it into a form: whole, short (which alone asks what
// was shown before), data, and the digest of the mail. Sentences that two of them have are rows. What whole and short
// write alike is a function over a text and the account.
package report

import (
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terra/realm"
)

// Telling tells the nations about a mail phase.
func Telling(o *Phase) rulekit.Reporter {
	return rulekit.Telling[*account]{Turn: o.Before.State.Turn, Title: Title(o.After),
		Reader:  func(n int) *rulekit.Reader { return reader(o.After, n) },
		Account: func(r *rulekit.Reader) *account { return o.account(r.Realm()) },
		Whole:   writeWhole, Short: writeShort, Data: writeData, Digest: digest, Files: o.Turn.Enclosed}
}

// Welcome tells a realm that has just joined where it is and what it has.
func Welcome(at realm.Position) rulekit.Reporter {
	return rulekit.Telling[*account]{Turn: at.State.Turn - 1, Title: Title(at),
		Reader:  func(n int) *rulekit.Reader { return reader(at, n) },
		Account: func(r *rulekit.Reader) *account { return accountOf(at, r.Realm()) },
		Whole:   writeWelcome, Short: writeShortWelcome, Data: welcomeData, Body: greet}
}
