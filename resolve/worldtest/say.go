package worldtest

import (
	"errors"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"weltentor/resolve/outbox"
	"weltentor/resolve/world"
)

// TokensIn finds the codes in a letter of ours, each once.
func TokensIn(texts ...string) []string {
	found := regexp.MustCompile(`WT-[A-Z2-7]{26}`).FindAllString(strings.Join(texts, "\n"), -1)
	slices.Sort(found)
	return slices.Compact(found)
}

// Must ends the test if there is an error.
func Must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// WantError ends the test unless the error is the wanted one, and checks that it says these words.
func WantError(t *testing.T, err, want error, words ...string) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Fatalf("error %v, want %v", err, want)
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("error %q does not say %q", err, w)
		}
	}
}

// CodeTo is the only code in the letters to an address.
func CodeTo(t testing.TB, letters []outbox.Draft, to string) string {
	t.Helper()
	var codes []string
	for _, d := range letters {
		if d.To == to {
			codes = append(codes, TokensIn(d.Subject+d.Text)...)
		}
	}
	if codes = slices.Compact(codes); len(codes) != 1 {
		t.Fatalf("%d codes to %s", len(codes), to)
	}
	return codes[0]
}

// Has checks that a text has these sentences, each once.
func Has(t *testing.T, text string, want ...string) {
	t.Helper()
	for _, w := range want {
		if strings.Count(text, w) != 1 {
			t.Errorf("%q is there %d times:\n%s", w, strings.Count(text, w), text)
		}
	}
}

// Noise returns bytes that cannot be packed.
func Noise(n int, seed uint64) []byte {
	var key [32]byte
	key[0] = byte(seed)
	out := make([]byte, n)
	_, _ = rand.NewChaCha8(key).Read(out)
	return out
}

// Hours sets reminder and grace.
func Hours(reminder, grace int) func(*world.Settings) {
	return func(s *world.Settings) {
		s.Reminder, s.Grace = time.Duration(reminder)*time.Hour, time.Duration(grace)*time.Hour
	}
}

// WantRealms compares lists of realms.
func WantRealms(t *testing.T, what string, got []int, want ...int) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: realms %v, want %v", what, got, want)
	}
}

// Bouts is how often to do harm: some times, or with KILLS=full in the environment as often as a release requires.
func Bouts(some, full int) int {
	if os.Getenv("KILLS") == "full" {
		return full
	}
	return some
}

// Lines checks that a text has all lines of another one, each whole, in their order. Blanks around a line do not count.
func Lines(t testing.TB, text, want string) {
	t.Helper()
	left := strings.Split(text, "\n")
	for line := range strings.Lines(want) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		at := slices.IndexFunc(left, func(s string) bool { return strings.TrimSpace(s) == line })
		if at < 0 {
			t.Errorf("no line %q, or not in its place, in\n%s", line, text)
			return
		}
		left = left[at+1:]
	}
}
