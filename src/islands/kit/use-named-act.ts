import { useEffect } from 'react';
import { NAMED_ACT } from '#lib/rules/lists/list-address.ts';
import type { Thing } from './describe.ts';
import type { Acts } from './use-acts.ts';

/** Begins the act that the address names, on the first row that takes it: the search of the panel leads there. */
export function useNamedAct<Row extends Thing, Facts>(acts: Acts<Row, Facts>, rows: readonly Row[]): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the page opens
  useEffect(() => {
    const name = new URLSearchParams(location.search).get(NAMED_ACT);
    const row = rows.find((each) => acts.actsFor([each]).some(({ act }) => act.name === name));
    const found = row && acts.actsFor([row]).find(({ act }) => act.name === name);
    if (!row || !found || found.act.href) return;
    // A page that is loaded again begins nothing.
    history.replaceState(history.state, '', location.pathname);
    acts.start(found.act, found.rows);
  }, []);
}
