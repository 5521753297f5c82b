/** Who sends each call. `otherSchool` manages another school and is in its club; `bookCode` is the owner by a printed code. */
export const people = [
  'visitor',
  'blocked',
  'bookCode',
  'otherStudent',
  'otherSchool',
  'teacher',
  'manager',
  'owner',
] as const;
export type PersonName = (typeof people)[number];

/**
 * `in`: the server examines the input, and takes or refuses it for its content. Else the status that refuses the
 * person.
 */
export type Cell = 'in' | 401 | 403 | 404;
export type Cells = Readonly<Record<PersonName, Cell>>;

type Fields = Readonly<Record<string, unknown>>;
export interface Row {
  cells: Cells;
  params: Fields;
  query: Fields;
  /** Added to the smallest body that the schema takes. */
  body: Fields | readonly unknown[];
}

/** Parts of the address, and what the smallest input lacks. */
interface Input {
  query?: Fields;
  body?: Fields | readonly unknown[];
  /** Cells that differ from their kind, by name. */
  but?: Partial<Cells>;
}

const kind =
  (student: Cell, otherSchool: Cell, teacher: Cell, manager: Cell, owner: Cell, bookCode: Cell = 403) =>
  (params: Fields = {}, { query = {}, body = {}, but = {} }: Input = {}): Row => ({
    params,
    query,
    body,
    cells: {
      visitor: 401,
      blocked: 401,
      bookCode,
      otherStudent: student,
      otherSchool,
      teacher,
      manager,
      owner,
      ...but,
    },
  });

/** For anybody, with or without a session. */
export const open = (params: Fields = {}, { but, ...input }: Input = {}): Row => {
  const everybody = Object.fromEntries(people.map((person) => [person, 'in'])) as Cells;
  return kind('in', 'in', 'in', 'in', 'in', 'in')(params, { ...input, but: { ...everybody, ...but } });
};
/** Behind a secret that nobody here has: it does not exist for any person. */
export const secret = (params: Fields = {}, input: Input = {}): Row => {
  const nobody = Object.fromEntries(people.map((person) => [person, 404])) as Cells;
  return open(params, { ...input, but: { ...nobody, ...input.but } });
};
/** About the caller, or the same for all. */
export const self = kind('in', 'in', 'in', 'in', 'in');
/** The same, and open by a printed code. */
export const selfByCode = kind('in', 'in', 'in', 'in', 'in', 'in');
/** A row of the owner, which does not exist for others. */
export const own = kind(404, 404, 404, 404, 'in');
export const ownByCode = kind(404, 404, 404, 404, 'in', 'in');
/** A body that names the owner: others must not send it. */
export const ownBody = kind(403, 403, 403, 403, 'in');
export const ownBodyByCode = kind(403, 403, 403, 403, 'in', 'in');
/** For the owner and for the manager of the owner's school. */
export const ownOrManaged = kind(404, 404, 404, 'in', 'in');
export const ownOrManagedByCode = kind(404, 404, 404, 'in', 'in', 'in');
/** For managers, each in their own school. */
export const manager = kind(403, 'in', 403, 'in', 403);
/** A row of the own school, for its managers. */
export const managed = kind(403, 404, 403, 'in', 403);
/** Managers and teachers. */
export const staff = kind(403, 'in', 'in', 'in', 403);
/** Staff of classes and teachers, each about the own ones. */
export const staffOrTeacher = kind(403, 'in', 'in', 'in', 403);
/** Who teaches classes. */
export const teacher = kind(403, 403, 'in', 403, 403);
/** The teacher of a thing, and the office of its school; for all others there is none. */
export const taught = kind(404, 404, 'in', 'in', 404);
export const staffOfSchool = kind(403, 404, 'in', 'in', 403);
export const admin = kind(403, 403, 403, 403, 403);
/** Members of the club. */
export const member = kind('in', 'in', 403, 'in', 'in');
export const ownOfMember = kind(404, 404, 403, 404, 'in');
/** Students of a unit that sells; the other school's unit does not sell. */
export const buyer = kind('in', 403, 'in', 'in', 'in');
export const ownOfBuyer = kind(404, 403, 404, 404, 'in');
/** Only for the owner's school. */
export const ofSchool = kind('in', 404, 'in', 'in', 'in');
/** A made-up number, because the test data have none. */
export const nobodys = kind(404, 404, 404, 404, 404);
