import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getHomeGrades, scanQrCode } from '../../src/lib/contract/pedagogico.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const people = { ana: 1, bruno: 2, davi: 4 };
const BOOK_OF_ANA = 1;

describe.each(engines)('at home on %s', (engine) => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool(engine);
  });
  afterAll(() => portal.close());

  describe('results of an enrolment (API-35, PED-13)', () => {
    const ask = (id: number, as: number) => portal.call(getHomeGrades, { params: { id } }, { as });

    it('results of an enrolment show each unit with its tests', async () => {
      const { body } = await ask(101, people.ana);
      expect(body).toMatchObject({ turma_aluno_id: 101, livro_id: 2, media: 9 });
      expect(body.unidades).toHaveLength(8);
      expect(body.unidades[0]).toMatchObject({ numero: 1, testes: [{ melhor_nota: 8, tentativas: 1 }] });
      expect(body.unidades[7]).toMatchObject({ progresso: { percentual: 0 }, testes: [{ tentativas: 0 }] });
    });

    it('results of an enrolment are empty, not an error, while the book is not linked', async () => {
      const { status, body } = await ask(102, people.davi);
      expect([status, body.media, body.unidades.length]).toEqual([200, null, 8]);
    });

    it('results of another student are not found, and a request needs a bearer', async () => {
      expect((await ask(101, people.bruno)).status).toBe(404);
      expect((await ask(101, people.davi)).status).toBe(404);
      expect((await portal.send('GET', '/api/v1/at-home/turma-aluno/101/notas/athome/')).status).toBe(401);
    });
  });

  describe('a code that was scanned in a book (API-37, PED-07)', () => {
    const scan = (b: string, as = people.ana, a = BOOK_OF_ANA) => portal.call(scanQrCode, { params: { a, b } }, { as });

    it.each([
      ['U4', { alvo: 'unidade', alvo_id: 204, path: '/pedagogico/minha-pratica/1?unidade=4' }],
      ['U4A2', { alvo: 'audio', alvo_id: 2042, path: '/pedagogico/minha-pratica/1?unidade=4&faixa=2' }],
      ['u4t', { alvo: 'teste', alvo_id: 2041, path: '/pedagogico/minha-pratica/1?unidade=4&parte=teste' }],
      ['ATV2', { alvo: 'atividade', alvo_id: 2, path: '/pedagogico/notas/1?por=turma#atividade-2' }],
      ['KNN-LIVRO-0001', { alvo: 'livro', alvo_id: 1, path: '/pedagogico/minha-pratica/1' }],
      ['11111111-1111-4111-8111-111111111111', { alvo: 'livro' }],
    ])('%s opens its place', async (code, expected) => {
      const { status, body } = await scan(code);
      expect([status, body]).toMatchObject([200, { user_book_id: 1, livro_id: 2, ...expected }]);
    });

    it.each(['U9', 'U4A9', 'ATV6666', 'KNN-LIVRO-0002', 'qualquer', 'https://evil.example/'])(
      '%s is none of this book',
      async (code) => {
        expect((await scan(code)).status).toBe(404);
      },
    );

    it('a code in a book of somebody else opens nothing', async () => {
      expect((await scan('U4', people.bruno)).status).toBe(404);
      expect((await scan('U4', people.ana, 3)).status).toBe(404);
    });
  });
});
