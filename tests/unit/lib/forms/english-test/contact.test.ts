import { expect, it } from 'vitest';
import { findBeginnerSchool, takeBeginner } from '../../../../../src/lib/forms/english-test/contact.ts';

it('with too many units to list, a beginner gives a city, which is sent to the school', async () => {
  const sent: unknown[] = [];
  let answer = { total: 14, unidades: [] as unknown[], eventos: [] };
  const api = {
    promo: {
      getPromoSchool: async () => answer,
      createLead: async (lead: unknown) => {
        sent.push(lead);
        return { id: 1, unidade_id: null };
      },
    },
  };
  const school = () => findBeginnerSchool(api as never, 'knn', new URL('https://portal.example/english-test'));
  expect(await school()).toMatchObject({ units: [], asksCity: true });
  answer = { ...answer, total: 1, unidades: [{ id: 7 }] };
  expect(await school()).toMatchObject({ units: [{ id: 7 }], asksCity: false });
  const values = { nome: 'Bia Rocha', telefone: '(19) 99123-4567', cidade: 'Campinas', consentimento: 'sim' };
  await takeBeginner({ api, session: { cookie: () => 'teste' }, values } as never);
  expect(sent).toMatchObject([{ cidade: 'Campinas', teste_id: 'teste' }]);
});
