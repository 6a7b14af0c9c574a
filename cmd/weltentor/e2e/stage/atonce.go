package stage

import (
	"flag"
	"strconv"
)

// AtOnce lets so many tests run side by side, unless the caller of the tests says how many. It is for tests that mostly
// wait.
func AtOnce(tests int) {
	most := flag.Lookup("test.parallel")
	if flag.Parse(); most.Value.String() == most.DefValue {
		if err := flag.Set(most.Name, strconv.Itoa(tests)); err != nil {
			panic(err)
		}
	}
}
