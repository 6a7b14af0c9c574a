// Package mailer holds the packages that bring letters in and out, and the tests of all of them together on servers of
// their own. None of them imports anything else of this project, or knows a game. Which text of a letter are the orders
// is decided by a scorer that is handed in. Every tolerance of other programs' mistakes is marked QUIRK, with what was
// seen.
//
//	imap      a mailbox is polled, its mark renewed     smtp      a letter is written and sent
//	incoming  what a letter that came says              proof     whether a letter is its sender's
//	mime      how letters are built: header, parts, charsets, transfer encodings
//	wire      a connection to a server, and what its trouble means
package mailer
