/** Fields that many parts of a session share. */
import * as z from 'zod';

// For every schema that is made after this. Functions made to measure for each schema are slower to make than a run is long: its first save took 4 ms more, and
// reading two hundred rounds is no quicker with them.
z.config({ jitless: true });

export const count = z.number().int().min(0);
export const instant = z.string();
/** A confidence between 0 and 1, null when a reply gave none that could be read. */
export const share = z.number().min(0).max(1).nullable();
