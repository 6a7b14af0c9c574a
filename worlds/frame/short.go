package frame

import "weltentor/orders"

// Part writes a part below its title. A part in which nothing is has none.
func (p *Page) Part(title string, write func()) {
	start := len(p.Out)
	p.Title(title)
	empty := len(p.Out)
	if write(); len(p.Out) == empty {
		p.Out = p.Out[:start]
	}
}

// Voided writes the lines that were not done, as a part of a short report.
func (p *Page) Voided(title string, undone []orders.Problem, text string) {
	p.Part(title, func() { p.Refused("", undone, text, false) })
}
