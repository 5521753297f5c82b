import { plural } from '#lib/format/money.ts';
import { plain } from '#lib/rules/practice/plain-answer.ts';
import type { Question } from '../practice/submit-test.ts';

/** Max. questions: more belong in a book. */
const MAX_QUESTIONS = 50;
const MAX_CHOICES = 6;
const MAX_TEXT = 300;

/** What is wrong with written questions, in words. */
export class WrongQuestions {
  readonly words: string;
  constructor(words: string) {
    this.words = words;
  }
}

/**
 * Parses questions written by a teacher, one per line: `question | right | wrong | wrong # why`. With only a right answer the
 * student types it; ` / ` separates accepted answers. Choices are sorted alphabetically.
 *
 * @param before the previous questions: an unchanged line is the same question
 */
export function readQuestions(text: string, before: readonly Question[] = []): Question[] | WrongQuestions {
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  if (lines.length > MAX_QUESTIONS) {
    return new WrongQuestions(`São até ${plural(MAX_QUESTIONS, 'pergunta', 'perguntas')}`);
  }
  const questions = lines.map((line, at) => questionIn(line, at + 1));
  return (
    questions.find((each) => each instanceof WrongQuestions) ?? numbered(questions as Question[], { lines, before })
  );
}

/**
 * A changed question gets a new id, so that answers to its previous version do not count for it. The highest id must never
 * decrease: if it would, the last question gets the next one.
 */
function numbered(
  written: readonly Question[],
  { lines, before }: { lines: readonly string[]; before: readonly Question[] },
): Question[] {
  const left = [...before];
  const highest = Math.max(0, ...before.map(({ id }) => id));
  let last = highest;
  const questions = written.map((each, at) => {
    const same = left.findIndex((old) => [lines[at], lineOf(each)].includes(lineOf(old) ?? ''));
    return left.splice(same, same < 0 ? 0 : 1)[0] ?? { ...each, id: ++last };
  });
  const isFallen = last === highest && questions.every(({ id }) => id < highest);
  return isFallen
    ? questions.map((each, at) => (at === questions.length - 1 ? { ...each, id: last + 1 } : each))
    : questions;
}

function questionIn(line: string, id: number): Question | WrongQuestions {
  const wrong = (words: string) => new WrongQuestions(`Linha ${id}: ${words}`);
  const [question = '', ...reason] = line.split(/\s#\s/);
  const [enunciado = '', right = '', ...others] = question.split('|').map((part) => part.trim());
  const parts = [enunciado, right, ...others];
  if (parts.includes('')) return wrong('escreva a pergunta e a resposta, com | entre elas');
  if (parts.some((part) => part.length > MAX_TEXT)) return wrong(`use até ${MAX_TEXT} letras em cada parte`);
  if (enunciado.split('___').length > 2) return wrong('deixe uma lacuna só');
  if (others.length >= MAX_CHOICES) return wrong(`são até ${MAX_CHOICES} respostas`);
  if (new Set([right, ...others]).size < parts.length - 1) return wrong('há duas respostas iguais');
  const why = reason.join(' # ').trim();
  const rest = { id, enunciado, audio_url: null, pontos: 1 };
  if (others.length === 0) {
    const accepted = acceptedIn(right);
    if (accepted.some((each) => plain(each) === ''))
      return wrong('a resposta que o aluno escreve precisa de letras ou números');
    return {
      ...{ ...rest, tipo: 'lacuna', dados: '{}', chave: JSON.stringify(accepted) },
      explicacao: why || typedReason(accepted),
    };
  }
  const alternativas = [right, ...others]
    .toSorted((a, b) => a.localeCompare(b, 'en'))
    .map((texto, place) => ({ id: String(place + 1), texto }));
  const key = alternativas.find(({ texto }) => texto === right)?.id ?? '';
  return {
    ...{ ...rest, tipo: 'multipla_escolha', dados: JSON.stringify({ alternativas }), chave: JSON.stringify([key]) },
    explicacao: why || chosenReason(right),
  };
}

const acceptedIn = (right: string) =>
  right
    .split(' / ')
    .map((each) => each.trim())
    .filter(Boolean);
const typedReason = (accepted: readonly string[]) => `Resposta: ${accepted.join(', ou ')}.`;
const chosenReason = (right: string) => `A resposta certa é “${right}”.`;

/** The questions as lines; null for those of a book, which cannot be written as lines. */
export function writtenAs(questions: readonly Question[]): string | null {
  const lines = questions.map(lineOf);
  return lines.includes(null) ? null : lines.join('\n');
}

function lineOf({ tipo, enunciado, audio_url, dados, chave, explicacao }: Question): string | null {
  if (audio_url !== null || (tipo !== 'lacuna' && tipo !== 'multipla_escolha')) return null;
  const keys: string[] = JSON.parse(chave);
  const choices: { id: string; texto: string }[] = JSON.parse(dados).alternativas ?? [];
  const right = tipo === 'lacuna' ? keys.join(' / ') : (choices.find(({ id }) => id === keys[0])?.texto ?? '');
  const others = choices.filter(({ texto }) => texto !== right).map(({ texto }) => texto);
  const isOwn = explicacao !== (tipo === 'lacuna' ? typedReason(keys) : chosenReason(right));
  return [enunciado, right, ...others].join(' | ') + (isOwn ? ` # ${explicacao}` : '');
}
