/** Lists what a search can find in one session: its topic, its items, and its seats' statements. */
import type { Searchable, SearchSource } from '../../session/ports/search.ts';
import type { Session } from '../../session/session.ts';

/** The session as a whole comes first. A statement that became part of an item is found through the item. */
export function describeSearchSource(session: Session): SearchSource {
  const { artifacts, outcome, rounds, statements } = session;
  const isAside = session.rehearsal || session.replay !== undefined;
  const said = rounds.flatMap(({ round, answers }) =>
    answers.map(({ seat, position }) => describePosition({ seat, round, text: position })),
  );
  const notTaken = statements
    .filter(({ went_to: went }) => went.length === 0)
    .map(({ seat, round, text }) => describePosition({ seat, round, text, status: 'not adopted' }));
  return {
    session: session.id,
    isAside,
    entries: [
      {
        kind: 'session',
        id: session.id,
        title: session.topic,
        text: join([
          outcome?.decision,
          outcome?.summary,
          ...rounds.map(({ synthesis }) => synthesis).reverse(),
        ]),
        status: isAside
          ? `${session.status}, ${session.rehearsal ? 'rehearsed' : 'replayed'}`
          : session.status,
        replaced_by: null,
        round: null,
      },
      ...artifacts.map(
        (item): Searchable => ({
          kind: 'item',
          id: item.id,
          title: item.title,
          text: join([item.text, item.why, item.check]),
          status: item.status,
          replaced_by: null,
          round: null,
        }),
      ),
      ...said,
      ...notTaken,
    ],
  };
}

function describePosition({
  seat,
  round,
  text,
  status = '',
}: {
  seat: string;
  round: number;
  text: string;
  status?: string;
}): Searchable {
  return { kind: 'position', id: seat, title: '', text, status, replaced_by: null, round };
}

function join(texts: readonly (string | null | undefined)[]): string {
  return texts.filter((text) => typeof text === 'string' && text !== '').join('\n');
}
