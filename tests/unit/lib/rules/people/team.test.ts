import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RIGHTS, type Right, type Rights, type Units } from '../../../../../src/lib/rules/people/rights.ts';
import { holdsAll, rightsIn, whyNotManage } from '../../../../../src/lib/rules/people/team.ts';

const person = (userId: number, rights: Rights = new Map(), ...actions: number[]) => ({
  userId,
  actionIds: new Set(actions),
  rights,
});
const units: fc.Arbitrary<Units> = fc.option(fc.uniqueArray(fc.constantFrom(1, 2, 3), { minLength: 1 }));
const rights: fc.Arbitrary<Rights> = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...RIGHTS), units), { selector: ([right]) => right })
  .map((pairs) => new Map<Right, Units>(pairs));

describe('who may change whose access', () => {
  it('nobody changes their own access, and only an admin changes an admin’s', () => {
    expect(whyNotManage(person(1, new Map(), 1, 4), person(1))).toMatch(/próprio/);
    expect(whyNotManage(person(1, rightsIn(RIGHTS, null), 4), person(2, new Map(), 1, 4))).toMatch(/administração/);
    expect(whyNotManage(person(1, new Map(), 1, 4), person(2, rightsIn(RIGHTS, null), 1, 4))).toBeNull();
  });

  it('a manager changes only people without further rights or units', () => {
    const own = person(1, rightsIn(['pedidos', 'equipe'], [1, 2]), 4);
    expect(whyNotManage(own, person(2, rightsIn(['pedidos'], [2]), 4))).toBeNull();
    expect(whyNotManage(own, person(2, new Map(), 2))).toBeNull();
    for (const more of [rightsIn(['clube'], [1]), rightsIn(['pedidos'], [3]), rightsIn(['pedidos'], null)]) {
      expect(whyNotManage(own, person(2, more, 4))).toMatch(/mais partes/);
    }
  });

  it('comparing rights is reflexive and transitive', () => {
    fc.assert(
      fc.property(rights, rights, rights, (a, b, c) => {
        expect(holdsAll(a, a)).toBe(true);
        if (holdsAll(a, b) && holdsAll(b, c)) expect(holdsAll(a, c)).toBe(true);
      }),
    );
  });
});
