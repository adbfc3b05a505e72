/** The count after a last call: pure. */

import { countItem, isCounted, readCountOptions, stopsAtBlock } from '../../session/rules/counting.ts';
import { nextId } from '../../session/rules/same-text.ts';
import { accountsFor } from '../../session/rules/text-measures.ts';
import type { Session } from '../../session/session.ts';
import type { Item, Text } from '../../session/text.ts';

/** Counts every item anew: its status, and the consensus. A patch that was refused gives way to the words before it. */
export function countText(session: Session, step: string): Session {
  const rule = session.settings.consensus;
  const options = readCountOptions(session);
  const refused: string[] = [];
  const settled = session.artifacts.map((item): Item => {
    // What a person decided holds whatever the votes are: they are dissent from what was made of it.
    if (item.decision !== null) return decideItem({ ...item, before: null }, session, step);
    if (!isCounted(rule)) return item;
    if (item.before !== null) {
      const old: Item = { ...item, ...item.before, before: null };
      // Only a patch that the rule agrees to takes the place of words that it had agreed to.
      if (!countItem(item, rule, options).agreed && countItem(old, rule, options).agreed) {
        refused.push(item.id);
        return settle({ ...old, history: [...old.history, { step, code: 'patch_refused' }] }, true, step);
      }
    }
    return settle({ ...item, before: null }, countItem(item, rule, options).agreed, step);
  });
  const agreed = settled.filter(({ status }) => status === 'agreed');
  const consensus: Session['consensus'] = [];
  for (const item of agreed) {
    const { ratified_by, stood_aside } = countItem(item, rule, options);
    const known = session.consensus.find(({ item_id }) => item_id === item.id);
    const id = known?.id ?? nextId('C', session.consensus.concat(consensus));
    consensus.push({ id, item_id: item.id, text: item.text, supported_by: ratified_by, stood_aside });
  }
  return { ...session, artifacts: settled, consensus, text: restoreText(session, refused) };
}

/** The text after a vote on a patch: what was patched for refused items alone says again what it said before. */
function restoreText({ text, artifacts }: Session, refused: readonly string[]): Text | null {
  if (text === null || text.before === null) return text;
  const patched = artifacts.filter(({ before }) => before !== null);
  const isRefused = ({ id }: Item): boolean => refused.includes(id);
  const sections = text.sections.map((section) => {
    const old = text.before?.sections.find(({ id }) => id === section.id);
    const named = patched.filter((item) => accountsFor(section, item));
    // A passage that names none of them was patched for the sake of all.
    const own = named.length === 0 ? patched : named;
    return old !== undefined && own.every(isRefused) ? { ...section, body: old.body } : section;
  });
  const head = patched.every(isRefused) ? text.before.head : {};
  return { ...text, ...head, sections, before: null };
}

function settle(item: Item, agreed: boolean, step: string): Item {
  const status = agreed ? 'agreed' : 'not-agreed';
  if (item.status === status) return item;
  return {
    ...item,
    status,
    decided_by: 'count',
    history: [...item.history, { step, code: agreed ? 'agreed' : 'not_agreed' }],
  };
}

function decideItem(item: Item, session: Session, step: string): Item {
  const by = session.escalations.find(({ id }) => id === item.decision)?.answered_by ?? null;
  if (item.status === 'decided' || by === null) return item;
  const event = {
    step,
    code: 'decided' as const,
    ...(item.decision === null ? {} : { from: item.decision }),
  };
  return { ...item, status: 'decided', decided_by: by, history: [...item.history, event] };
}

/** Items that the rule needs settled and that are blocked. */
export function listUnsettled(session: Session): Item[] {
  const rule = session.settings.consensus;
  if (!isCounted(rule) || !stopsAtBlock(rule)) return [];
  const options = readCountOptions(session);
  return session.artifacts.filter(
    (item) => item.status === 'not-agreed' && countItem(item, rule, options).blocked_by.length > 0,
  );
}
