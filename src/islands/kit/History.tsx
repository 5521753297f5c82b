import type { Key, ReactNode } from 'react';
import { relativeTime } from '#lib/format/dates.ts';
import type { Env } from './describe.ts';

interface Entry {
  key: Key;
  text: ReactNode;
  /** Values before and after. */
  changes?: readonly { campo: string; antes: string; depois: string }[];
  /** Author, origin and time; empty parts are omitted. */
  by: readonly (string | null | false)[];
}

/** The history of a thing, the newest entry first. */
export const History = ({ entries }: { entries: readonly Entry[] }) => (
  <ol>
    {entries.map(({ key, text, changes = [], by }) => (
      <li key={key} className="py-2.5 ruled [overflow-wrap:anywhere] first:pt-0 first:border-t-0">
        <p className="whitespace-pre-line">{text}</p>
        {changes.length > 0 && (
          <dl className="text-sm">
            {changes.map(({ campo, antes, depois }) => (
              <div key={campo}>
                <dt className="text-muted inline">{campo}: </dt>
                <dd className="num inline">{antes === 'vazio' ? depois : `${antes} → ${depois}`}</dd>
              </div>
            ))}
          </dl>
        )}
        <p className="text-muted num text-sm">{by.filter(Boolean).join(' · ')}</p>
      </li>
    ))}
  </ol>
);

interface Change {
  id: Key;
  quem: string;
  acao: string;
  em: string;
  mudancas: NonNullable<Entry['changes']>;
}

/** An entry for a change by staff. */
export const changeEntry = ({ id, quem, acao, em, mudancas }: Change, { now, timeZone }: Env): Entry => ({
  key: id,
  text: (
    <>
      <strong>{quem}</strong> {acao}
    </>
  ),
  changes: mudancas,
  by: [relativeTime(em, new Date(now), timeZone)],
});
