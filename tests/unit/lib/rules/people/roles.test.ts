import { describe, expect, it } from 'vitest';
import {
  actionsOfRoleAlone,
  isManagement,
  ROLES,
  roleRules,
  rolesOf,
} from '../../../../../src/lib/rules/people/roles.ts';

describe('roles and their action ids (ROLE-01, ROLE-03)', () => {
  it.each<[number[], string[]]>([
    [[], []],
    [[4], ['gestora']],
    [[2], ['professor']],
    [[1, 4], ['admin']],
    [[3, 4], ['secretaria']],
    [
      [1, 3, 4],
      ['admin', 'secretaria'],
    ],
    [
      [2, 4],
      ['gestora', 'professor'],
    ],
    [[1], ['admin']],
    [[9], []],
  ])('%j is %j', (actions, roles) => {
    expect(rolesOf(actions)).toEqual(roles);
  });

  it.each<[(typeof ROLES)[number], number[], number[]]>([
    ['admin', [1, 4], [1, 4]],
    ['admin', [1, 3, 4], [1]],
    ['secretaria', [1, 3, 4], [3]],
    ['gestora', [2, 4], [4]],
    ['professor', [2, 4], [2]],
  ])('ending the role %s of %j removes %j', (role, actions, gone) => {
    expect(actionsOfRoleAlone(role, actions)).toEqual(gone);
    const left = actions.filter((id) => !gone.includes(id));
    expect(rolesOf(left)).toEqual(rolesOf(actions).filter((other) => other !== role));
  });

  it('the action ids of each role give exactly that role', () => {
    for (const role of ROLES) expect(rolesOf(roleRules[role].actions)).toEqual([role]);
  });

  it('managers, secretaries and admins count as management', () => {
    expect([[4], [1], [3, 4], [2], []].map(isManagement)).toEqual([true, true, true, false, false]);
  });
});
