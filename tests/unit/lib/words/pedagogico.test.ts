import { expect, it } from 'vitest';
import { activityLook, classLook } from '../../../../src/lib/words/pedagogico.ts';

const prazo = '2026-11-19T23:59:00.000Z';
const file = (enviado_em: string) => ({ n: 1, nome: 'a.pdf', mime: 'application/pdf', tamanho_bytes: 1, enviado_em });

it.each([
  ['enviada', '2026-11-20T10:00:00.000Z', 'Enviada com atraso'],
  ['enviada', '2026-11-19T10:00:00.000Z', 'Enviada'],
  ['corrigida', '2026-11-20T10:00:00.000Z', 'Corrigida'],
] as const)('C15 an activity that is %s with a file of %s is shown as %s', (status, at, label) => {
  expect(activityLook({ status, prazo, arquivos: [file(at)] } as never).label).toBe(label);
});

it('C15 the first file decides about lateness, and work without a deadline is never late', () => {
  const [early, late] = [file('2026-11-19T10:00:00.000Z'), file('2026-11-21T10:00:00.000Z')];
  expect(activityLook({ status: 'enviada', prazo, arquivos: [late, early] } as never).label).toBe('Enviada');
  expect(activityLook({ status: 'enviada', prazo: null, arquivos: [late] } as never).label).toBe('Enviada');
});

it.each([
  ['trancada', 'ativa', 'Pausada'],
  ['trancada', 'trancada', 'Trancada'],
  ['trancada', undefined, 'Trancada'],
  ['ativa', 'ativa', 'Em andamento'],
] as const)('a class that is %s with an enrollment that is %s is shown as %s', (status, matricula, label) => {
  expect(classLook({ status, matricula }).label).toBe(label);
});
