/** The items and the stance of each seat on them. */
import type { VNode } from 'preact';
import type { Item } from '../domain/records.ts';
import { formatPlural } from '../terminal/format-numbers.ts';
import { sayItem, sayStance } from '../terminal/wording.ts';
import { useShown } from './page-context.ts';
import { nameSeat, Section, SourceButton } from './parts.tsx';
import { listStances } from './sources.ts';

export function ItemTable(): VNode | null {
  const { artifacts } = useShown().session;
  if (artifacts.length === 0) return null;
  const agreed = artifacts.filter(({ status }) => status === 'agreed');
  const open = artifacts.filter(({ status }) => status === 'open');
  const gone = artifacts.filter((item) => !agreed.includes(item) && !open.includes(item));
  return (
    <Section id="items" title="Items" count={artifacts.length}>
      {agreed.length > 0 && <Table title="Agreed" items={agreed} />}
      {open.length > 0 && <Table title="Open" items={open} />}
      {gone.length > 0 && (
        <details>
          <summary>{formatPlural(gone.length, 'item')} rejected, withdrawn or replaced</summary>
          <Table title="No longer" items={gone} />
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
            const stances = listStances(item);
            return (
              <tr key={item.id}>
                <th scope="row">
                  <SourceButton source={{ kind: 'item', id: item.id }} text={item.id} />{' '}
                  {item.title !== '' && <span class="strong">{item.title}. </span>}
                  <span class="kept-lines">{item.text}</span>
                  {(item.status !== 'open' || item.raised_in === 'review') && (
                    <span class="quiet small"> {sayItem(item)}</span>
                  )}
                </th>
                {seats.map((seat) => {
                  const entry = stances.get(seat);
                  return (
                    <td class={`stance ${entry?.stance ?? 'none'}`} title={entry?.reason}>
                      {entry === undefined ? <span class="quiet">–</span> : sayStance(entry.stance)}
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
