package settings_test

import (
	"reflect"
	"testing"

	"github.com/BurntSushi/toml"

	"weltentor/cmd/weltentor/settings"
)

// Comments are left out before a file is decoded. It has what the library finds in it with them, or both are refused.
func FuzzComments(f *testing.F) {
	for _, text := range []string{"# a\nb = 1\n", "a = \"\"\"\n# x\n\"\"\"\n", "a='''\n#'''\n", "a = [ # x\n# y\n1,\n# z\n2]\n#\n", "#\r\na=1\r\n",
		"[a]\n#b\nc={d=1}\n", "#\ta\n", "a=1\n#", "\"#\"=1\n#é\n#\x7f\n", "#\r", "#\r\r\n", "#\x01\n", "#\xff\n"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if settings.Bounded([]byte(text)) != nil {
			return
		}
		var with, without struct{ A, B, C any }
		_, wrong := toml.Decode(text, &with)
		_, also := settings.Strict([]byte(text), &without, func(string) error { return nil })
		if (wrong == nil) != (also == nil) || wrong == nil && !reflect.DeepEqual(with, without) {
			t.Errorf("%q: %v, %v\nwithout: %v, %v", text, with, wrong, without, also)
		}
	})
}
