package name

import (
	"os"
	"strings"
	"testing"
	"unicode"

	"go.mau.fi/util/confusable"
)

// The table is Unicode's, and names have the skeletons that the table gives them. CONFUSABLES=write writes it anew.
func TestConfusables(t *testing.T) {
	t.Parallel()
	var want strings.Builder
	for r := rune(1); r <= unicode.MaxRune; r++ {
		if like := confusable.GetReplacement(r); like != "" {
			want.WriteString(string(r) + like + "\n")
		}
	}
	if os.Getenv("CONFUSABLES") == "write" {
		if err := os.WriteFile("confusables.txt", []byte(want.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if confusables != want.String() {
		t.Error("confusables.txt is not Unicode's table: CONFUSABLES=write go test ./orders/name writes it")
	}
	for r := rune(1); r <= unicode.MaxRune; r++ {
		if got, want := skeleton(string(r)), confusable.Skeleton(string(r)); got != want {
			t.Fatalf("%U: %q, want %q", r, got, want)
		}
	}
	for _, s := range []string{"", "Spielleitung", "Ре\u0430lm 1", "Große Öde \u200b|1I", "\xff m"} {
		if got, want := skeleton(s), confusable.Skeleton(s); got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}
