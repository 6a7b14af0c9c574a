package fleet

import (
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
	"weltentor/resolve/store/disk"
	"weltentor/resolve/store/faults"
)

// Invocation is one run of a command on a world of the fleet. Each of its changes has its key, so the world shows
// whether the run counts, see store.Store.Invoked. The key depends on the arguments, so another command has another key.
//
// Before its first change a host writes the invocation into a file. It strikes it out once the outcome was told. The
// outcome of what is left there is unknown: the database's answer was lost, or the process was killed.
type Invocation struct {
	Key     string    `json:"key"`
	Of      string    `json:"of"`      // sum of the arguments
	Command string    `json:"command"` // such as "realm add"
	At      time.Time `json:"at"`      // by the database's clock

	dir      string
	repeated bool // an earlier run of the same key may still count
	begun    bool // it is in the file
}

// Before is what is known of a command before it runs.
type Before int

// The values of Before.
const (
	Fresh   Before = iota // nothing
	Again                 // the same arguments were run, nobody was told the outcome, and so far the run does not count
	Known                 // it is repeated by its key, and the earlier run counts
	Doubted               // the same arguments were run, the run counts, and nobody was told
)

// ErrKey says that the key does not belong to these arguments.
var ErrKey = errors.New("the key is of another command")

// resuming are the commands that can be run again: they keep what they have done, and go on from there.
var resuming = []string{"realm import", "realm forget", "restore"}

// Invoke returns the invocation of a command on a world in hand. With a key it is the one to repeat. Without one it is
// an earlier run of the same arguments whose outcome nobody was told, or else a new one. The command must not be run
// if Before is Known or Doubted.
func Invoke(s Stay, command string, args []string, again string) (i Invocation, b Before, err error) {
	i = Invocation{Of: sumOfArgs(args), Command: command, At: s.Now, dir: s.Unanswered}
	left, err := unanswered(i.dir)
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
	st, err := store.OpenOn(s.Engine, s.Dir, func(*store.Tx) error { return nil })
	counts := false
	if err == nil {
		counts, err = st.Invoked(i.Key)
	}
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

// Anew returns a new invocation of the same arguments, with a key of its own. The old one is struck out.
func (i Invocation) Anew() Invocation {
	if i.repeated {
		_ = i.strike() // if this fails, somebody is asked once more
	}
	i.repeated, i.Key = false, keyOf(rand.Text()[:8], i.Of)
	return i
}

// keyOf makes a key of 12 letters and digits: 8 are random, and 4 are a checksum of these and the arguments.
func keyOf(drawn, of string) string {
	sum := sha256.Sum256([]byte(drawn + " " + of))
	check := base32.StdEncoding.EncodeToString(sum[:5])
	return drawn[:4] + "-" + drawn[4:] + "-" + check[:4]
}

// fits reports whether the key belongs to these arguments.
func (i Invocation) fits() bool {
	drawn := strings.ReplaceAll(i.Key, "-", "")
	return len(drawn) == 12 && i.Key == keyOf(drawn[:8], i.Of)
}

func sumOfArgs(args []string) string {
	sum := sha256.Sum256(store.MustJSON(args))
	return fmt.Sprintf("%x", sum[:16])
}

// Signs makes the changes of a store those of the invocation.
func (i *Invocation) Signs(st *store.Store) { st.Signs(i.Key, i.begin) }

// Done strikes the invocation out once its outcome, an error or none, is told. It stays in the file while the outcome
// is unknown.
func (i *Invocation) Done(err error) error {
	switch {
	case errors.Is(err, faults.ErrUnconfirmed), !i.begun && !i.repeated,
		err != nil && i.repeated: // the earlier run may still count later
		return nil
	}
	return i.strike()
}

// unansweredName is the file of a world.
const unansweredName = "unanswered"

// mostUnanswered is how many invocations the file keeps.
const mostUnanswered = 100

// unanswered reads the invocations in that file.
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

// begin writes the invocation into the file.
func (i *Invocation) begin() error {
	if i.begun {
		return nil
	}
	err := i.list(true)
	i.begun = err == nil
	return err
}

// strike takes it out of the file.
func (i *Invocation) strike() error { return i.list(false) }

// list makes the file have the invocation, as its last one, or not have it.
func (i *Invocation) list(is bool) error {
	list, err := unanswered(i.dir)
	if err == nil {
		err = os.MkdirAll(i.dir, 0o700)
	}
	if err != nil {
		return err
	}
	list = slices.DeleteFunc(list, func(was Invocation) bool { return was.Key == i.Key })
	if is {
		list = append(list, *i)
		list = list[max(0, len(list)-mostUnanswered):]
	}
	return disk.PutBeside(i.dir, unansweredName, store.MustJSON(list))
}
