package outbox

import (
	"encoding/json"
	"strings"
	"testing"
)

// Whatever players call themselves, the data of a page end where the page says, and are read as they were.
func TestHolding(t *testing.T) {
	t.Parallel()
	const head, tail = "<!DOCTYPE html>\n" + DataPlace, "</script>\n<p>" + DataPlace + "</script>"
	for _, name := range []string{"", "Moorland", "</script><script>alert(1)</script>", "<!--<script>", "<", `\u003c`,
		"</SCRIPT >", "\u2028<>&"} {
		quoted, err := json.Marshal(name)
		must(t, err)
		raw := `{"world":` + strings.ReplaceAll(string(quoted), `\u003c`, "<") + "}\n"
		got := string(Holding([]byte(head+tail), []byte(raw)))
		data, ok := strings.CutPrefix(got, head)
		data, fine := strings.CutSuffix(data, tail)
		var back struct{ World string }
		if err := json.Unmarshal([]byte(data), &back); !ok || !fine || err != nil || back.World != name ||
			strings.Contains(data, "<") {
			t.Errorf("%q is read as %q in %s: %v", name, back.World, got, err)
		}
	}
}
