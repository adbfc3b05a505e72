/** Confidence over the rounds, with changes of position: as a drawing and as a table. */
import type { VNode } from 'preact';
import { formatConfidence } from '../wording/format-numbers.ts';
import { type ChartPoint, type ChartSize, drawLines, placeConfidence, placeRound } from './chart-points.ts';
import { useShown } from './page-context.ts';
import { nameSeat, Section, SourceButton } from './parts.tsx';

const size: ChartSize = { width: 520, height: 190, left: 28, right: 12, top: 10, bottom: 24 };
const changes = {
  no: '',
  argument: ', changed with an argument',
  unexplained: ', changed without one',
} as const;

export function Chart(): VNode | null {
  const { session } = useShown();
  const { rounds } = session;
  const seats = session.participants.map(({ id }) => id);
  const lines = drawLines(rounds, seats, size);
  if (lines.every(({ points }) => points.length === 0)) return null;
  const every = Math.ceil(rounds.length / 12);
  return (
    <Section id="positions" title="Positions and confidence">
      <svg
        class="chart"
        viewBox={`0 0 ${size.width} ${size.height}`}
        role="img"
        aria-labelledby="chart-title"
      >
        <title id="chart-title">
          Confidence of each seat over the rounds; the table below has the figures
        </title>
        {[0, 0.5, 1].map((value) => (
          <g class="grid">
            <line
              x1={size.left}
              x2={size.width - size.right}
              y1={placeConfidence(value, size)}
              y2={placeConfidence(value, size)}
            />
            <text x={size.left - 6} y={placeConfidence(value, size) + 4} text-anchor="end">
              {value}
            </text>
          </g>
        ))}
        {rounds.map(({ round }, index) =>
          index % every === 0 ? (
            <text
              class="tick"
              x={placeRound(index, rounds.length, size)}
              y={size.height - 6}
              text-anchor="middle"
            >
              {round}
            </text>
          ) : null,
        )}
        {lines.map(({ seat, paths, points }, index) => (
          <g class={`line line-${index % 8}`} key={seat}>
            {paths.map((path) => (
              <path d={path} />
            ))}
            {points.map((point) => (
              <g>
                <title>{`${nameSeat(session, seat)}, round ${point.round}: ${formatConfidence(point.confidence)}${changes[point.changed]}`}</title>
                {point.changed === 'no' ? (
                  <circle cx={point.x} cy={point.y} r={3} />
                ) : (
                  <path class="change" d={drawDiamond(point)} />
                )}
              </g>
            ))}
          </g>
        ))}
      </svg>
      <ul class="legend">
        {seats.map((seat, index) => (
          <li key={seat}>
            <span class={`swatch line-${index % 8}`} aria-hidden="true" /> {nameSeat(session, seat)}
          </li>
        ))}
      </ul>
      <p class="quiet small">Confidence from 0 to 1 over the rounds; a diamond is a change of position.</p>
      <details>
        <summary>As a table</summary>
        <section class="scroll" tabIndex={0} aria-label="Confidence by seat and round">
          <table>
            <thead>
              <tr>
                <th scope="col">Seat</th>
                {rounds.map(({ round }) => (
                  <th scope="col">R{round}</th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.map(({ seat, points }) => (
                <tr key={seat}>
                  <th scope="row">{nameSeat(session, seat)}</th>
                  {rounds.map(({ round }) => {
                    const point = points.find((one) => one.round === round);
                    return (
                      <td>
                        {point === undefined ? (
                          '–'
                        ) : (
                          <SourceButton
                            source={{ kind: 'said', round, seat }}
                            text={`${formatConfidence(point.confidence)}${point.changed === 'no' ? '' : ' ◆'}`}
                          />
                        )}
                      </td>
                    );
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </Section>
  );
}

function drawDiamond({ x, y }: ChartPoint): string {
  return `M${x} ${y - 6}L${x + 6} ${y}L${x} ${y + 6}L${x - 6} ${y}Z`;
}
