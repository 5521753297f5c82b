import { expect, it } from 'vitest';
import { presenceSentence } from '../../../../src/lib/words/pedagogico.ts';

const presence = { aulas: 20, presencas: 15, faltas: 3, percentual: 83, minimo_percentual: 75 };

it.each([
  [{ contadas: 18, justificadas: 1 }, null, 'Você veio a 15 de 18 aulas (83%). 3 faltas, 1 justificada a mais.'],
  [{ contadas: 18, justificadas: 0 }, 'Davi', 'Davi veio a 15 de 18 aulas (83%). 3 faltas.'],
  // Hosts of the franchise do not say what was counted.
  [{ faltas: 1 }, null, 'Você veio a 15 de 20 aulas (83%). 1 falta.'],
  [{ presencas: 1, contadas: 1, faltas: 0, percentual: 100 }, null, 'Você veio a 1 de 1 aula (100%). Nenhuma falta.'],
])('the sentence states how often a student attended %#', (more, who, sentence) => {
  expect(presenceSentence({ ...presence, ...more }, who)).toBe(sentence);
});
