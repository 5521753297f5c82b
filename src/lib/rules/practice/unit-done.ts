import type { Feito, TesteResumo, Unidade } from '#lib/contract/practice.schema.ts';
import { formatGrade } from '#lib/format/grade.ts';
import { plural } from '#lib/format/money.ts';

/** From this grade on, a test of a unit is done. */
export const DONE_GRADE = 6;

/** The best grade of tests; null before the first attempt. */
export function bestOf(tests: readonly Pick<TesteResumo, 'melhor_nota'>[]): number | null {
  const grades = tests.flatMap(({ melhor_nota }) => melhor_nota ?? []);
  return grades.length > 0 ? Math.max(...grades) : null;
}

/** The reader’s progress in a unit: from a summary, or counted from the contents. */
export function doneIn({ feito, audios, vocabulario, testes }: Unidade): Feito {
  return (
    feito ?? {
      audios_ouvidos: audios.filter(({ ouvido }) => ouvido).length,
      audios_total: audios.length,
      palavras_vistas: vocabulario.filter(({ cartao }) => cartao).length,
      palavras_total: vocabulario.length,
      melhor_nota: bestOf(testes),
    }
  );
}

/**
 * The three parts of a unit with their progress. `count` of a test is its best grade, empty before the first attempt;
 * before the registration later units have no words.
 */
export function partsOf(unit: Unidade) {
  const done = doneIn(unit);
  const best = done.melhor_nota ?? null;
  return [
    {
      part: 'audio',
      tour: 'audios',
      label: 'Áudios',
      count: `${done.audios_ouvidos}/${done.audios_total}`,
      isDone: done.audios_ouvidos >= done.audios_total,
    },
    {
      part: 'vocabulario',
      tour: 'vocabulario',
      label: 'Palavras',
      count: done.palavras_total > 0 ? `${done.palavras_vistas}/${done.palavras_total}` : '',
      isDone: done.palavras_vistas >= done.palavras_total,
    },
    {
      part: 'teste',
      tour: 'testes',
      label: 'Teste',
      count: best === null ? '' : best < DONE_GRADE ? 'a refazer' : formatGrade(best),
      isDone: best !== null && best >= DONE_GRADE,
    },
  ] as const;
}

/** A unit in one line: its contents before the first step, then its progress; when finished, what can still improve. */
export function noteOf(unit: Unidade): string {
  const { audios_ouvidos, audios_total, palavras_vistas, palavras_total, melhor_nota } = doneIn(unit);
  const isNew = audios_ouvidos === 0 && palavras_vistas === 0 && typeof melhor_nota !== 'number';
  if (isNew)
    return `${plural(audios_total, 'áudio', 'áudios')}, ${plural(palavras_total, 'palavra', 'palavras')}, teste`;
  return partsOf(unit)
    .filter(({ part, isDone }) => !unit.concluida || !isDone || part === 'teste')
    .map(({ label, count }) => [label, count].filter(Boolean).join(' '))
    .join(' · ');
}
