package terminal

import (
	"time"

	"github.com/schollz/progressbar/v3"
)

// Bar shows the progress of long work, and disappears when the work is done. A nil bar shows nothing.
type Bar struct {
	screen Screen
	what   string
	shown  *progressbar.ProgressBar // nil until the work begins
}

// The look of a bar.
const (
	barWidth = 30
	barPace  = 100 * time.Millisecond // between two updates
)

// Bar makes a bar for work of this name. It is nil if nobody would see it, or if the terminal cannot update a line.
func (s Screen) Bar(what string) *Bar {
	if !s.moves {
		return nil
	}
	return &Bar{screen: s, what: what}
}

// Show shows that done of all is finished. The number for all may become known later.
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
	b.shown.Set(min(done, all)) // an error is of the terminal, and the work goes on without it
}

// Clear removes the bar, whether the work was finished or not.
func (b *Bar) Clear() {
	if b != nil && b.shown != nil {
		b.shown.Clear()
	}
}
