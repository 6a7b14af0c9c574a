// Package uids counts with another package's numbers.
package uids

import "github.com/emersion/go-imap/v2"

// Next is the number behind another.
func Next(u imap.UID) imap.UID { return u + 1 }
