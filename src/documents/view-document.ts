/** Computes what a template is filled with; the same values for every kind of document. */
import { readDated, readDay } from '../session/rules/read-day.ts';
import { readVerdict } from '../session/rules/verdict.ts';
import type { Session } from '../session/session.ts';
import { carryWays, startText, type Text } from '../session/text.ts';
import type { OutputType } from '../session/vocabulary.ts';
import { sayRole } from '../wording/roles.ts';
import { documentKinds, findForm } from './document-kinds.ts';
import { findRevisited } from './document-paths.ts';
import { cleanText, inline } from './markdown/text.ts';
import { isDecision, nameDecider } from './parts/decisions.ts';
import { printHead, type Replaced } from './parts/head.ts';
import { printNotAgreed } from './parts/not-agreed.ts';
import { printNotices } from './parts/notices.ts';
import { printQuestions } from './parts/questions.ts';
import { type PrintedSection, printSections } from './parts/sections.ts';
import { createPrinting, type Printing } from './printing.ts';
import type { TemplateValues } from './template-engine.ts';

export interface ViewOptions {
  session: Session;
  /** May differ from the session's own type: then the same text is printed in the layout of this one. */
  type: OutputType;
  /** The ids of the session's items in the file that the text is printed into. */
  ids?: ReadonlyMap<string, string>;
  /** The path of the document from the project's root: places in the project are linked from there. */
  file?: string;
  /** References to places that other parts of that file use, each with where it leads. */
  taken?: ReadonlyMap<string, string>;
  /** The link from the document to the record, if the repository keeps the record. */
  recordHref?: string;
  /** Records that the text replaces; by default those that it names, none of them marked yet. */
  replaced?: readonly Replaced[];
  /** Whether the text goes into a file of several sessions, where notices name theirs. */
  inShared?: boolean;
}

/** The values of a template. */
export interface DocumentValues extends TemplateValues {
  title: string;
  notices: string;
  head: string;
  not_agreed: string;
  open_questions: string;
  record_line: string;
  /** Where the references to places of the project lead. */
  links: string;
}

/** What the template of this type is filled with; all values are harmless markdown. */
export function viewDocument(options: ViewOptions): DocumentValues {
  const { session, type, inShared = false } = options;
  const printing = createPrinting(session, {
    form: findForm(session, type),
    ids: options.ids,
    file: options.file,
    taken: options.taken,
  });
  const text = session.text ?? standIn(session, printing);
  const replaced = options.replaced ?? text.supersedes.map((name) => ({ name: inline(name), isDone: false }));
  const printed = {
    title: printing.title(text.title, printing.title(session.topic, '–')),
    notices: printNotices(printing, { inShared }),
    head: printHead(text, printing, replaced),
    ...arrangeEnd(printSections(text, printing, { waysIn: documentKinds[type].waysIn }), printing),
    not_agreed: printNotAgreed(printing),
    record_line: describeRecord(printing, options.recordHref),
  };
  return {
    ...printed,
    // Known only when everything else is printed.
    links: printing.links(),
    status: isAccepted(session) ? 'accepted' : 'proposed',
    date: readDay(readDated(session), session),
    decision_makers: listDecisionMakers(printing),
    revisits: JSON.stringify(findRevisited(session)?.name ?? ''),
    verdict: readVerdict(session) ?? '',
    session: {
      id: session.id,
      topic: inline(session.topic),
      project: inline(session.project.name),
      workflow: session.workflow_type,
      strategy: inline(session.strategy),
      status: session.status,
      result: session.outcome?.result ?? '',
      rounds: session.rounds.length,
      language: /^[A-Za-z0-9-]+/.exec(session.language ?? '')?.[0] ?? 'en',
      rehearsal: session.rehearsal,
    },
  };
}

/** Open questions stand behind the text, and before an appendix, which nobody reads to its end. */
function arrangeEnd(
  sections: readonly PrintedSection[],
  printing: Printing,
): Pick<DocumentValues, 'open_questions'> & { sections: TemplateValues[] } {
  const questions = printQuestions(printing);
  const at = sections.findIndex(({ id }) => id === 'appendix');
  const copied = sections.map((one) => ({ ...one }));
  if (at === -1 || questions === '') return { sections: copied, open_questions: questions };
  const [heading = '', ...body] = questions.split('\n');
  const title = printing.say('section.questions');
  copied.splice(at, 0, { id: 'questions', title, heading, body: body.join('\n').trim() });
  return { sections: copied, open_questions: '' };
}

/** What there is before the panel has written its text: the last synthesis and the ways. */
function standIn(session: Session, { say }: Printing): Text {
  const synthesis = session.rounds.at(-1)?.synthesis ?? '';
  return {
    ...startText({ step: 'review', written_by: 'program', fallback: null }),
    title: session.topic,
    decision: session.outcome?.decision ?? '',
    sections: [{ id: 'synthesis', title: say('section.synthesis'), body: synthesis, from: [] }],
    ways: carryWays(session.ways),
  };
}

/** People accept a record, not panels: it stays proposed until somebody decided. */
function isAccepted({ outcome, rehearsal }: Session): boolean {
  return outcome?.decided_by === 'user' && !rehearsal;
}

/** A YAML list: the people who decided, else the roles that sat at the table. */
function listDecisionMakers({ session, say }: Printing): string {
  const people = session.escalations
    .filter(isDecision)
    .filter(({ answered_by: by }) => by === 'user')
    .map((one) => nameDecider(one, say));
  const name = session.outcome?.decided_name ?? null;
  const named = [...people, ...(name === null ? [] : [name])];
  const all =
    named.length > 0 ? named : session.participants.map(({ role }) => sayRole(role, session.language));
  const plain = [...new Set(all.map((one) => cleanText(one).replace(/\s+/g, ' ').trim()))];
  return `[${plain.map((one) => JSON.stringify(one)).join(', ')}]`;
}

function describeRecord({ session, say }: Printing, href: string | undefined): string {
  return href === undefined
    ? `${say('record.elsewhere')}: \`s2s roundtable export ${session.id} --type record\``
    : `[${say('record.line')}](${href})`;
}
