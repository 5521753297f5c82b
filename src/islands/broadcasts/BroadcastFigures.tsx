import type { Counts } from '#lib/contract/broadcasts.schema.ts';
import { formatCount } from '#lib/format/money.ts';
import { deviceWords, shareOf } from '#lib/words/broadcasts-panel.ts';

const parts = [
  ['clicked', 'Clicada'],
  ['shown', 'Mostrada'],
  ['accepted', 'Aceita'],
  ['failed', 'Falhou'],
  ['expired', 'Expirou'],
] as const;

/** The results of a broadcast on its devices: the figures, and one bar that says the same. */
export function BroadcastFigures({ counts }: { counts: Counts }) {
  const { devices, accepted, shown, clicked, failed, expired } = counts;
  const only = { clicked, shown: shown - clicked, accepted: accepted - shown, failed, expired };
  const figures = [
    ['Pessoas', counts.people, ''],
    ['Aparelhos', devices, ''],
    ['Aceitas', accepted, shareOf(accepted, devices)],
    ['Mostradas', shown, shareOf(shown, devices)],
    ['Clicadas', clicked, shareOf(clicked, devices)],
    ['Falharam', failed + expired, shareOf(failed + expired, devices)],
  ] as const;
  return (
    <>
      <dl className="sending-figures">
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
          <div className="outcome-bar" aria-hidden="true">
            {parts.map(([key]) => only[key] > 0 && <span key={key} data-part={key} style={{ flexGrow: only[key] }} />)}
          </div>
          <ul className="outcome-legend" aria-label={`De ${deviceWords(devices)}`}>
            {parts.map(
              ([key, label]) =>
                only[key] > 0 && (
                  <li key={key} data-part={key}>
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
