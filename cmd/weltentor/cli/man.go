package cli

import (
	"github.com/alecthomas/kong"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/manual"
)

// manCmd prints the program's manual page.
type manCmd struct{}

// Run prints the page in the language of the call, from the commands themselves.
func (manCmd) Run(c *call.Call, ctx *kong.Context) error {
	return manual.Page(c.Raw, ctx.Model.Node, call.Release, c.Voice.Book)
}
