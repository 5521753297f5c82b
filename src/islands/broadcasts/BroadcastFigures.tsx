import type { Counts } from '#lib/contract/broadcasts.schema.ts';
import { formatCount } from '#lib/format/money.ts';
import { ownReaders, shareOf } from '#lib/words/broadcasts-panel.ts';
import { deviceWords } from '#lib/words/broadcasts-reach.ts';

const parts = [
  ['clicked', 'Clicada', '[--part:var(--color-primary)]'],
  ['shown', 'Mostrada', '[--part:color-mix(in_oklab,var(--color-primary)_62%,var(--color-base-100))]'],
  ['accepted', 'Aceita', '[--part:color-mix(in_oklab,var(--color-primary)_30%,var(--color-base-100))]'],
  ['failed', 'Falhou', '[--part:var(--color-error)]'],
  ['expired', 'Expirou', '[--part:var(--color-muted)]'],
] as const;

/** The results of a broadcast, for people and on their devices: the figures, and a bar with the same data. */
export function BroadcastFigures({ counts }: { counts: Counts }) {
  const { devices, accepted, shown, clicked, failed, expired } = counts;
  const only = { clicked, shown: shown - clicked, accepted: accepted - shown, failed, expired };
  const figures = [
    ['Pessoas', counts.people, ''],
    ...(counts.reached === undefined
      ? []
      : [['Chegou a', counts.reached, shareOf(counts.reached, ownReaders(counts))] as const]),
    ['Aparelhos', devices, ''],
    ['Aceitas', accepted, shareOf(accepted, devices)],
    ['Mostradas', shown, shareOf(shown, devices)],
    ['Clicadas', clicked, shareOf(clicked, devices)],
    ['Falharam', failed + expired, shareOf(failed + expired, devices)],
  ] as const;
  return (
    <>
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,5rem),1fr))] gap-y-4 gap-x-5 md:grid-flow-col">
        {figures.map(([label, value, share]) => (
          <div key={label}>
            <dt className="text-muted text-sm font-medium">{label}</dt>
            <dd className="text-2xl font-extrabold tracking-tight">{formatCount(value)}</dd>
            {share && <dd className="num text-muted text-sm">{share}</dd>}
          </div>
        ))}
      </dl>
      {devices > 0 && (
        <>
          <div className="flex gap-0.5 h-3.5 mt-5 overflow-clip rounded-full" aria-hidden="true">
            {parts.map(
              ([key, , colour]) =>
                only[key] > 0 && (
                  <span key={key} className={`min-w-1 basis-0 bg-(--part) ${colour}`} style={{ flexGrow: only[key] }} />
                ),
            )}
          </div>
          <ul
            className="flex flex-wrap gap-y-1 gap-x-5 mt-2.5 text-[0.875rem]"
            aria-label={`De ${deviceWords(devices)}`}
          >
            {parts.map(
              ([key, label, colour]) =>
                only[key] > 0 && (
                  <li
                    key={key}
                    className={`inline-flex items-center gap-2 before:size-3 before:rounded-[4px] before:bg-(--part) ${colour}`}
                  >
                    {label} <strong className="num">{formatCount(only[key])}</strong>
                  </li>
                ),
            )}
          </ul>
        </>
      )}
    </>
  );
}
