import type { MouseEvent } from 'react';
import { formatCount } from '#lib/format/money.ts';
import type { AnswerOf, IslandRead } from '#lib/page/operations.ts';
import { isNarrowed } from '#lib/rules/lists/list-address.ts';
import { MAX_COUNTED } from '#lib/rules/lists/list-query.ts';
import { kitWords } from '#lib/words/panel-kit.ts';
import { ActLayer } from './ActLayer.tsx';
import {
  type Act,
  createOf,
  emptyOf,
  type ListAnswer,
  type ListOf,
  type Thing,
  tabsOf,
  type ViewProps,
} from './describe.ts';
import { KeyLine } from './KeyLine.tsx';
import { canMark, ListTable } from './ListTable.tsx';
import { MarkedBar } from './MarkedBar.tsx';
import { Sums } from './Sums.tsx';
import { openFilter, Toolbar } from './Toolbar.tsx';
import { useActs } from './use-acts.ts';
import { useKeys } from './use-keys.ts';
import { useRows } from './use-rows.ts';
import { useView, type ViewLink, withRows } from './use-view.ts';
import { ViewHead } from './ViewHead.tsx';
import { ViewState } from './ViewState.tsx';

const nothing: readonly never[] = [];

/** A list of the panel by its description. */
export function List<Row extends Thing, Read extends IslandRead>({
  list,
  ...first
}: ViewProps<Read> & { list: ListOf<Row, Read> }) {
  type Facts = AnswerOf<Read>;
  const { address, answer, failure, isLoading, setAnswer, go, link, all, reload } = useView<Facts>(list, first);
  const { filters = nothing } = list;
  const { total = 0, next = null, items = nothing } = (answer ?? {}) as Partial<ListAnswer<Row>>;
  const rows = useRows(list, items);
  const acts = useActs<Row, Facts>({
    subject: list,
    facts: answer,
    env: first.env,
    fields: first.fields,
    items,
    show: (of) => setAnswer((now) => now && withRows(now, of)),
    reload,
    refocus: rows.refocus,
  });
  const others = typeof list.others === 'function' ? answer && list.others(answer) : list.others;
  const create = acts.creating(createOf(list, answer), others ?? []);
  useKeys({ ...acts.keysFor(rows.meant), ...rows.keys, ...create.keys, f: openFilter }, rows.unmark);

  const sums = answer && list.sums?.(answer);
  return (
    <section className="kit" aria-busy={isLoading}>
      <ViewHead
        {...{ title: list.title, path: list.path, tabs: tabsOf(list, first.env), address, create: create.button }}
        help={first.env.help}
        others={answer ? create.others : []}
        count={answer && counted(total, list.words)}
        links={answer ? list.links?.(answer, address) : undefined}
        download={answer && total > 0 ? list.download?.(address, answer) : undefined}
      />
      {list.lead && <p className="text-muted text-sm">{list.lead}</p>}
      {answer && (
        <Toolbar
          {...{
            label: list.search,
            isOnSubmit: list.isOnSubmit,
            path: list.path,
            address,
            filters,
            facts: answer,
            go,
            link,
          }}
        />
      )}
      {sums && <Sums {...sums} />}
      <ViewState
        failure={failure}
        retry={reload}
        empty={answer && items.length === 0 ? emptyOf(list, answer) : null}
        all={isNarrowed(filters, address) ? all : null}
      />
      {answer && items.length > 0 && <ListTable {...{ list, answer, address, items, acts, ...rows }} />}
      {(next || address.depois) && (
        <nav className="flex items-center justify-between" aria-label={kitWords.pages(list.title)}>
          {address.depois ? <Page label={kitWords.first} link={link({ depois: '' })} /> : <span />}
          {next && <Page label={kitWords.next} link={link({ depois: next })} />}
        </nav>
      )}
      {answer && list.below?.(answer)}
      {rows.chosen.length > 0 && <MarkedBar {...{ chosen: rows.chosen, acts }} />}
      <KeyLine acts={[...acts.someFor(items), ...create.acts]} keys={items.length > 0 ? keysOf(list) : []} />
      <ActLayer acts={acts} />
    </section>
  );
}

/**
 * Keys that have no effect are omitted: opening rows without a page, marking rows without acts, filtering without
 * filters.
 */
const keysOf = (list: { href?: unknown; acts?: readonly Act<never, never>[]; filters?: readonly unknown[] }) =>
  kitWords.keys.filter(
    ([key]) =>
      (list.href || key !== 'Enter') &&
      ((list.filters?.length ?? 0) > 0 || key !== 'f') &&
      (canMark(list) || !['x', 'Esc'].includes(key)),
  );

/** A link to another page, which opens at its top. */
function Page({ label, link: { href, onClick } }: { label: string; link: ViewLink }) {
  const handleClick = (event: MouseEvent) => {
    onClick(event);
    if (event.defaultPrevented) scrollTo({ top: 0 });
  };
  return (
    <a className="btn btn-sm btn-soft-brand" href={href} onClick={handleClick}>
      {label}
    </a>
  );
}

const counted = (total: number, [one, many]: readonly [string, string]) =>
  total > MAX_COUNTED ? `Mais de ${MAX_COUNTED} ${many}` : `${formatCount(total)} ${total === 1 ? one : many}`;
