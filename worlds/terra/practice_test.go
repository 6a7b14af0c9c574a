package terra

import (
	"strings"
	"testing"
)

// In a practice world, its numbers come over those of the world for which somebody practises. All others of that world hold,
// the setting itself is no number, and a wrong number is told as ever.
func TestNumbersOfAPractice(t *testing.T) {
	t.Parallel()
	f, _ := Rules().Practice([]byte("[rules]\nluck = 7\narmy_size = 4000\n"))
	text, err := Rules().Tables(f.Tables)
	if err != nil || !strings.Contains(string(text), "\nluck = 30\n") || !strings.Contains(string(text), "\narmy_size = 4000\n") ||
		strings.Contains(string(text), "practice") {
		t.Errorf("%v\n%s", err, text)
	}
	f, _ = Rules().Practice([]byte("[rules]\nluk = 7\n"))
	if _, err := Rules().Tables(f.Tables); err == nil || !strings.Contains(err.Error(), "luk") {
		t.Errorf("a number that is none: %v", err)
	}
}
