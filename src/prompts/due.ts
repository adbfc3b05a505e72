/** What a seat is asked about events at which decisions want to be looked at again. */
import type { PromptBlock } from '../session/model-request.ts';
import type { Table } from '../session/ports/ports.ts';
import type { Session } from '../session/session.ts';
import { fenceText } from './fence.ts';
import type { Naming } from './seat-names.ts';
import { buildStable, bullets, joinParts, oneLine, section } from './shared.ts';
import { describeTurn } from './system.ts';

/** An event, with the record that names it. */
export interface AskedEvent {
  id: string;
  path: string;
  title: string;
  text: string;
}

/** The prompt: whether each event has come, by what the project shows. */
export function buildDuePrompt(
  session: Session,
  table: Table,
  options: { events: readonly AskedEvent[]; naming: Naming; role: string; about: string },
): PromptBlock[] {
  const { events, naming, role, about } = options;
  const lines = events.map(
    ({ id, path, title, text }) => `- ${id} (${path}, “${oneLine(title)}”): ${oneLine(text)}`,
  );
  return [
    buildStable(session, table, naming),
    {
      cache: false,
      text: joinParts([
        section('Events', fenceText('events', lines.join('\n'), session.fence)),
        describeTurn({ name: role, about, rules: ['You answer alone; nobody else is at the table.'] }, [
          'Decision records of this project say that they want to be looked at again when these events come. Look into the project, and say of each whether it has come.',
          bullets([
            'come: the project shows it, and you cite the place. not-come: the project shows that it has not, and you cite what shows it where something does. unknown: the project cannot show it, such as figures from production.',
            'because: one sentence; for unknown, where somebody would look.',
            'A line that names no event (an assumption, a number that nobody measured, advice) is no-event.',
            'path, line, quote: the place that shows it, its words copied exactly; empty where there is none.',
          ]),
        ]),
      ]),
    },
  ];
}
