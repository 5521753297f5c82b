import type { ServedOperation } from '../../../src/server/http/operation.ts';
import {
  admin,
  buyer,
  clubMember,
  teacher,
  teacherOrStaff,
  ticketChecker,
  type Who,
} from '../../../src/server/http/who.ts';
import type { OperationInput } from './operation-inputs.ts';
import * as rows from './rows.ts';

/** Kinds of users that the session tells, each with and without a thing of its own. */
const groups: readonly (readonly [Who, typeof rows.self, typeof rows.own])[] = [
  [clubMember, rows.member, rows.ownOfMember],
  [buyer, rows.buyer, rows.ownOfBuyer],
  [ticketChecker, rows.staff, rows.staffOfSchool],
  [teacherOrStaff, rows.staffOrTeacher, rows.staffOfSchool],
  [teacher, rows.teacher, rows.teacher],
  [admin, rows.admin, rows.admin],
];

/** Who may ask an operation, by what it says of itself. */
export function rowOf(
  { operation: { who, scopes = [] } }: ServedOperation,
  { input, isMissing }: OperationInput,
): rows.Row {
  const { cells, ...row } = kindOf(who, scopes.includes('book'))({}, { body: input });
  return { ...row, cells: isMissing ? withoutThing(cells) : cells };
}

function kindOf(who: Who, isOpenByCode: boolean): typeof rows.self {
  switch (who.kind) {
    case 'visitor':
      if (who.secret) return rows.secret;
      if (who.onPublicPage) return rows.self;
      return who.of ? (params, given) => rows.own(params, { ...given, but: { visitor: 404 } }) : rows.open;
    case 'staff':
      return who.of ? rows.managed : rows.manager;
    case 'taught':
      return rows.taught;
    case 'user': {
      const group = groups.find(([each]) => each.kind === 'user' && each.may === who.may && who.may !== undefined);
      if (group) return who.of ? group[2] : group[1];
      if (who.ofSchool) return rows.ofSchool;
      if (who.of) return isOpenByCode ? rows.ownByCode : rows.own;
      return isOpenByCode ? rows.selfByCode : rows.self;
    }
  }
}

/** All who may ask hear that there is no such thing. */
const withoutThing = (cells: rows.Cells): rows.Cells =>
  Object.fromEntries(Object.entries(cells).map(([person, cell]) => [person, cell === 'in' ? 404 : cell])) as rows.Cells;
