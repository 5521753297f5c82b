import type { Palavra, Questao, WordKind } from '#lib/contract/practice.schema.ts';
import { plain } from './plain-answer.ts';
import type { Steps } from './study-session.ts';

/** Kinds from the easiest to the hardest: to recognise a word, to know it by its sound, to write it, to use it, to say it. */
export const kindsInOrder = ['significado', 'ouvir', 'digitar', 'completar', 'ordenar', 'falar'] as const;

/** A word of a memory that lasts fewer days than this is asked by the kind; longer ones by the next. */
const UNTIL_DAYS = { ouvir: 2, digitar: 7, completar: 14, ordenar: 30 } as const;

/** The kind that a word needs by how firm it stands: a new one is shown first, then heard; a forgotten one is heard again. */
export function neededKind({ cartao }: Pick<Palavra, 'cartao'>, { turns, isKnown }: Steps): WordKind {
  if (turns === 0 && !cartao) return 'significado';
  if (!cartao || !isKnown) return 'ouvir';
  const days = cartao.estabilidade;
  const kinds = ['ouvir', 'digitar', 'completar', 'ordenar'] as const;
  return kinds.find((kind) => days < UNTIL_DAYS[kind]) ?? 'falar';
}

type Word = Pick<Palavra, 'id' | 'termo' | 'traducao' | 'exemplo' | 'exemplo_traducao' | 'audio_url' | 'cartao'>;

interface Around {
  /** The other words, for wrong options. */
  words: readonly Word[];
  /** Whether sounds load, and the student can listen. */
  canHear: boolean;
  /** Whether there is a microphone too, and the student can speak. */
  canSay: boolean;
}

/** How a word is asked now: the kind it needs, or the hardest easier one that its data allows. */
export function taskFor(word: Word, steps: Steps, around: Around): { kind: WordKind; question: Questao | null } {
  const needed = kindsInOrder.indexOf(neededKind(word, steps));
  for (const kind of kindsInOrder.slice(1, needed + 1).toReversed()) {
    if (kind === 'falar' && around.canSay) return { kind, question: null };
    const question = questionFor(kind, word, around);
    if (question) return { kind, question };
  }
  return { kind: 'significado', question: null };
}

const OPTIONS = 4;
/** A sentence to be put in order. */
const [FEWEST, MAX] = [3, 9];

/** The question of a kind that the engine grades; null where the data of the word does not allow it. */
function questionFor(kind: WordKind, word: Word, { words, canHear }: Around): Questao | null {
  const base = { id: word.id, pontos: 1 };
  if (kind === 'ouvir') {
    if (!canHear) return null;
    const others = new Map(words.map((other) => [plain(other.traducao), other]));
    others.delete(plain(word.traducao));
    const wrong = mixed([...others.values()], word.id).slice(0, OPTIONS - 1);
    if (wrong.length < OPTIONS - 1) return null;
    const alternativas = mixed([word, ...wrong], word.id + 1).map(({ id, traducao }) => ({
      id: String(id),
      texto: traducao,
    }));
    const enunciado = 'O que significa o que você ouve?';
    return { ...base, tipo: 'multipla_escolha', enunciado, audio_url: word.audio_url, alternativas };
  }
  if (kind === 'digitar') return { ...base, tipo: 'lacuna', enunciado: word.traducao };
  if (kind === 'completar') {
    const gap = gapIn(word);
    return gap && { ...base, tipo: 'lacuna', enunciado: `${gap.before}___${gap.after} (${word.traducao})` };
  }
  const tokens = tokensOf(word.exemplo);
  if (kind !== 'ordenar' || tokens.length < FEWEST || tokens.length > MAX) return null;
  const alternativas = mixed(
    tokens.map((texto, place) => ({ id: String(place), texto })),
    word.id,
  );
  return { ...base, tipo: 'ordenar', enunciado: word.exemplo_traducao, alternativas };
}

/** "to receive" without its particle. */
const bare = (termo: string) => termo.replace(/^to /i, '');

/** The place of the word in its example; null where the example bends it. */
function gapIn({ termo, exemplo }: Word) {
  const at = exemplo.toLowerCase().indexOf(bare(termo).toLowerCase());
  const end = at + bare(termo).length;
  const isLetter = (letter: string | undefined) => letter !== undefined && /[\p{L}\p{N}]/u.test(letter);
  if (at < 0 || isLetter(exemplo[at - 1]) || isLetter(exemplo[end])) return null;
  return { before: exemplo.slice(0, at), after: exemplo.slice(end) };
}

/** The words of a sentence, without the mark that ends it. */
const tokensOf = (sentence: string) =>
  sentence
    .split(' ')
    .filter(Boolean)
    .map((token, place, all) => (place === all.length - 1 ? token.replace(/[.!?]/g, '') : token));

/** The same order for the same seed, on the server and in the browser. */
function mixed<Item extends { id: number | string }>(items: readonly Item[], seed: number): Item[] {
  const rank = ({ id }: Item, place: number) => ((Number(id) + place + seed) * 7919 + seed * 104_729) % 1009;
  return items
    .map((item, place) => ({ item, at: rank(item, place) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** How an answer turned out. `close`: the right word, with one letter wrong. */
export type Result = 'right' | 'close' | 'wrong';

/** Grades what the engine can know, on the device. */
export function gradeWord(kind: WordKind, word: Word, question: Questao, answer: string | readonly string[]): Result {
  if (kind === 'ouvir') return answer === String(word.id) ? 'right' : 'wrong';
  if (kind === 'ordenar') {
    const texts = new Map(question.alternativas?.map(({ id, texto }) => [id, texto]));
    const answered = typeof answer === 'string' ? [] : answer.map((id) => texts.get(id));
    return plain(answered.join(' ')) === plain(tokensOf(word.exemplo).join(' ')) ? 'right' : 'wrong';
  }
  const answered = plain(bare(plain(String(answer))));
  const right = plain(bare(word.termo));
  if (answered === right) return 'right';
  return right.length >= LONG_WORD && isOneApart(answered, right) ? 'close' : 'wrong';
}

/** In a shorter word one other letter makes another word. */
const LONG_WORD = 5;

/** Whether one letter more, less or other makes the texts the same. */
function isOneApart(a: string, b: string): boolean {
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  return restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1);
}

/**
 * What the result of a kind means to the memory, as a rating of 1 to 4. That a word is easy is for the student to say. Who
 * cannot order a sentence has not forgotten its word.
 */
export function ratingOf(kind: WordKind, result: Result): number {
  if (result === 'wrong') return kind === 'ordenar' ? 2 : 1;
  return result === 'close' ? 2 : 3;
}
