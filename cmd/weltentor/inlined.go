package main

import (
	"weltentor/cmd/weltentor/fault"
	"weltentor/cmd/weltentor/terminal"
	"weltentor/cmd/weltentor/texts"
	"weltentor/orders/phrase"
)

// Exit codes; scripts rely on them.
const (
	exitDone    = fault.ExitDone
	exitNo      = fault.ExitNo
	exitUsage   = fault.ExitUsage
	exitMachine = fault.ExitMachine
	exitLater   = fault.ExitLater
)

// complaint is why a command did not do what it was asked, and its exit code.
type complaint = fault.Complaint

// usage complains of what the operator wrote or set up (exit 2).
func usage(code string, args ...phrase.Arg) error { return fault.Usage(code, args...) }

// no complains that the answer is no (exit 1).
func no(code string, args ...phrase.Arg) error { return fault.No(code, args...) }

// later complains of what will pass (exit 75).
func later(code string, cause error, args ...phrase.Arg) error {
	return fault.Later(code, cause, args...)
}

// silent is an answer already given: only the exit code is left to tell.
type silent = fault.Silent

// loadBook reads what the program says.
func loadBook(lang phrase.Lang) *phrase.Book { return texts.Book(lang) }

// oneCell keeps what a player named from breaking a table's lines.
func oneCell(s string) string { return terminal.OneCell(s) }
