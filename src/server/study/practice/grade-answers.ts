import type { Questao } from '#lib/contract/practice.schema.ts';
import { normalForm } from '#lib/format/normal-form.ts';

/** A student's answer: see `Answer` of the contract. */
export type Given = string | string[];

export interface Keyed {
  tipo: Questao['tipo'];
  /** Every accepted answer. */
  chave: readonly Given[];
  pontos: number;
}

const TEN = 10;

/** Whether an answer is accepted. Typed answers may differ in capitals, accents, punctuation and spaces. */
export function isRight({ tipo, chave }: Pick<Keyed, 'tipo' | 'chave'>, given: Given | undefined): boolean {
  if (given === undefined) return false;
  return chave.some((accepted) => {
    if (tipo === 'associar') return sameSet(listOf(accepted), listOf(given));
    if (tipo === 'multipla_escolha') return accepted === given;
    return plain(textOf(accepted)) === plain(textOf(given)) && plain(textOf(given)) !== '';
  });
}

/** @returns 0 to 10, in tenths: the share of the possible points. */
export function gradeOf(results: readonly { pontos: number; certa: boolean }[]): number {
  const all = results.reduce((sum, { pontos }) => sum + pontos, 0);
  const earned = results.reduce((sum, { pontos, certa }) => sum + (certa ? pontos : 0), 0);
  return all === 0 ? 0 : Math.round((earned * TEN * 10) / all) / 10;
}

/** The text for comparing two answers. Typographic apostrophes become plain ones, and short forms stay. */
export const plain = (text: string): string =>
  normalForm(text.replace(/[’‘ʼ´`]/g, "'"), 'NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}' ]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim();

const listOf = (given: Given) => (typeof given === 'string' ? [given] : given);
const textOf = (given: Given) => (typeof given === 'string' ? given : given.join(' '));

const sameSet = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && new Set(a).size === new Set([...a, ...b]).size && new Set(b).size === b.length;
