package fleet

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"weltentor/resolve/store"
)

// Invocation is one run of a command on a world of the fleet. Its key is in each of its changes, so that the journal
// tells whether it counts, see store.Invoked; and its key is of its arguments, so that another command has another.
//
// Before its first change a host writes it down beside its copy of the world, and strikes it out when its outcome has
// been told. What is left there nobody knows of: the journal's answer was lost, or the process was killed.
type Invocation struct {
	Key     string    `json:"key"`
	Of      string    `json:"of"`      // sum of the arguments
	Command string    `json:"command"` // such as "realm add"
	At      time.Time `json:"at"`      // by the engine's clock

	dir      string
	repeated bool // an earlier run of the same key may still count
	begun    bool // it is written down
}

// Before is what is known of a command before it runs.
type Before int

// What that can be.
const (
	Fresh   Before = iota // nothing
	Again                 // the same arguments were run, nobody was told the outcome, and so far they do not count
	Known                 // it is to be repeated by a key that counts
	Doubted               // the same arguments count, and nobody was told
)

// ErrKey is of a key that is not one of these arguments.
var ErrKey = errors.New("the key is of another command")

// resuming are the commands that leave what they have done as it is, and go on from there.
var resuming = []string{"realm import", "realm forget", "restore"}

// Invoke is the invocation of a command on a world in hand: the one that is to be repeated by its key; otherwise the one
// with the same arguments whose outcome nobody was told, if there is one; otherwise a new one. Known and Doubted are
// not to be run.
func Invoke(s Stay, command string, args []string, again string) (i Invocation, b Before, err error) {
	i = Invocation{Of: sumOfArgs(args), Command: command, At: s.Now, dir: s.Dir}
	left, err := unanswered(s.Dir)
	if err != nil {
		return i, Fresh, err
	}
	if again = strings.ToUpper(again); again != "" {
		if i.Key, i.repeated = again, true; !i.fits() {
			return i, Fresh, ErrKey
		}
	}
	for _, was := range left {
		if again == "" && was.Of == i.Of || again != "" && was.Key == again {
			i.Key, i.At, i.repeated = was.Key, was.At, true
		}
	}
	if !i.repeated {
		return i.Anew(), Fresh, nil
	}
	if slices.Contains(resuming, command) {
		return i, Fresh, nil
	}
	counts, err := store.Invoked(s.Dir, i.Key)
	switch {
	case err != nil:
		return i, Fresh, err
	case counts && again != "":
		return i, Known, i.strike()
	case counts:
		return i, Doubted, nil
	}
	return i, Again, nil
}

// Anew is the same once more, with a key of its own. The former one is not asked about any more.
func (i Invocation) Anew() Invocation {
	if i.repeated {
		_ = i.strike() // otherwise somebody is asked once more
	}
	i.repeated, i.Key = false, keyOf(rand.Text()[:8], i.Of)
	return i
}

// Keys are of 12 letters and digits: 8 are drawn, 4 are a sum of these and the arguments.
func keyOf(drawn, of string) string {
	sum := sha256.Sum256([]byte(drawn + " " + of))
	check := base32.StdEncoding.EncodeToString(sum[:5])
	return drawn[:4] + "-" + drawn[4:] + "-" + check[:4]
}

// fits tells whether the key is one of these arguments.
func (i Invocation) fits() bool {
	drawn := strings.ReplaceAll(i.Key, "-", "")
	return len(drawn) == 12 && i.Key == keyOf(drawn[:8], i.Of)
}

func sumOfArgs(args []string) string {
	sum := sha256.Sum256(store.MustJSON(args))
	return fmt.Sprintf("%x", sum[:16])
}

// askingTime is how long a command asks what became of its change.
const askingTime = time.Minute

// On has the changes of a link be those of the invocation. The asking what became of them ends with a context.
func (i *Invocation) On(l *store.Link, asking context.Context) {
	l.Key, l.Begins, l.Patience, l.Asking = i.Key, i.begin, askingTime, asking
}

// Done strikes the invocation out when its outcome is told with an error, or none: unless nobody knows.
func (i *Invocation) Done(err error) error {
	switch {
	case errors.Is(err, store.ErrUnconfirmed), errors.Is(err, store.ErrDraft), !i.begun && !i.repeated,
		err != nil && i.repeated: // the earlier run may still come
		return nil
	}
	return i.strike()
}

// unansweredName is the file beside a host's copy of a world.
const unansweredName = "unanswered"

// mostUnanswered is how many are in it.
const mostUnanswered = 100

// unanswered are the invocations that are written down there.
func unanswered(dir string) (list []Invocation, err error) {
	raw, err := os.ReadFile(filepath.Join(dir, unansweredName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil {
		err = json.Unmarshal(raw, &list)
	}
	if err != nil {
		return nil, fmt.Errorf("the commands without an answer: %w", err)
	}
	return list, nil
}

// begin writes the invocation down.
func (i *Invocation) begin() error {
	if i.begun {
		return nil
	}
	err := i.change(func(list []Invocation) []Invocation {
		list = append(list, *i)
		return list[max(0, len(list)-mostUnanswered):]
	})
	i.begun = err == nil
	return err
}

// strike takes it out.
func (i *Invocation) strike() error {
	return i.change(func(list []Invocation) []Invocation { return list })
}

// change replaces the list, from which the invocation is missing.
func (i *Invocation) change(f func([]Invocation) []Invocation) error {
	list, err := unanswered(i.dir)
	if err != nil {
		return err
	}
	list = f(slices.DeleteFunc(list, func(was Invocation) bool { return was.Key == i.Key }))
	return store.PutBeside(i.dir, unansweredName, store.MustJSON(list))
}
