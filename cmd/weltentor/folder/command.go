package folder

import (
	"errors"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/fault"
)

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

// Run runs a command: its own part by the function, which gets the world if the command opens one. What is wrong with
// the command's flags is said before that, if it has a Check. Errors of the world's store are put into words.
func Run(c *call.Call, command any, part func(w *Opened) error) error {
	if k, checks := command.(interface{ Check(c *call.Call) error }); checks {
		if err := k.Check(c); err != nil {
			return err
		}
	}
	k, opens := command.(interface {
		Open(c *call.Call) (*Opened, func(), error)
	})
	if !opens {
		return part(nil)
	}
	w, done, err := k.Open(c)
	if err != nil {
		return err
	}
	defer done()
	err = part(w)
	if errors.As(err, new(*fault.Complaint)) || errors.As(err, new(fault.Silent)) {
		return err
	}
	return w.Wrong(err)
}
