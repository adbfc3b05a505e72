/** The items of the text and the vote of each seat on them. */
import type { VNode } from 'preact';
import type { Item } from '../session/text.ts';
import { readVotes } from '../session/votes.ts';
import { formatPlural } from '../wording/format-numbers.ts';
import { sayItem, voteWords } from '../wording/votes.ts';
import { useShown } from './page-context.ts';
import { Cited, nameSeat, Section, SourceButton } from './parts.tsx';

export function ItemTable(): VNode | null {
  const { artifacts } = useShown().session;
  if (artifacts.length === 0) return null;
  const agreed = artifacts.filter(({ status }) => status === 'agreed');
  const decided = artifacts.filter(({ status }) => status === 'decided');
  const open = artifacts.filter(({ status }) => status === 'not-agreed');
  const drafts = artifacts.filter(({ status }) => status === 'draft');
  return (
    <Section id="items" title="Items and votes" count={artifacts.length}>
      {decided.length > 0 && <Table title="Decided" items={decided} />}
      {open.length > 0 && <Table title="Not agreed" items={open} />}
      {drafts.length > 0 && <Table title="In work" items={drafts} />}
      {agreed.length > 0 && (
        <details>
          <summary>{formatPlural(agreed.length, 'agreed item')}</summary>
          <Table title="Agreed" items={agreed} />
        </details>
      )}
    </Section>
  );
}

function Table({ title, items }: { title: string; items: readonly Item[] }): VNode {
  const { session } = useShown();
  const seats = session.participants.map(({ id }) => id);
  return (
    // A table that is wider than the screen scrolls by itself, also with the keyboard.
    <section class="scroll" tabIndex={0} aria-label={`${title} items by seat`}>
      <table class="items">
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">Item</th>
            {seats.map((seat) => (
              <th scope="col" class="seat">
                {nameSeat(session, seat)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map((item) => {
            const cast = readVotes(item);
            return (
              <tr key={item.id}>
                <th scope="row">
                  <SourceButton source={{ kind: 'item', id: item.id }} text={item.id} />{' '}
                  {item.title !== '' && (
                    <span class="strong">
                      <Cited text={item.title} />{' '}
                    </span>
                  )}
                  <Cited text={item.text} />
                  <span class="quiet small"> {sayItem(item)}</span>
                </th>
                {seats.map((seat) => {
                  const entry = cast.get(seat);
                  return (
                    <td class={`stance ${entry?.vote ?? 'none'}`} title={entry?.reason}>
                      {entry === undefined ? <span class="quiet">–</span> : voteWords[entry.vote]}
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
