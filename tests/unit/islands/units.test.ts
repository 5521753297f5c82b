import { expect, it } from 'vitest';
import { actsOf } from '#islands/kit/describe.ts';
import { type Unit, unit } from '#islands/units/unit.tsx';

const own = {
  nome: 'KNN Barão',
  cidade: 'Campinas',
  uf: 'SP',
  telefone: null,
  whatsapp: null,
  fuso: 'America/Sao_Paulo',
};
const unitOf = (more: object) => ({ ...own, razao_social: null, cnpj: null, escrito: {}, ...more }) as unknown as Unit;

it('a unit form sends only changed fields, so it does not undo what somebody else changed meanwhile', () => {
  const data = actsOf(unit).find(({ name }) => name === 'dados');
  const before = unitOf({});
  const begun = data?.form?.begin?.({ rows: [before], facts: {}, known: null, env: {} as never }) ?? {};
  const after = unitOf({ nome: 'KNN Barão Geraldo' });
  expect(data?.sent?.({ ...begun, cidade: 'Valinhos' }, [after])).toEqual({ cidade: 'Valinhos' });
});
