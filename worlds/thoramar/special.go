package thoramar

// SpecialKind is what a special order asks for.
type SpecialKind uint8

// The meanings of special orders (manual, "Spezialbefehle").
const (
	NoMeaning SpecialKind = iota
	Split
	Merge
	Embark
	Join // form or join a formation
	Summon
	FreeDemons
	Accelerate
	Tame
	Demolish // of command Z: which building or edge
	Gate
	Bless
	Trade
)

// SpecialKind tells what the special of an order means; it depends on who
// orders it, what it names, and for Z.S naming a fleet on the plan.
func (o ArmyOrder) SpecialKind() SpecialKind { return NoMeaning }
