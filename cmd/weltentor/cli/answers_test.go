package cli_test

import "weltentor/resolve/chronicle"

// verifyJSON is the answer of `verify --json`, as scripts read it.
type verifyJSON struct {
	chronicle.Verification
	Cure string `json:"cure"`
}
