package main

import (
	"runtime"
	"runtime/debug"

	"weltentor/orders/phrase"
)

// versionCmd tells what this program is.
type versionCmd struct{}

// Run prints the program's version and that of each rulebook; a bug report
// starts with it.
func (versionCmd) Run(c *call) error {
	c.voice.say("version", phrase.Str("version", programVersion()), phrase.Str("go", runtime.Version()),
		phrase.Str("system", runtime.GOOS+"/"+runtime.GOARCH))
	for _, b := range c.books {
		c.voice.say("version-rulebook", phrase.Str("name", b.Name()), phrase.Num("rules", b.Version()))
	}
	return nil
}

// programVersion is what the go command noted at the build: a release's
// number, or the commit.
func programVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown)"
	}
	version := info.Main.Version
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && (version == "" || version == "(devel)") {
			version = s.Value[:min(12, len(s.Value))]
		}
	}
	return version
}
