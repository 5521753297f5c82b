import type { UnitContent } from '../unit-content.ts';

const titles = ["Old friends", "At work", "A trip to remember", "Shopping smart", "Health matters", "The way we were", "Making plans", "What if?"];
export const way2: readonly UnitContent[] = titles.map((titulo) => ({
  titulo,
  audios: [1, 2, 3].map((n) => ({ titulo: `Track ${n}`, lines: [{ text: 'Hello.', pt: 'Olá.' }] })),
  words: Array.from({ length: 12 }, (_, n) => ({ term: `word ${n}`, kind: 'substantivo', pt: 'palavra', example: `A word ${n}.`, examplePt: 'Uma palavra.', ipa: '/x/' })),
  questions: Array.from({ length: 10 }, (_, n) => ({ kind: 'gap' as const, ask: 'She ___ here.', right: ['is'], why: 'Verbo to be.', word: `word ${n}` })),
}));
