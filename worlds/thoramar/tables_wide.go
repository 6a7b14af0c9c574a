package thoramar

import (
	"fmt"
	"math"

	"github.com/BurntSushi/toml"
)

// widest is the one number of the tables whose range is beyond 32 bits.
const widest = "start_gold"

// narrow refuses a TOML text with whole numbers beyond 32 bits: where an int has
// no more, the decoder would read them as others, and worlds would differ by the
// machine (law 2).
func narrow(text []byte) error {
	var all map[string]any
	if _, err := toml.Decode(string(text), &all); err != nil {
		return err
	}
	return narrowIn("", all)
}

func narrowIn(key string, value any) error {
	switch v := value.(type) {
	case int64:
		if key != widest && (v < math.MinInt32 || v > math.MaxInt32) {
			return fmt.Errorf("%s = %d is out of range", key, v)
		}
	case map[string]any:
		errs := make([]error, 0, len(v))
		for k, e := range v {
			errs = append(errs, narrowIn(k, e))
		}
		return firstError(errs...)
	case []map[string]any:
		for _, e := range v {
			if err := narrowIn(key, e); err != nil {
				return err
			}
		}
	case []any:
		for _, e := range v {
			if err := narrowIn(key, e); err != nil {
				return err
			}
		}
	}
	return nil
}
