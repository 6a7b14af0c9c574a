package game

import "testing"

// Columns are as wide as their widest cell, in characters; a row may have fewer cells.
func TestAppendColumns(t *testing.T) {
	got := string(AppendColumns([]byte("x\n"), 2,
		[][]string{{"", "Name", "GS"}, {"K", "Öl", "1000"}, {"LM", "Ö"}, {""}}))
	if want := "x\n      Name    GS\n  K   Öl    1000\n  LM  Ö\n\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
