/** What the command line holds of a reporter, whichever it is. */
import type { Report } from '../../domain/ports.ts';

/** What can be taken off the screen for a while and put back; calls nest. */
export type Screen = Pick<Reporter, 'suspend' | 'resume'>;

/** Shows events; `suspend` and `resume` frame everything that is asked of a person, `stop` leaves the terminal as it was. */
export interface Reporter {
  report: Report;
  /** Takes the picture away and writes nothing until `resume`; calls nest. */
  suspend(): void;
  resume(): void;
  /** Final and safe to repeat: no timer, no picture, the cursor shown. */
  stop(): void;
}

/** A picture that cannot be drawn must not end a discussion that was paid for: the failure becomes a line. */
export function guardReport(report: Report, write: (text: string) => void): Report {
  return (event) => {
    try {
      report(event);
    } catch (error) {
      write(
        `(${event.type} could not be shown: ${error instanceof Error ? error.message : String(error)})\n`,
      );
    }
  };
}
