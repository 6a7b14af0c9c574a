// Package mailer brings letters in and out: IMAP, MIME, charsets, guards, SMTP.
// It knows nothing of games: which text in a letter are the orders is decided
// by a scorer handed in.
package mailer
