import { expect, it } from 'vitest';
import type { Act } from '../../../../src/islands/kit/describe.ts';
import { namedAct } from '../../../../src/islands/kit/use-named-act.ts';

interface Row {
  id: number;
}
const acts: readonly Act<Row>[] = [
  { name: 'convidar', label: 'Convidar' },
  { name: 'abrir', label: 'Abrir', href: () => '/', form: { fields: [] } },
  { name: 'turma', label: 'Pôr em turma', form: { fields: [] }, may: ({ id }) => id > 1 },
];
const actsFor = (rows: readonly Row[]) =>
  acts.flatMap((act) => {
    const its = rows.filter((row) => act.may?.(row, {} as never) ?? true);
    return its.length > 0 ? [{ act, rows: its }] : [];
  });
const named = (name: string | null) => namedAct<Row, object>({ actsFor }, [{ id: 1 }, { id: 2 }, { id: 3 }], name);

it('the act named in the address opens its form for the first row that allows it', () => {
  expect(named('turma')?.rows).toEqual([{ id: 2 }]);
});

it('an address opens no act without a form, no link and no unknown act', () => {
  for (const name of ['convidar', 'abrir', 'nada', null]) expect(named(name)).toBeUndefined();
});
