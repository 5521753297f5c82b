import { describe, expect, it } from 'vitest';
import { RIGHTS } from '../../../../../src/lib/rules/people/rights.ts';
import { homeOf, roleOf } from '../../../../../src/lib/rules/people/role.ts';

const holding = (ids: number[], direitos?: readonly 'pedidos'[] | null) =>
  roleOf({ user_actions: ids.map((action_id) => ({ action_id })), direitos });

describe('roles of a user and their home (ROLE-02, ROLE-03)', () => {
  it.each([
    ['nobody', [], { isAdmin: false, isManager: false, isTeacher: false, isStaff: false }, '/dashboard'],
    ['an admin', [1, 4], { isAdmin: true, isManager: true, isTeacher: false, isStaff: true }, '/manager-panel'],
    ['a teacher', [2], { isAdmin: false, isManager: false, isTeacher: true, isStaff: true }, '/professor'],
    ['a secretary alone', [3], { isAdmin: false, isManager: false, isTeacher: false, isStaff: false }, '/dashboard'],
    ['a manager', [4], { isAdmin: false, isManager: true, isTeacher: false, isStaff: true }, '/manager-panel'],
    [
      'a manager who teaches',
      [2, 4],
      { isAdmin: false, isManager: true, isTeacher: true, isStaff: true },
      '/manager-panel',
    ],
  ])('%s', (_, ids, role, home) => {
    expect(holding(ids)).toMatchObject(role);
    expect(homeOf(holding(ids), false)).toBe(home);
    expect(homeOf(holding(ids), true)).toBe(home === '/professor' ? '/dashboard' : home);
  });

  it('a visitor has no role', () => {
    expect(roleOf(null)).toEqual({
      ...{ isAdmin: false, isManager: false, isTeacher: false, isStaff: false },
      rights: new Set(),
    });
  });

  it('a manager has the rights that the server lists, or all of them without a list', () => {
    expect([...holding([4], ['pedidos']).rights]).toEqual(['pedidos']);
    expect([...holding([4], null).rights]).toEqual(RIGHTS);
    expect([...holding([2], ['pedidos']).rights]).toEqual([]);
  });
});
