import { formatPoints } from '#lib/format/money.ts';
import type { ClubChart as Chart } from '#lib/rules/club/chart.ts';

const kinds = [
  ['issued', 'Emitidos'],
  ['spent', 'Trocados'],
  ['expired', 'Vencidos'],
] as const;

/** Points by month as columns around zero; the rows above it say the same in words. */
export const ClubChart = ({ chart: { width, height, zero, columns, maxIn, maxOut } }: { chart: Chart }) => (
  <figure className="surface club-chart p-5">
    <div className="mb-3 flex flex-wrap gap-x-5 gap-y-1 text-sm font-semibold" aria-hidden="true">
      {kinds.map(([kind, label]) => (
        <span
          key={kind}
          className="inline-flex items-center gap-2 before:size-3 before:rounded-[4px] before:bg-(--kind)"
          data-kind={kind}
        >
          {label}
        </span>
      ))}
    </div>
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {columns.flatMap((column) =>
        kinds.map(([kind]) => {
          const { y, height: tall } = column[kind];
          return (
            tall > 0 && (
              <rect key={column.mes + kind} x={column.x} y={y} width={column.width} height={tall} data-kind={kind} />
            )
          );
        }),
      )}
      <line x1="0" x2={width} y1={zero} y2={zero} vectorEffect="non-scaling-stroke" />
    </svg>
    <div className="text-muted mt-1 flex text-sm *:flex *:min-w-0 *:flex-1 *:justify-center" aria-hidden="true">
      {columns.map(({ mes, label }, index) => (
        <span key={mes} className={(columns.length - 1 - index) % 3 > 0 ? 'max-sm:invisible' : ''}>
          {label}
        </span>
      ))}
    </div>
    <figcaption className="text-muted mt-2 text-sm">
      Acima da linha, o que os membros ganharam: até {formatPoints(maxIn)} num mês. Abaixo, o que gastaram ou perderam
      por prazo: até {formatPoints(maxOut)}. Os números estão na tabela.
    </figcaption>
  </figure>
);
