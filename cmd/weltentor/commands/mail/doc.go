// Package mail has the commands for a world's mail: they fetch, send, read and check it, enter orders by hand, and
// list, write and answer letters. Each file is a command, or two of one subject. A command parses, calls one function
// of a package below, and says what came of it: what can be reckoned from the world belongs there. Fetching and sending
// is in package mailing.
package mail
