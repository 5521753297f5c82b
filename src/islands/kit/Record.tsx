import type { AnswerOf, IslandRead } from '#lib/page/operations.ts';
import { kitWords } from '#lib/words/panel-kit.ts';
import { ActButton } from './ActButton.tsx';
import { ActLayer } from './ActLayer.tsx';
import type { RecordOf, Thing, ViewProps } from './describe.ts';
import { Facts } from './Facts.tsx';
import { HowToLink } from './HowToLink.tsx';
import { KeyLine } from './KeyLine.tsx';
import { isLeftOut, Lines } from './Lines.tsx';
import { MoreButton } from './MoreButton.tsx';
import { useActs } from './use-acts.ts';
import { useKeys } from './use-keys.ts';
import { useNamedAct } from './use-named-act.ts';
import { useView } from './use-view.ts';
import { ViewState } from './ViewState.tsx';

/** Further acts are in the menu. */
const MAX_SHOWN = 6;

/** One thing of the panel by its description: acts, facts, parts beside them, dangerous acts at the foot. */
export function Record<Row extends Thing, Read extends IslandRead>({
  record,
  ...first
}: ViewProps<Read> & { record: RecordOf<Row, Read> }) {
  type Details = AnswerOf<Read>;
  const { answer, failure, isLoading, setAnswer, reload } = useView<Details>(record, first);
  const row = answer as unknown as Row | null;
  const rows = row ? [row] : [];
  /** An act removed the record from the reader’s view: a person without access is no longer a member of the team. */
  const gone = row !== null && failure?.status === 404 ? (record.gone ?? kitWords.gone) : null;
  const { env } = first;
  const acts = useActs<Row, Details>({
    subject: record,
    facts: answer,
    env,
    fields: first.fields,
    items: rows,
    show: (of) => setAnswer((now) => now && (of(now as unknown as Row) as unknown as Details)),
    reload,
  });
  useKeys(
    acts.keysFor(() => rows),
    () => location.assign(listBefore(record.back.href)),
  );

  useNamedAct(acts, rows, { isLast: true });

  const own = acts.actsFor(rows);
  const button = ({ act, rows: its }: (typeof own)[number], place: number) => (
    <ActButton
      key={act.name}
      {...{ act, rows: its, env, start: acts.start }}
      look={place === 0 && !act.isDanger ? 'main' : 'pill'}
    />
  );
  const parts = (isBeside: boolean) =>
    record.parts
      .filter(
        (part) =>
          (part.isBeside ?? false) === isBeside &&
          answer &&
          (part.isShown?.(answer, env) ?? true) &&
          !(part.lines && isLeftOut(part.lines, answer, env)),
      )
      .map(({ title, body, facts, lines }) => (
        <section key={title} className="surface" aria-label={title}>
          <h2>{title}</h2>
          {answer && facts && <Facts of={facts(answer, env)} />}
          {answer && body?.(answer, env)}
          {answer && lines && <Lines {...{ lines, env, reload, fields: first.fields, details: answer }} />}
        </section>
      ));
  const safe = own.filter(({ act }) => !act.isDanger);
  const dangerous = own.filter(({ act }) => act.isDanger);

  return (
    <article className="kit" aria-busy={isLoading}>
      <header className="kit-head">
        <h1 tabIndex={-1}>{row ? record.titleOf(row) : record.back.label}</h1>
        <HowToLink of={env.help} />
        {row && record.state?.(row, env)}
        {row && <span className="text-muted num text-sm">{record.lead?.(row, env)}</span>}
      </header>
      <ViewState failure={gone ? null : failure} retry={reload} empty={gone} all={null} />
      {row && answer && !gone && (
        <>
          <div className="kit-do">
            {safe.slice(0, MAX_SHOWN).map(button)}
            {safe.length > 0 && <MoreButton {...{ row, acts }} />}
          </div>
          <div className="kit-record">
            <div>
              <section className="surface" aria-label={kitWords.facts}>
                <Facts of={record.facts(answer, env)} />
              </section>
              {parts(false)}
            </div>
            <div>{parts(true)}</div>
          </div>
          {dangerous.length > 0 && <footer className="kit-do">{dangerous.map(button)}</footer>}
          <KeyLine acts={acts.someFor(rows)} />
        </>
      )}
      <ActLayer acts={acts} />
    </article>
  );
}

/** The list with the reader’s filter and page. It is reloaded, and so includes changes to this record. */
function listBefore(href: string): string {
  const before = URL.parse(document.referrer);
  const isList = before?.origin === location.origin && before.pathname === href;
  return isList ? before.href : href;
}
