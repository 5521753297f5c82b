import { expect, it } from 'vitest';
import { seatWords } from '../../../../src/lib/words/promo.ts';

it('a departure states its free seats, and warns when few are left', () => {
  expect(seatWords.aberta({ vagas: 40, restam: 11 })).toBe('11 de 40 vagas livres');
  expect(seatWords.aberta({ vagas: 40 })).toBe('40 vagas');
  expect(seatWords.ultimas({ vagas: 40, restam: 3 })).toBe('Últimas 3 vagas');
  expect(seatWords.ultimas({ vagas: 40, restam: 1 })).toBe('Última vaga');
  expect(seatWords.lotada()).toBe('Turma lotada');
  expect(seatWords.encerrada()).toBe('Inscrições encerradas');
});
