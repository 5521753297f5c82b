import { useEffect } from 'react';
import { NAMED_ACT } from '#lib/rules/lists/list-address.ts';
import { toast } from '#lib/stores/toast.ts';
import { kitWords } from '#lib/words/panel-kit.ts';
import type { Thing } from './describe.ts';
import type { Acts } from './use-acts.ts';

/**
 * The act of this name for the first row that supports it. Only an act with a form, because a link must not change
 * anything by itself.
 */
export function namedAct<Row extends Thing, Facts>(
  { actsFor }: Pick<Acts<Row, Facts>, 'actsFor'>,
  rows: readonly Row[],
  name: string | null,
) {
  return rows.flatMap((row) => actsFor([row])).find(({ act }) => act.name === name && act.form && !act.href);
}

/**
 * Starts the act that the address names, as links of the panel’s search do.
 *
 * @param isLast shows an error if no part started it: effects of the parts of a page run before its own
 */
export function useNamedAct<Row extends Thing, Facts>(
  acts: Acts<Row, Facts>,
  rows: readonly Row[],
  { isLast = false } = {},
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page opens
  useEffect(() => {
    const name = new URLSearchParams(location.search).get(NAMED_ACT);
    const found = namedAct(acts, rows, name);
    const isMissed = isLast && name !== null && rows.length > 0;
    if (!found && !isMissed) return;
    // Reloading the page does not start it again.
    history.replaceState(history.state, '', location.pathname);
    if (found) acts.start(found.act, found.rows);
    else toast.error(kitWords.notToDo);
  }, []);
}
