import { mark } from '#lib/stores/panel-marked.ts';
import { kitWords } from '#lib/words/panel-kit.ts';
import Close from '~icons/material-symbols/close-rounded';
import { ActButton } from './ActButton.tsx';
import type { Thing } from './describe.ts';
import type { Acts } from './use-acts.ts';

/** The acts for the marked rows; an act that does not support all of them shows the number of rows. */
export function MarkedBar<Row extends Thing, Facts>({
  chosen,
  acts,
}: {
  chosen: readonly Row[];
  acts: Acts<Row, Facts>;
}) {
  const { env, start, subject } = acts;
  const own = acts.actsFor(chosen).filter(({ act }) => !act.href);
  const ids = chosen.map(({ id }) => id);
  return (
    <section className="kit-bar" aria-label={kitWords.marked(chosen.length)}>
      <strong role="status">{kitWords.marked(chosen.length)}</strong>
      {own.map(({ act, rows }) => (
        <ActButton key={act.name} {...{ act, rows, env, start }} look="pill" others={rows.length < chosen.length} />
      ))}
      {own.length === 0 && <span className="text-muted text-sm">{kitWords.nothingToDo}</span>}
      <button
        type="button"
        className="kit-icon ms-auto"
        aria-label={kitWords.clear}
        onClick={() => mark(subject.kind, ids, false)}
      >
        <Close className="size-5" aria-hidden="true" />
      </button>
    </section>
  );
}
