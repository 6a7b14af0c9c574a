package tables

import (
	"maps"
	"math"
	"slices"

	"weltentor/orders/phrase"

	"github.com/BurntSushi/toml"
)

// narrow refuses a TOML text with whole numbers beyond 32 bits, except for the wide keys. Where an int has only 32
// bits, the decoder would read other numbers, and worlds would differ by the machine (law 2).
func narrow(text []byte, wide []string) error {
	var all map[string]any
	if _, err := toml.Decode(string(text), &all); err != nil {
		return err
	}
	return narrowIn("", all, wide)
}

func narrowIn(key string, value any, wide []string) error {
	switch v := value.(type) {
	case int64:
		if !slices.Contains(wide, key) && (v < math.MinInt32 || v > math.MaxInt32) {
			return Bad("", "wide", phrase.Str("key", key), phrase.Num("n", v))
		}
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			if err := narrowIn(k, v[k], wide); err != nil {
				return err
			}
		}
	case []map[string]any:
		for _, e := range v {
			if err := narrowIn(key, e, wide); err != nil {
				return err
			}
		}
	case []any:
		for _, e := range v {
			if err := narrowIn(key, e, wide); err != nil {
				return err
			}
		}
	}
	return nil
}
