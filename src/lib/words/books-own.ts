import type { BookUpload, Tally } from '#lib/contract/books-staff.schema.ts';
import { plural } from '#lib/format/money.ts';

type Listed = NonNullable<BookUpload['livro']>['lista'][number];

const parts: Readonly<Record<keyof Tally, { one: string; many: string; isHe: boolean }>> = {
  unidade: { one: 'unidade', many: 'unidades', isHe: false },
  audio: { one: 'áudio', many: 'áudios', isHe: true },
  palavra: { one: 'palavra', many: 'palavras', isHe: false },
  questao: { one: 'questão', many: 'questões', isHe: false },
};
const kinds = { novas: 'nova', mudadas: 'mudada', retiradas: 'retirada' } as const;

/** The ending of a word that follows its noun. */
const gendered = (word: string, isHe: boolean) => (isHe ? word.replace(/a$/, 'o') : word);

/** `2 palavras novas, 1 retirada`; empty if nothing of the kind changed. */
function countsOf(part: keyof Tally, tally: Tally): string {
  const { one, many, isHe } = parts[part];
  const words = (Object.keys(kinds) as (keyof typeof kinds)[]).flatMap((kind) => {
    const count = tally[part][kind];
    const word = gendered(kinds[kind], isHe);
    return count === 0 ? [] : [`${plural(count, word, `${word}s`)}`];
  });
  const all = Object.values(tally[part]).reduce((sum, count) => sum + count, 0);
  return words.length === 0 ? '' : `${all === 1 ? one : many}: ${words.join(', ')}`;
}

/** The changes of a version, a line for each kind of part. */
export const changeLines = (tally: Tally): string[] =>
  (Object.keys(parts) as (keyof Tally)[]).map((part) => countsOf(part, tally)).filter(Boolean);

/** `palavra retirada` */
export const changeName = ({ parte, tipo }: Pick<Listed, 'parte' | 'tipo'>): string =>
  `${parts[parte].one} ${gendered(tipo, parts[parte].isHe)}`;

/** Field labels of the form of new codes. */
export const copiesFields = { quantidade: 'Quantos códigos', unidade_id: 'Para a unidade' } as const;

export const ownBookWords = {
  installed: 'Livro instalado: quem tem o livro já vê a versão nova.',
  copies: 'Códigos criados: baixe a lista para imprimir.',
  aboutCopies:
    'Cada código abre um exemplar: quem o digita liga o livro à própria conta. A lista sai uma vez, para imprimir.',
  faults: (count: number) =>
    `Nada foi instalado. Corrija ${count === 1 ? 'este ponto' : `estes ${count} pontos`}, compacte a pasta e envie de novo. As listas contam de zero: palavras[0] é a primeira palavra.`,
  same: 'Nada: este livro já está instalado exatamente assim.',
  head: 'O nome, o nível ou a capa.',
  isNew: 'Depois de instalar, crie códigos ou escolha o livro em uma turma.',
  goesOn:
    'O que os alunos já ouviram, responderam e ganharam continua valendo. O que sai do livro fica guardado com o que fizeram.',
} as const;
