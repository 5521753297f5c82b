import { expect, it, vi } from 'vitest';
import { type Unit, unit } from '#islands/units/unit.tsx';

vi.mock('#islands/ui/Chip.tsx', () => ({ Chip: () => null }));

const own = {
  nome: 'KNN Barão',
  cidade: 'Campinas',
  uf: 'SP',
  telefone: null,
  whatsapp: null,
  fuso: 'America/Sao_Paulo',
};
const unitOf = (more: object) => ({ ...own, razao_social: null, cnpj: null, escrito: {}, ...more }) as unknown as Unit;

it('what somebody else changed while the form of a unit was open is not undone', () => {
  const data = unit.acts.find(({ name }) => name === 'dados');
  const before = unitOf({});
  const begun = data?.form?.begin?.({ rows: [before], facts: {}, known: null, env: {} as never }) ?? {};
  const after = unitOf({ nome: 'KNN Barão Geraldo' });
  expect(data?.sent?.({ ...begun, cidade: 'Valinhos' }, [after])).toEqual({ cidade: 'Valinhos' });
});
