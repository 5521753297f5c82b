import { ActButton } from './ActButton.tsx';
import type { Thing } from './describe.ts';
import { MoreButton } from './MoreButton.tsx';
import type { Acts } from './use-acts.ts';

/** The buttons in a row itself, and the menu with the others. */
export const RowActs = <Row extends Thing, Facts>({ row, acts }: { row: Row; acts: Acts<Row, Facts> }) => (
  <span>
    {acts.firstFor(row).map(({ act, rows }) => (
      <ActButton
        key={act.name}
        {...{ act, rows, env: acts.env, start: acts.start }}
        name={acts.subject.titleOf(row)}
        look={act.icon ? 'icon' : 'pill'}
      />
    ))}
    {acts.actsFor([row]).length > 0 && <MoreButton {...{ row, acts }} />}
  </span>
);
