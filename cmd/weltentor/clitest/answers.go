package clitest

import "weltentor/orders"

// CheckJSON is the answer of `check --json` about a file, as scripts read it.
type CheckJSON struct {
	File     string        `json:"file"`
	Errors   int           `json:"errors"`
	Warnings int           `json:"warnings"`
	Orders   int           `json:"orders"`
	For      int           `json:"for"`
	Problems []ProblemJSON `json:"problems"`
	More     int           `json:"more"`
}

// ProblemJSON is a problem in such an answer.
type ProblemJSON struct {
	Line     int             `json:"line"`
	Col      int             `json:"col"`
	Severity orders.Severity `json:"severity"`
	Code     string          `json:"code"`
	Text     string          `json:"text"`
}
