/** Field schemas that many parts of a session share. */
import * as z from 'zod';
import { sayIssue } from './say-issue.ts';

// For all schemas defined after this: compiling a validator for each schema costs more time at the start than it saves later.
z.config({ jitless: true, customError: sayIssue });

export const count = z.number().int().min(0);
export const instant = z.string();
/** A confidence between 0 and 1; null when a reply gave no readable one. */
export const share = z.number().min(0).max(1).nullable();
