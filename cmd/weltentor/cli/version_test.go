package cli

import (
	"runtime/debug"
	"testing"
)

func TestBuiltFrom(t *testing.T) {
	t.Parallel()
	revision := debug.BuildSetting{Key: "vcs.revision", Value: "0123456789abcdef0123456789abcdef01234567"}
	modified := func(value string) debug.BuildSetting { return debug.BuildSetting{Key: "vcs.modified", Value: value} }
	for _, c := range []struct {
		settings []debug.BuildSetting
		want     string
	}{
		{nil, ""},
		{[]debug.BuildSetting{revision}, "0123456789ab"},
		{[]debug.BuildSetting{revision, modified("false")}, "0123456789ab"},
		{[]debug.BuildSetting{modified("true"), revision}, "0123456789ab+"},
		{[]debug.BuildSetting{modified("true")}, ""},
		{[]debug.BuildSetting{{Key: "vcs.revision", Value: "01234"}}, "01234"},
	} {
		if got := builtFrom(&debug.BuildInfo{Settings: c.settings}, true); got != c.want {
			t.Errorf("built from %q with %v, want %q", got, c.settings, c.want)
		}
	}
	if got := builtFrom(nil, false); got != "" {
		t.Errorf("built from %q, where nothing was noted", got)
	}
}
