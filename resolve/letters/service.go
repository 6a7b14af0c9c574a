package letters

import (
	"weltentor/resolve/chronicle"
	"weltentor/resolve/store"
	"weltentor/resolve/wording"
	"weltentor/worlds/game"
)

// addLegend explains a realm's reports' abbreviations and tells the prices, in a game that does.
func AddLegend(t *wording.Text, world game.World, realm int) error {
	w, ok := chronicle.As[game.Legender](world)
	if !ok {
		return nil
	}
	var legend []byte
	if err := store.Guarded(func() { legend = w.Legend(realm) }); err != nil {
		return err
	}
	if len(legend) > 0 {
		t.Line("")
		t.Body.Write(legend)
	}
	return nil
}
