package folder

import (
	"path/filepath"
	"time"

	"weltentor/cmd/weltentor/call"
	"weltentor/cmd/weltentor/complaint"
	"weltentor/cmd/weltentor/engines"
	"weltentor/cmd/weltentor/settings"
	"weltentor/orders/phrase"
	"weltentor/resolve/chronicle"
	"weltentor/resolve/store"
	"weltentor/worlds/external"
	"weltentor/worlds/game"
)

// Books are the rulebooks by which a world is opened: ours, or that of its engine. A process that is at work for longer
// than time_limit counts as stuck, so no turn of an engine may take so long.
func Books(c *call.Call, s *settings.Settings) ([]game.Rulebook, error) {
	if s.Engine == "" {
		return c.Books, nil
	}
	rb, err := Engine(s.Engine, s.Dir)
	if err != nil {
		return nil, err
	}
	if limit, _ := time.ParseDuration(s.Limit); time.Duration(rb.TurnSeconds())*time.Second > limit {
		return nil, complaint.Usage("engine-long", phrase.Str("path", s.Engine), phrase.Num("seconds", rb.TurnSeconds()), phrase.Str("limit", s.Limit))
	}
	return []game.Rulebook{rb}, nil
}

// Hosted is the world that awaits orders if its rules are a program; otherwise nil.
func (w *Opened) Hosted() (hosted *external.World, err error) {
	if w.Settings.Engine == "" {
		return nil, nil
	}
	err = w.World.ViewNow(func(_ *store.Tx, now chronicle.Current) error {
		hosted, _ = chronicle.As[*external.World](now.World)
		return nil
	})
	return hosted, err
}

// Engine reads the engine of a world. A program sees the engine's folder, so the world must not be in it.
func Engine(engine, world string) (*external.Rulebook, error) {
	of, in := real(engine), real(world)
	if below, err := filepath.Rel(of, in); err == nil && filepath.IsLocal(below) {
		return nil, complaint.Usage("engine-around", phrase.Str("dir", world), phrase.Str("path", engine))
	}
	return engines.Read(engine, nil)
}

// real is the whole path of a folder, without links. Of one that is not there yet it is that of the folder it will be in.
func real(dir string) string {
	whole, err := filepath.Abs(dir)
	if err != nil {
		return dir
	}
	if to, err := filepath.EvalSymlinks(whole); err == nil {
		return to
	}
	if up := filepath.Dir(whole); up != whole {
		return filepath.Join(real(up), filepath.Base(whole))
	}
	return whole
}
