package terminal

import (
	"time"

	"github.com/schollz/progressbar/v3"
)

// Bar shows how far long work is. It is gone when the work is done. A nil one shows nothing.
type Bar struct {
	screen Screen
	what   string
	shown  *progressbar.ProgressBar // nil until the work begins
}

// How a bar looks.
const (
	barWidth = 30
	barPace  = 100 * time.Millisecond // between two looks of it
)

// Bar is a bar for work of this name; nil where nobody would see it, or where it would leave a line each
// time.
func (s Screen) Bar(what string) *Bar {
	if !s.moves {
		return nil
	}
	return &Bar{screen: s, what: what}
}

// Show shows that so much of all is done. How much all is may become known later.
func (b *Bar) Show(done, all int) {
	if b == nil || all <= 0 {
		return
	}
	if b.shown == nil {
		b.shown = progressbar.NewOptions(all, progressbar.OptionSetWriter(b.screen.to),
			progressbar.OptionSetDescription(b.what), progressbar.OptionSetWidth(barWidth),
			progressbar.OptionThrottle(barPace), progressbar.OptionClearOnFinish(),
			progressbar.OptionSetRenderBlankState(true), progressbar.OptionSetTheme(progressbar.ThemeASCII))
	}
	if b.shown.GetMax() != all {
		b.shown.ChangeMax(all)
	}
	b.shown.Set(min(done, all)) // an error is of the terminal, and the work goes on without
}

// Clear takes the bar away, whether the work was done or not.
func (b *Bar) Clear() {
	if b != nil && b.shown != nil {
		b.shown.Clear()
	}
}
