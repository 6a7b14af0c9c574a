package thoramar

import (
	"strings"

	"weltentor/orders"
	"weltentor/orders/phrase"
)

// lineReader reads one line of a section.
type lineReader func(text string) (orders.Order, []orders.Problem)

// neighbours are the sections a misplaced line is looked for in, and those from
// which it may have strayed. Lines of $G and $L are bare numbers: of them a
// beginning of one looks like the other, so neither is taken for the other.
var neighbours = []struct {
	section byte
	read    lineReader
	from    string
}{
	{'B', readBuild, "RAGLVS"},
	{'A', readArmy, "BRGLVST"},
	{'T', readTactic, "BRAGLVS"},
	{'R', readRecruit, "BAGLVS"},
	{'V', readTreaty, "BRAGLT"},
	{'G', readTransfer, "BRAV"},
	{'L', readCession, "BRAV"},
}

// placed makes of a section's reader one that, for a line that is bad here and good
// in another section, says only where it belongs.
func placed(section byte, read lineReader) lineReader {
	return func(text string) (orders.Order, []orders.Problem) {
		order, problems := read(text)
		if order != nil {
			return order, problems
		}
		for i := range neighbours {
			n := &neighbours[i]
			if strings.IndexByte(n.from, section) < 0 {
				continue
			}
			if there, _ := n.read(text); there != nil {
				return nil, []orders.Problem{{
					Position: orders.Position{Col: 1 + len(text) - len(strings.TrimLeft(text, " \t"))}, Severity: orders.Error,
					What: phrase.P("order.elsewhere", phrase.Str("here", "$"+string(rune(section))), phrase.Str("there", "$"+string(rune(n.section)))),
				}}
			}
		}
		return nil, problems
	}
}
