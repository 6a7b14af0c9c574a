package fleet

import (
	"fmt"
	"runtime/debug"
	"time"
)

// Trouble is something that a person must look after: a mailbox that no host can read, or mail that a world cannot take.
type Trouble struct {
	Since time.Time `json:"since"`
	Why   string    `json:"why"`            // what the first host said
	Told  bool      `json:"told,omitempty"` // a letter of the fleet has told a person
}

// Astray counts the mails of a mailbox that are for no world and that the operator has not been told of.
type Astray struct {
	Since time.Time `json:"since,omitzero"` // when the first of them came
	Mails int       `json:"mails"`
	Told  time.Time `json:"told,omitzero"` // when the last letter about such mails left
}

// Stumbled is a fault of the program while it worked on one world or mailbox. The host goes on with the others.
type Stumbled struct{ What, Stack string }

// Error names what panicked.
func (s *Stumbled) Error() string { return "a fault of the program: " + s.What }

// Catches turns a panic into a Stumbled.
func Catches(err *error) {
	if r := recover(); r != nil {
		*err = &Stumbled{fmt.Sprint(r), string(debug.Stack())}
	}
}
