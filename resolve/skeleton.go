package resolve

import (
	"io"
	"time"

	"weltentor/orders/phrase"
	"weltentor/worlds/game"
)

type World struct{}

func Found(dir string, rb game.Rulebook, f game.Founding, now time.Time, files ...game.File) error {
	return nil
}
func Open(dir string, books []game.Rulebook, s Settings) (*World, error) { return &World{}, nil }

type DirLock struct{}

func Lock(dir string) (*DirLock, error) { return &DirLock{}, nil }
func (l *DirLock) Unlock() error        { return nil }

// Words is the machine's book of sentences in a language.
func Words(phrase.Lang) *phrase.Book { return nil }

func (w *World) AddRealm(j game.Joining, mail string, now time.Time) (int, string, error) {
	return 0, "", nil
}
func (w *World) SetMail(realm int, mail ...string) error            { return nil }
func (w *World) ResetPassword(realm int) (string, error)            { return "", nil }
func (w *World) Realms() ([]RealmRow, error)                        { return nil, nil }
func (w *World) Rulebook() game.Rulebook                            { return nil }
func (w *World) Accept(l Letter, now time.Time) (Acceptance, error) { return Acceptance{}, nil }
func (w *World) Submit(realm int, text string, now time.Time) (Acceptance, error) {
	return Acceptance{}, nil
}
func (w *World) Seen(hash [32]byte) (bool, error)                    { return false, nil }
func (w *World) Advance(now time.Time, force bool) (Advanced, error) { return Advanced{}, nil }
func (w *World) Check(realm int, text string) (game.Checked, error)  { return game.Checked{}, nil }
func (w *World) Outbox() ([]OutboxRow, error)                        { return nil, nil }
func (w *World) Next(now time.Time) (*Outgoing, error)               { return nil, nil }
func (w *World) Record(id uint64, a Attempt) error                   { return nil }
func (w *World) Alarm(key, text string, now time.Time) error         { return nil }
func (w *World) Status(now time.Time) (Status, error)                { return Status{}, nil }
func (w *World) Report(realm, turn int) (game.Report, error)         { return game.Report{}, nil }
func (w *World) Events(turn int) ([]game.Event, error)               { return nil, nil }
func (w *World) Verify() (Verification, error)                       { return Verification{}, nil }
func (w *World) Backup(dst io.Writer) error                          { return nil }
func (w *World) BackupFile(path string) error                        { return nil }
