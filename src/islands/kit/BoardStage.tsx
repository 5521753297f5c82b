import { formatCount } from '#lib/format/money.ts';
import type { AnswerOf, IslandRead } from '#lib/page/operations.ts';
import { kitWords } from '#lib/words/panel-kit.ts';
import type { BoardOf, Stage, Thing } from './describe.ts';
import { MoreButton } from './MoreButton.tsx';
import type { Acts } from './use-acts.ts';
import type { Drag } from './use-drag.ts';

interface BoardStageProps<Row extends Thing, Read extends IslandRead> {
  board: BoardOf<Row, Read>;
  stage: Stage;
  answer: AnswerOf<Read>;
  items: readonly Row[];
  acts: Acts<Row, AnswerOf<Read>>;
  drag: Drag<Row, Read>;
}

/** One column of a board with its cards. */
export function BoardStage<Row extends Thing, Read extends IslandRead>({
  board,
  stage: { value, label, note, links = [], empty = kitWords.nobody },
  answer,
  items,
  acts,
  drag,
}: BoardStageProps<Row, Read>) {
  const own = items.filter((row) => board.stageOf(row) === value);
  return (
    <section aria-label={label} {...drag.stage(value)}>
      <h2>
        {label} <span className="kit-count">{formatCount(board.countOf(answer, value))}</span>
      </h2>
      {note && <p className="text-sm font-semibold">{note}</p>}
      {links.map(({ label, href }) => (
        <a key={href} className="link-target text-sm" href={href}>
          {label}
        </a>
      ))}
      {own.length === 0 && <p className="text-muted text-sm">{empty}</p>}
      <ul>
        {own.map((row) => (
          <li key={row.id} data-id={row.id} {...drag.card(row)}>
            <a className="kit-open" href={board.href?.(row)} draggable={false}>
              {board.titleOf(row)}
            </a>
            {board.card(row, acts.env)}
            <MoreButton {...{ row, acts }} />
          </li>
        ))}
      </ul>
    </section>
  );
}
