import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Right } from '../../../../../src/lib/contract/account.schema.ts';

import { RIGHTS, rightOfPage, rightsOf } from '../../../../../src/lib/rules/people/rights.ts';
import { routeTable } from '../../../../../src/lib/rules/routes/route-table.ts';

const UNITS = [11, 12, 13];
const held = (actionIds: number[], rows: { direito: Right; company_id: number | null }[] = [], companyId = 11) =>
  rightsOf({ actionIds: new Set(actionIds), companyId, schoolUnits: UNITS, rows });

describe('the rights of a person (MANAGER-08)', () => {
  it('only the manager action opens the panel (ROLE-02)', () => {
    for (const ids of [[], [2], [3]]) expect(held(ids, [{ direito: 'pedidos', company_id: null }]).size).toBe(0);
  });

  it('an admin holds all rights everywhere, a manager in their own unit', () => {
    expect([...held([1, 4])]).toEqual(RIGHTS.map((right) => [right, null]));
    expect([...held([4])]).toEqual(RIGHTS.map((right) => [right, [11]]));
  });

  it('by default a secretary has no rights to messages, trips, pages and team', () => {
    const rights = [...held([3, 4]).keys()];
    expect(RIGHTS.filter((right) => !rights.includes(right))).toEqual(['viagens', 'mensagens', 'paginas', 'equipe']);
  });

  it('a right in the only unit of a school is a right in the whole school', () => {
    const alone = rightsOf({ actionIds: new Set([4]), companyId: 11, schoolUnits: [11], rows: [] });
    expect(alone.get('clube')).toBeNull();
  });

  it('a right covers exactly the units of its rows, and never another school', () => {
    const row = fc.record({
      direito: fc.constantFrom(...RIGHTS),
      company_id: fc.option(fc.constantFrom(...UNITS, 99)),
    });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 20 }), (rows) => {
        const rights = held([4], rows);
        for (const right of RIGHTS) {
          const own = rows.filter(({ direito }) => direito === right).map(({ company_id }) => company_id);
          const named = UNITS.filter((unit) => own.includes(null) || own.includes(unit));
          if (own.length === 0) expect(rights.has(right)).toBe(false);
          else expect(rights.get(right) ?? UNITS).toEqual(named);
        }
      }),
    );
  });
});

describe('the policy of the panel', () => {
  it('the contract and the policy name the same rights', () => {
    expect(RIGHTS).toEqual(Right.options);
  });

  it('each page of the panel but its home needs a right', () => {
    const pages = routeTable.filter(({ kind }) => kind === 'manager').map(({ pattern }) => pattern);
    expect(pages.filter((page) => rightOfPage(page) === null)).toEqual(['/manager-panel']);
    expect(rightOfPage('/manager-panel/clube-outro')).toBeNull();
  });
});
