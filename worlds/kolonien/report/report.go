// Package report writes what a realm is told of a year (Telling), and report 0 (Welcome), with map, legend and
// template. It shows what package sight and the events give the realm, and no more (law 6).
//
// An account says what there is to tell a realm. Four writers put it into a form: whole, short (which alone asks what
// was shown before), data, and the digest of the mail. Sentences that two of them have are rows. What whole and short
// write alike is a function over a text and the account.
package report

import (
	"weltentor/worlds/kolonien/realm"
	"weltentor/worlds/rulekit"
)

// Telling tells the realms about a year.
func Telling(y *Year) rulekit.Reporter {
	return rulekit.Telling[*account]{Turn: y.Before.State.Turn, Title: Title(y.After),
		Reader:  func(n int) *rulekit.Reader { return reader(y.After, n) },
		Account: func(r *rulekit.Reader) *account { return y.account(r.Realm()) },
		Whole:   writeWhole, Short: writeShort, Data: writeData, Digest: digest}
}

// Welcome tells a realm that has just joined where it is and what it has.
func Welcome(at realm.Position) rulekit.Reporter {
	return rulekit.Telling[*account]{Turn: at.State.Turn - 1, Title: Title(at),
		Reader:  func(n int) *rulekit.Reader { return reader(at, n) },
		Account: func(r *rulekit.Reader) *account { return accountOf(at, r.Realm()) },
		Whole:   writeWelcome, Short: writeShortWelcome, Data: welcomeData, Body: greet}
}
