import { kitWords } from '#lib/words/panel-kit.ts';
import Dots from '~icons/material-symbols/more-horiz';
import type { Thing } from './describe.ts';
import type { Acts } from './use-acts.ts';

/** Opens the menu with all acts of a row. */
export const MoreButton = <Row extends Thing, Facts>({ row, acts }: { row: Row; acts: Acts<Row, Facts> }) => (
  <button
    type="button"
    className="kit-icon kit-dots"
    aria-label={kitWords.more(acts.subject.titleOf(row))}
    title={kitWords.acts}
    aria-haspopup="dialog"
    onClick={({ currentTarget }) => acts.openMenu(row, currentTarget)}
  >
    <Dots className="size-5" aria-hidden="true" />
  </button>
);
