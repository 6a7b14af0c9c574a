package thoramar

import "weltentor/orders"

// language is Thoramar's table of sections.
func language() *orders.Language { return &orders.Language{} }
