import { useEffect, useState } from 'react';
import { ActLayer } from './ActLayer.tsx';
import type { Env, KnownFields, LinesOf, Thing } from './describe.ts';
import { draw } from './draw.tsx';
import { RowActs } from './RowActs.tsx';
import { useActs } from './use-acts.ts';
import { useNamedAct } from './use-named-act.ts';

interface LinesProps<Row extends Thing, Details> {
  lines: LinesOf<Row, Details>;
  details: Details;
  env: Env;
  fields: KnownFields;
  /** Reloads the record. */
  reload: () => void;
}

/** A part without entries and without a text for that case is omitted. */
export const isLeftOut = <Row extends Thing, Details>(lines: LinesOf<Row, Details>, details: Details, env: Env) =>
  lines.empty === undefined && lines.of(details, env).length === 0;

/** Things of another kind in a part of a record, with their own acts. */
export function Lines<Row extends Thing, Details>({ lines, details, env, fields, reload }: LinesProps<Row, Details>) {
  const { subject, state, note, fold, empty } = lines;
  const more = lines.more?.(details);
  const [items, setItems] = useState(() => lines.of(details, env));
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs only when the record was reloaded
  useEffect(() => setItems(lines.of(details, env)), [details]);
  const show = (of: (row: Row) => Row) => setItems((now) => now.map(of));
  const acts = useActs<Row, Details>({ subject, facts: details, env, fields, items, show, reload });
  useNamedAct(acts, items);
  if (items.length === 0) return <p className="text-muted">{empty}</p>;
  const list = (
    <ul className="kit-lines">
      {items.map((row) => (
        <li key={row.id}>
          {subject.href ? (
            <a className="kit-open" href={subject.href(row)}>
              {subject.titleOf(row)}
            </a>
          ) : (
            <strong>{subject.titleOf(row)}</strong>
          )}
          {state?.(row, env)}
          <span className="kit-acts">
            <RowActs {...{ row, acts }} />
          </span>
          <span className="text-muted text-sm">{draw.line(note(row, env))}</span>
        </li>
      ))}
    </ul>
  );
  return (
    <>
      {fold ? (
        <details className="disclosure">
          <summary>{fold(items.length)}</summary>
          {list}
        </details>
      ) : (
        list
      )}
      {more && (
        <a className="btn btn-sm btn-soft-brand mt-3" href={more.href}>
          {more.label}
        </a>
      )}
      <ActLayer acts={acts} isPart />
    </>
  );
}
