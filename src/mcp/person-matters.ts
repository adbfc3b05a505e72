/** Matters that only the person can settle (a decision, or their own turn), each as a form for their client. */
import type { PersonDecision } from '../app/options.ts';
import type { SessionView } from '../app/results.ts';
import { S2sError } from '../session/errors.ts';
import type { Escalation } from '../session/records.ts';
import { cutText } from '../session/rules/cut-text.ts';
import type { Session } from '../session/session.ts';
import { cleanText } from '../text/clean-text.ts';
import { sayRecommended, sayTrigger } from '../wording/escalation.ts';
import { groupPositions } from '../wording/group-positions.ts';
import { nameSeats } from '../wording/name-seat.ts';
import type { FormSchema } from './person-form.ts';
import { canAccept, nameTurn } from './session-state.ts';
import type { Call } from './tool.ts';

/** A matter to settle. */
export interface Matter {
  session: string;
  /** Unique within its session. */
  id: string;
  form: { message: string; requestedSchema: FormSchema };
  /** Records the person's answer and continues the discussion. Throws what recording and resuming throw. */
  settle: (
    content: Record<string, unknown>,
    call: Pick<Call, 'app' | 'discussions' | 'signal'>,
  ) => Promise<void>;
}

/** A decision: the reason for the question, the seats' positions, and the recommendation. */
export function describeDecision(session: Session, escalation: Escalation): Matter {
  const accepts = canAccept(escalation);
  return {
    session: session.id,
    id: escalation.id,
    form: {
      message: [
        `The roundtable on "${clean(session.topic)}" needs your decision (${escalation.id}).`,
        `Why: ${clean(sayTrigger(escalation))}`,
        ...groupPositions(escalation.positions).map(
          ({ seats, text }) => `${nameSeats(session, seats)}: ${clean(text)}`,
        ),
        ...(accepts ? [`Recommended: ${clean(sayRecommended(escalation, session))}`] : []),
      ].join('\n'),
      requestedSchema: {
        type: 'object',
        properties: {
          decision: {
            type: 'string',
            title: 'Your decision',
            description: `${accepts ? 'accept: what is recommended. ' : ''}own: what you write below. continue: the panel discusses it further.`,
            enum: [...(accepts ? ['accept'] : []), 'own', 'continue'],
          },
          text: { type: 'string', title: 'What you decide, if you decide yourself' },
          rounds: { type: 'integer', title: 'Further rounds, if the panel goes on', minimum: 1, maximum: 10 },
        },
        required: ['decision'],
      },
    },
    settle: async (content, { app, discussions, signal }) => {
      const decision = readAnswer(content);
      const { id } = session;
      const { pending } = await app.answer({
        ...decision,
        by: 'user',
        session: id,
        escalation: escalation.id,
      });
      if (pending === 0) await discussions.begin((run) => app.resume({ session: id, ...run }), signal);
    },
  };
}

/** The person's turn at the table: the question, and the items on which they can take a stance. */
export function describeTurn({ session, turn, openRound }: SessionView): Matter {
  const question = openRound?.question ?? null;
  const items = turn?.items ?? [];
  return {
    session: session.id,
    id: nameTurn(session),
    form: {
      message: [
        `It is your turn at the roundtable on "${clean(session.topic)}".`,
        ...(question === null ? [] : [`Question: ${clean(question)}`]),
        ...(turn?.heard ?? []).map(({ role, position }) => `${role}: ${clean(position)}`),
        ...(session.text?.step === 'review'
          ? ['The draft is under review: name only the items that you would not sign.']
          : []),
        ...(session.text?.step === 'last-call'
          ? ['This is the last call: the text is printed as it stands.']
          : []),
        ...(items.length === 0 ? [] : ['Items:']),
        ...items.map(({ id, text }) => `${id}: ${clean(text)}`),
      ].join('\n'),
      requestedSchema: {
        type: 'object',
        properties: {
          text: { type: 'string', title: 'What you say', description: 'Leave it empty to pass.' },
          ...(items.length === 0
            ? {}
            : {
                ratify: {
                  type: 'string',
                  title: 'Items that you sign',
                  description: 'Ids with commas, such as DEC-001.',
                },
                stand_aside: { type: 'string', title: 'Items that you disagree with and would not stop' },
                block: { type: 'string', title: 'Items that you object to' },
              }),
        },
        required: [],
      },
    },
    settle: async ({ text, ratify, stand_aside: standAside, block }, { app, discussions, signal }) => {
      const said = {
        session: session.id,
        text: typeof text === 'string' ? text : '',
        ratify: splitIds(ratify),
        standAside: splitIds(standAside),
        block: splitIds(block),
      };
      await discussions.begin((run) => app.say({ ...said, ...run }), signal);
    },
  };
}

function splitIds(given: unknown): string[] {
  return typeof given === 'string' ? given.split(/[\s,;]+/).filter((id) => id !== '') : [];
}

function clean(text: string): string {
  return cutText(cleanText(text).trim(), 1500, '');
}

/** Reads a form. Throws INVALID_VALUE if it contains no decision. */
function readAnswer({ decision, text, rounds }: Record<string, unknown>): PersonDecision {
  if (decision === 'accept') return { decision };
  if (decision === 'continue') return { decision, rounds: typeof rounds === 'number' ? rounds : 1 };
  if (decision === 'own' && typeof text === 'string' && text.trim() !== '') return { decision, text };
  throw new S2sError('INVALID_VALUE', 'The form was sent without a decision.', {
    hint: 'Choose accept or continue, or write what you decide.',
  });
}
