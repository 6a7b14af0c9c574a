package folder

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/settings"
	"weltentor/orders/phrase"
	"weltentor/resolve/store/disk"
)

// Stuck is a process that keeps all others out of a world, and will probably never end: it is stopped, or it hangs.
type Stuck struct {
	PID   string    `json:"process"`        // "?": unknown
	Since time.Time `json:"since"`          // when it took the lock, or was first met
	Named time.Time `json:"named,omitzero"` // when cron last named it
	path  string    // what it holds
}

// StuckIn returns the process that is stuck in a world, or nil. Whoever has the lock is stuck if that is older than two
// calls may take, or was taken before a deadline that has been over for longer than one call may take. deadline may
// return zero. A lock is as old as the machine's clock says, whatever time the call is given.
func StuckIn(c *call.Call, s *settings.Settings, deadline func() time.Time) *Stuck {
	limit, _ := time.ParseDuration(s.Limit)
	taken := disk.Taken(s.Dir)
	age := time.Since(taken)
	if taken.IsZero() || age <= limit {
		return nil
	}
	since, end := c.Now().Add(-age), deadline()
	missed := since.Before(end) && c.Now().Sub(end) > limit
	if !missed && age <= 2*limit || !disk.Held(s.Dir) {
		return nil
	}
	path := filepath.Join(s.Dir, disk.LockName)
	return &Stuck{PID: disk.Holder(path), Since: since, path: path}
}

// Stuck is StuckIn for a world that is open. A world of a fleet has no lock.
func (w *Opened) Stuck(deadline time.Time) *Stuck {
	if w.Call.Linked != nil {
		return nil
	}
	return StuckIn(w.Call, w.Settings, func() time.Time { return deadline })
}

// quiet is how long nobody works on a world before a person should look: cron comes every few minutes.
const quiet = 2 * time.Hour

// Idle returns since when no command has worked on a world with mail, if that is long: neither cron nor a person. Otherwise
// it is zero, and also in a fleet.
func (w *Opened) Idle() (since time.Time) {
	taken := disk.Taken(w.Settings.Dir)
	if age := time.Since(taken); w.Call.Linked == nil && w.Settings.Address != "" && !taken.IsZero() && age > quiet {
		since = w.Call.Now().Add(-age)
	}
	return since
}

// KeptOut is StuckIn for a call that got an ErrLocked. A process that has the store and not the lock is as old as the
// first call that met it, which is noted beside the store.
func KeptOut(c *call.Call, s *settings.Settings, err error, deadline func() time.Time) *Stuck {
	held, is := errors.AsType[*disk.HeldError](err)
	if !is {
		return StuckIn(c, s, deadline)
	}
	if disk.Held(s.Dir) {
		return StuckIn(c, s, func() time.Time { return time.Time{} }) // nobody can read the store
	}
	met := readMet(s.Dir)
	if met.PID != held.PID {
		met = Stuck{PID: held.PID, Since: c.Now()}
		met.put(s.Dir)
	}
	met.path = held.Path
	if limit, _ := time.ParseDuration(s.Limit); c.Now().Sub(met.Since) <= 2*limit {
		return nil
	}
	return &met
}

// Complaint names the process, and says what to do.
func (s *Stuck) Complaint(w *settings.Settings) *complaint.Complaint {
	code := "stuck"
	if s.PID == "?" {
		code = "stuck-unknown"
	}
	return &complaint.Complaint{Exit: complaint.ExitLater, What: phrase.P(code, phrase.Str("dir", w.Dir),
		phrase.Str("pid", s.PID), phrase.Str("path", s.path),
		phrase.Str("since", call.When(s.Since, ForStore(w).Zone)))}
}

// Fresh reports whether the process was not named within the last hour, and notes that it is named now. The locked
// store cannot note it.
func (s *Stuck) Fresh(c *call.Call, dir string) bool {
	if met := readMet(dir); met.PID == s.PID {
		s.Named = met.Named
	}
	if ago := c.Now().Sub(s.Named); ago >= 0 && ago < time.Hour {
		return false
	}
	s.Named = c.Now()
	s.put(dir)
	return true
}

// metName is the file beside the store that notes a process which keeps others out.
const metName = "stuck"

func readMet(dir string) (s Stuck) {
	if raw, err := os.ReadFile(filepath.Join(dir, metName)); err == nil {
		_ = json.Unmarshal(raw, &s)
	}
	return s
}

// put writes that file. If it cannot, the process is named each time.
func (s *Stuck) put(dir string) {
	if raw, err := json.Marshal(s); err == nil {
		_ = disk.PutBeside(dir, metName, append(raw, '\n'))
	}
}

// Freed forgets who kept others out of a world.
func Freed(dir string) { _ = os.Remove(filepath.Join(dir, metName)) }
