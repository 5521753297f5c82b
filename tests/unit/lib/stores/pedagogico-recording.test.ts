import { afterEach, expect, it, vi } from 'vitest';
import { api } from '../../../../src/lib/api/browser.ts';
import { ApiError } from '../../../../src/lib/api/client.ts';
import { getClass, listClasses } from '../../../../src/lib/contract/pedagogico.ts';
import { recordingTargets } from '../../../../src/lib/stores/pedagogico-recording.ts';

vi.mock('../../../../src/lib/api/browser.ts', async () => ({
  ...(await import('../../../../src/lib/api/client.ts')),
  api: vi.fn(),
}));
afterEach(() => {
  vi.mocked(api).mockReset();
});

const classes = (bookId: number) => [7, 8].map((id) => ({ id, livro: { id: bookId }, status: 'ativa' }));
const details = {
  atividades: [
    { id: 3, titulo: 'Leia', tipo: 'audio', aceita_envio: true, corrigida_em: null },
    { id: 4, titulo: 'Escreva', tipo: 'texto', aceita_envio: true, corrigida_em: null },
  ],
};
const reading = { id: 3, titulo: 'Leia' };

it('activities that accept recordings are requested once for each book', async () => {
  const answers = vi.mocked(api).mockImplementation(async (call) => (call === listClasses ? classes(1) : details));
  for (let line = 0; line < 20; line += 1) expect(await recordingTargets(1)).toEqual([reading, reading]);
  expect(answers.mock.calls.map(([call]) => call)).toEqual([listClasses, getClass, getClass]);
  expect(await recordingTargets(2)).toEqual([]);
  expect(answers).toHaveBeenCalledTimes(4);
});

it('a class that did not load is requested again by the next recorder', async () => {
  vi.mocked(api).mockImplementation(async (call, input) => {
    if (call === listClasses) return classes(5);
    if (JSON.stringify(input).includes('7')) throw new ApiError(503, {});
    return details;
  });
  expect(await recordingTargets(5)).toEqual([reading]);
  vi.mocked(api).mockImplementation(async (call) => (call === listClasses ? classes(5) : details));
  expect(await recordingTargets(5)).toEqual([reading, reading]);
});
