// What the engine has said of a text.
import type { Checked } from '../data';

export interface Answer { of: string; checked: Checked | null; fault: unknown; busy: boolean }
