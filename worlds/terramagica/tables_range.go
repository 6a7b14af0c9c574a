package terramagica

import (
	_ "embed"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"

	"weltentor/worlds/rows"
)

//go:embed ranges.toml
var rangeText string

// ranges says what the numbers of each table may be, by table and key.
type ranges map[string]map[string]string

// check finds tables no world could be played by.
func (t *Tables) check() error {
	var r ranges
	if _, err := toml.Decode(rangeText, &r); err != nil {
		panic(fmt.Sprintf("embedded ranges: %v", err))
	}
	for i := range t.Unit {
		u := &t.Unit[i]
		if err := inRange(r, "unit", "unit "+u.Unit, u); err != nil {
			return err
		}
		if _, ok := ways[u.Moves]; !ok {
			return fmt.Errorf("unit %s: moves = %q: want foot, horse, machine, air or sea", u.Unit, u.Moves)
		}
	}
	for i := range t.Wall {
		if err := inRange(r, "wall", "wall "+t.Wall[i].Wall, &t.Wall[i]); err != nil {
			return err
		}
		if i > 0 && t.Wall[i].HP <= t.Wall[i-1].HP {
			return fmt.Errorf("wall %s: hp = %d: want more than %s has", t.Wall[i].Wall, t.Wall[i].HP, t.Wall[i-1].Wall)
		}
	}
	if err := inRange(r, "avatar", "avatar", &t.Avatar); err != nil {
		return err
	}
	if err := inRange(r, "battle", "battle", &t.Battle); err != nil {
		return err
	}
	if err := inRange(r, "rules", "rules", &t.Rules); err != nil {
		return err
	}
	return t.checkRules()
}

func (t *Tables) checkRules() error {
	n := &t.Rules
	for _, pair := range []struct {
		low, high string
		l, h      int64
	}{
		{"people_min", "people_max", n.PeopleMin, n.PeopleMax}, {"guard_min", "guard_max", n.GuardMin, n.GuardMax},
		{"draw_min", "draw_max", t.Battle.DrawMin, t.Battle.DrawMax},
		{"smallest", "width", int64(n.Smallest), int64(n.Width)}, {"width", "largest", int64(n.Width), int64(n.Largest)},
		{"smallest", "height", int64(n.Smallest), int64(n.Height)}, {"height", "largest", int64(n.Height), int64(n.Largest)},
	} {
		if pair.l > pair.h {
			return fmt.Errorf("rules: %s = %d: want at most %s = %d", pair.low, pair.l, pair.high, pair.h)
		}
	}
	for _, named := range [][2]string{{"guard", n.Guard}, {"first_unit", n.FirstUnit}, {"second_unit", n.SecondUnit}} {
		if t.unit(named[1]) == nil {
			return fmt.Errorf("rules: %s = %q: there is no such unit", named[0], named[1])
		}
	}
	return nil
}

// inRange names the first number of a row that is out of its range.
func inRange[T UnitRow | WallRow | AvatarRow | rows.Rules | Numbers](r ranges, table, row string, of *T) error {
	v := reflect.ValueOf(of).Elem()
	for i := range v.NumField() {
		f := v.Field(i)
		if !f.CanInt() {
			continue
		}
		key := v.Type().Field(i).Tag.Get("toml")
		lo, hi := readSpan(r[table][key])
		if n := f.Int(); n < lo || n > hi {
			return fmt.Errorf("%s: %s = %d: want %d to %d", row, key, n, lo, hi)
		}
	}
	return nil
}

// readSpan reads "1 10_000": what it cannot read is our mistake.
func readSpan(s string) (lo, hi int64) {
	from, to, _ := strings.Cut(s, " ")
	lo, err := strconv.ParseInt(from, 0, 64)
	if err == nil {
		hi, err = strconv.ParseInt(to, 0, 64)
	}
	if err != nil {
		panic(fmt.Sprintf("embedded ranges: %q: %v", s, err))
	}
	return lo, hi
}
