package folder

import "weltentor/cmd/weltentor/call"

// Reads is the beginning of a command that looks at a world, see Look.
type Reads struct {
	Dir string `arg:""`
}

// Changes is the beginning of a command that changes a world, see Change.
type Changes struct {
	Dir string `arg:""`
}

// Writes is the beginning of a command that leaves letters in a world's outbox, see Write.
type Writes struct {
	Dir string `arg:""`
}

// Open opens the world for the command.
func (k *Reads) Open(c *call.Call) (*Opened, func(), error) { return Read(c, k.Dir) }

// Open opens the world for the command.
func (k *Changes) Open(c *call.Call) (*Opened, func(), error) { return Change(c, k.Dir) }

// Open opens the world for the command.
func (k *Writes) Open(c *call.Call) (*Opened, func(), error) { return Write(c, k.Dir) }
