import type { Palavra, Questao, WordKind } from '#lib/contract/practice.schema.ts';
import { plain } from './plain-answer.ts';
import type { Steps } from './study-session.ts';

/** Kinds of practice from the easiest to the hardest: recognize a word, know its sound, write it, use it, say it. */
export const kindsInOrder = ['significado', 'ouvir', 'digitar', 'completar', 'ordenar', 'falar'] as const;

/** A word with a memory interval below this many days is practiced by this kind; longer intervals by the next kind. */
const UNTIL_DAYS = { ouvir: 2, digitar: 7, completar: 14, ordenar: 30 } as const;

/**
 * The kind of practice for a word, by its memory: a new word is shown first, then heard; a forgotten word is heard again.
 */
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
  /** Whether there is also a microphone, and the student can speak. */
  canSay: boolean;
}

/** How a word is practiced now: by the required kind, or the hardest easier kind that its data allows. */
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
/** The length of a sentence that can be put in order. */
const [FEWEST, MAX] = [3, 9];

/** The question for a kind that the engine grades; null if the word’s data does not allow it. */
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

/** The position of the word in its example; null if the example inflects it. */
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

/** Shuffles with a seed: the same order on the server and in the browser. */
function mixed<Item extends { id: number | string }>(items: readonly Item[], seed: number): Item[] {
  const rank = ({ id }: Item, place: number) => ((Number(id) + place + seed) * 7919 + seed * 104_729) % 1009;
  return items
    .map((item, place) => ({ item, at: rank(item, place) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

/** How an answer turned out. `close`: the right word, with one letter wrong. */
export type Result = 'right' | 'close' | 'wrong';

/** Grades the kinds that have one right answer, on the device. */
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

/** In shorter words one different letter makes another word. */
const LONG_WORD = 5;

/** Whether the texts differ by one letter: added, missing or replaced. */
function isOneApart(a: string, b: string): boolean {
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++;
  const [restA, restB] = [a.slice(start), b.slice(start)];
  return restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1);
}

/**
 * Converts a result into a rating of 1 to 4. Only the student can rate a word as easy. A student who cannot order a
 * sentence has not forgotten its word.
 */
export function ratingOf(kind: WordKind, result: Result): number {
  if (result === 'wrong') return kind === 'ordenar' ? 2 : 1;
  return result === 'close' ? 2 : 3;
}
