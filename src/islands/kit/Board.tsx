import type { AnswerOf, IslandRead } from '#lib/page/operations.ts';
import { isNarrowed } from '#lib/rules/lists/list-address.ts';
import { kitWords } from '#lib/words/panel-kit.ts';
import { ActLayer } from './ActLayer.tsx';
import { BoardStage } from './BoardStage.tsx';
import { type BoardOf, createOf, emptyOf, stagesOf, type Thing, tabsOf, type ViewProps } from './describe.ts';
import { KeyLine } from './KeyLine.tsx';
import { Sums } from './Sums.tsx';
import { openFilter, Toolbar } from './Toolbar.tsx';
import { useActs } from './use-acts.ts';
import { useCards } from './use-cards.ts';
import { useDrag } from './use-drag.ts';
import { useKeys } from './use-keys.ts';
import { useView, withRows } from './use-view.ts';
import { ViewHead } from './ViewHead.tsx';
import { ViewState } from './ViewState.tsx';
import { Week } from './Week.tsx';

/** A board of the panel by its description: one column for each stage. A card moves by its acts: drag, menu or key. */
export function Board<Row extends Thing, Read extends IslandRead>({
  board,
  ...first
}: ViewProps<Read> & { board: BoardOf<Row, Read> }) {
  type Facts = AnswerOf<Read>;
  const { address, answer, failure, isLoading, setAnswer, go, link, all, reload } = useView<Facts>(board, first);
  const { items = [] } = (answer ?? {}) as { items?: readonly Row[] };
  const { env, fields } = first;
  const { filters = [] } = board;
  const cards = useCards(items);
  const acts = useActs<Row, Facts>({
    subject: board,
    facts: answer,
    env,
    fields,
    items,
    show: (of) => setAnswer((now) => now && withRows(now, of)),
    reload,
  });
  const stages = answer ? stagesOf(board, answer) : [];
  const drag = useDrag(board, stages, acts);
  const create = acts.creating(createOf(board, answer));
  useKeys({ ...acts.keysFor(cards.meant), ...cards.keys, ...create.keys, f: openFilter });

  const sums = answer && board.sums?.(answer);
  return (
    <section className="kit" aria-busy={isLoading}>
      <ViewHead
        {...{ title: board.title, path: board.path, tabs: tabsOf(board, env), address, create: create.button }}
        help={env.help}
        links={answer ? board.links?.(answer, address) : undefined}
      />
      {answer && <Toolbar {...{ label: board.search, path: board.path, address, filters, facts: answer, go, link }} />}
      {sums && <Sums {...sums} />}
      {answer && board.calendar && items.length > 0 && (
        <Week {...{ board, calendar: board.calendar, answer, items, env }} />
      )}
      <ViewState
        failure={failure}
        retry={reload}
        empty={answer && items.length === 0 ? emptyOf(board, answer) : null}
        all={isNarrowed(filters, address) ? all : null}
      />
      {answer && (
        <div ref={cards.columns} className="kit-board">
          {stages.map((stage) => (
            <BoardStage key={stage.value} {...{ board, stage, answer, items, acts, drag }} />
          ))}
        </div>
      )}
      <KeyLine acts={[...acts.someFor(items), ...create.acts]} keys={kitWords.boardKeys} />
      <ActLayer acts={acts} />
    </section>
  );
}
