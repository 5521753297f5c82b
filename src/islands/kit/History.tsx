import type { Key, ReactNode } from 'react';
import { relativeTime } from '#lib/format/dates.ts';
import type { Env } from './describe.ts';

interface Entry {
  key: Key;
  text: ReactNode;
  /** Values before and after. */
  changes?: readonly { campo: string; antes: string; depois: string }[];
  /** Who, from where, when; what is empty is left out. */
  by: readonly (string | null | false)[];
}

/** What happened to a thing, the newest first. */
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

/** What somebody of the staff did. */
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
