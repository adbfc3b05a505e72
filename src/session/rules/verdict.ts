/** What looking at a decision again came to: the words of the item that was voted on. */
import type { Session } from '../session.ts';
import { type Verdict, verdicts } from '../vocabulary.ts';

/** The verdict that was agreed, or that a person decided; null where none was. */
export function readVerdict({ artifacts }: Pick<Session, 'artifacts'>): Verdict | null {
  const item = artifacts.find(
    ({ kind, status }) => kind === 'verdict' && (status === 'agreed' || status === 'decided'),
  );
  return verdicts.find((one) => one === item?.details.verdict) ?? null;
}
