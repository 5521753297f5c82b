import { formatDate, formatDay, formatTime } from '#lib/format/dates.ts';
import { plural } from '#lib/format/money.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { clashWords } from '#lib/words/teaching.ts';

interface PreviewProps {
  preview: AnswerOf<'teaching.previewClass'>;
  isNew: boolean;
  timeZone: string;
}

/** The changes to a class’s lessons on saving. */
export function ClassPreview({ preview, isNew, timeZone }: PreviewProps) {
  const { aulas, primeira, ultima, sem_aula, mudam, entram, saem, choques } = preview;
  const at = (instant: string) => `${formatDate(instant, timeZone)}, ${formatTime(instant, timeZone)}`;
  const those = (lessons: readonly { inicio: string }[]) => lessons.map(({ inicio }) => at(inicio)).join('; ');
  return (
    <section role="status" aria-label="As aulas" className="notice tone-info">
      <div className="grid gap-2">
        <p>
          <strong className="num">{plural(aulas, 'aula', 'aulas')}</strong>
          {primeira && ultima && ` de ${at(primeira.inicio)} a ${at(ultima.inicio)}.`}
        </p>
        {!isNew && mudam.length + entram.length + saem.length === 0 && <p>Nenhuma aula muda de horário.</p>}
        {!isNew && mudam.length > 0 && (
          <ul>
            {mudam.map(({ id, numero, de, para }) => (
              <li key={id} className="num">
                Aula {numero}: {at(de.inicio)} → <strong>{at(para.inicio)}</strong>
              </li>
            ))}
          </ul>
        )}
        {!isNew && entram.length > 0 && (
          <p>
            {plural(entram.length, 'aula entra', 'aulas entram')}: {those(entram)}.
          </p>
        )}
        {saem.length > 0 && (
          <p>
            {plural(saem.length, 'aula sai', 'aulas saem')}: {those(saem)}.
          </p>
        )}
        {sem_aula.length > 0 && (
          <p>Sem aula: {sem_aula.map(({ dia, motivo }) => `${formatDay(dia)} (${motivo})`).join(', ')}.</p>
        )}
        {choques.map((clash) => (
          <p key={`${clash.turma.id} ${clash.motivo}`}>
            <strong>No mesmo horário:</strong>{' '}
            {clashWords.one({ ...clash, turma: clash.turma.nome, quando: at(clash.inicio) })}.
          </p>
        ))}
      </div>
    </section>
  );
}
