// Package report writes what a realm is told of a week (Telling), and report 0 (Welcome), with map, legend and
// template. It shows what the realm sees and what events tell it, and no more (law 6).
//
// An account says what there is to tell a realm. Four writers put it into a form: whole, short (which alone asks what
// was shown before), data, and the digest of the mail. Sentences that two of them have are rows. What whole and short
// write alike is a function over a text and the account.
package report

import (
	"weltentor/worlds/rulekit"
	"weltentor/worlds/terramagica/realm"
)

// Telling tells the realms about a week.
func Telling(o *Week) rulekit.Reporter {
	return rulekit.Telling[*account]{Turn: o.Turn.Number, Title: Title(o.After),
		Reader:  func(n int) *rulekit.Reader { return reader(o.After, n) },
		Account: func(r *rulekit.Reader) *account { return o.account(r.Realm()) },
		Whole:   writeWhole, Short: writeShort, Data: writeData, Digest: digest}
}

// Welcome is report 0: what a realm begins with. As data it is without the legend, whose numbers are in the world's tables.
func Welcome(at realm.Position) rulekit.Reporter {
	return rulekit.Telling[*account]{Turn: at.State.Turn - 1, Title: Title(at),
		Reader:  func(n int) *rulekit.Reader { return reader(at, n) },
		Account: func(r *rulekit.Reader) *account { return accountOf(at, r.Realm()) },
		Whole:   writeWelcome, Short: writeShortWelcome, Data: welcomeData, Body: greet}
}
