package disk

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"weltentor/resolve/store/faults"
)

// MarkName is the file that says that a fleet has the world of a folder.
const MarkName = "fleet.mark"

// Mark is the content of that file: the name of the world, where the fleet's settings are, and since when the world is
// in the fleet. Or it says that the folder is being made for a world that leaves the fleet.
type Mark struct {
	World string    `json:"world"`
	Fleet string    `json:"fleet,omitempty"`
	Since time.Time `json:"since,omitzero"`

	Exported bool `json:"exported,omitempty"`
}

// MarkedError is an ErrFleet with the folder's mark.
type MarkedError struct {
	Dir string
	Mark
}

// Error names the folder and the world.
func (e *MarkedError) Error() string {
	return fmt.Sprintf("%s: %s, as the world %s", faults.ErrFleet, e.Dir, e.World)
}

// Unwrap makes it an ErrFleet.
func (e *MarkedError) Unwrap() error { return faults.ErrFleet }

// Marked reads the mark of a folder; marked is false if there is none. A mark that cannot be read is still a mark.
func Marked(dir string) (m Mark, marked bool, err error) {
	raw, err := os.ReadFile(filepath.Join(dir, MarkName))
	if errors.Is(err, fs.ErrNotExist) {
		return m, false, nil
	}
	if err != nil {
		return m, true, fmt.Errorf("the mark of a fleet: %w", err)
	}
	_ = json.Unmarshal(raw, &m)
	return m, true, nil
}

// PutMark writes the mark of a folder and syncs it.
func PutMark(dir string, m Mark) error {
	line, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return PutBeside(dir, MarkName, append(line, '\n'))
}

// unmarked is nil if no fleet has the world, otherwise a MarkedError.
func unmarked(dir string) error {
	m, marked, err := Marked(dir)
	if marked && err == nil {
		err = &MarkedError{dir, m}
	}
	return err
}
