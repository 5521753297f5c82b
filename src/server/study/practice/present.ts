import type { Audio, Cartao, LivroProgresso, Palavra, Questao, TesteResumo } from '#lib/contract/practice.schema.ts';
import { routes } from '#lib/routes.ts';
import type { booksWithUnits } from '../books/read-books.ts';
import { intervalsFrom, type Memory } from './memory.ts';
import { currentUnit, nextPart, sumProgress } from './progress.ts';
import type { AudioRow, CardRow, filesIn, positionsOf, QuestionRow, testsIn, WordRow } from './queries.ts';
import type { Question, Submitted } from './submit-test.ts';

type Rows<Query extends (...args: never[]) => Promise<unknown[]>> = Awaited<ReturnType<Query>>[number];

export const presentCard = ({ passos: _steps, intervalo_dias: _days, ...cartao }: Memory): Cartao => cartao;

/** A book with its progress, and the part to continue with. */
export function presentProgress({ book, units }: Rows<typeof booksWithUnits>): LivroProgresso {
  const unit = currentUnit(units);
  return {
    user_book: book,
    progresso: sumProgress(units),
    continuar: unit && {
      tipo: nextPart(unit),
      id: unit.unidade_id,
      titulo: `Unidade ${unit.numero} · ${unit.titulo}`,
      path: routes.pedagogico.practice(book.id, { unidade: unit.numero, parte: nextPart(unit) }),
    },
  };
}

export function presentAudio(row: AudioRow, position: Rows<typeof positionsOf> | undefined, bytes: number): Audio {
  const { unidade_id: _unit, transcricao, picos, ...audio } = row;
  return {
    ...audio,
    transcricao: JSON.parse(transcricao),
    picos: JSON.parse(picos),
    tamanho_bytes: bytes,
    posicao_s: position?.posicao_s ?? 0,
    ouvido: position?.ouvido ?? false,
  };
}

export function presentWord(row: WordRow, card: CardRow | undefined, now: Date): Palavra {
  const { unidade_id: _unit, ordem: _place, ...palavra } = row;
  if (!card) return { ...palavra, cartao: null, intervalos_s: intervalsFrom(null, now) };
  const { user_id: _user, palavra_id: _word, ...memory } = card;
  return { ...palavra, cartao: presentCard(memory), intervalos_s: intervalsFrom(memory, now) };
}

/** PostgreSQL returns counts as text. */
export const presentTest = ({ unidade_id: _unit, ...row }: Rows<typeof testsIn>): TesteResumo => ({
  ...row,
  questoes_total: Number(row.questoes_total),
  tentativas: Number(row.tentativas),
});

/** A question without its answer and its explanation. */
export const presentQuestion = (row: Question): Questao => ({
  id: row.id,
  tipo: row.tipo,
  enunciado: row.enunciado,
  audio_url: row.audio_url,
  ...optionsOf(row),
  pontos: row.pontos,
});

export const optionsOf = ({ dados }: Pick<QuestionRow, 'dados'>): Pick<Questao, 'alternativas' | 'pares'> =>
  JSON.parse(dados);

export const keyOf = ({ chave }: Pick<QuestionRow, 'chave'>): Submitted[] => JSON.parse(chave);

/** The package's version changes with any of its files. */
export const packageOf = (files: readonly Rows<typeof filesIn>[]) => ({
  tamanho_bytes: files.reduce((sum, { tamanho_bytes }) => sum + tamanho_bytes, 0),
  versao: versionOf(files),
});

/** A sum of the digests: short, and equal for equal files. */
function versionOf(files: readonly Rows<typeof filesIn>[]): string {
  let sum = 0;
  for (const { sha256 } of files) sum = (sum * 31 + Number.parseInt(sha256.slice(0, 8), 16)) % 2_147_483_647;
  return sum.toString(36);
}
