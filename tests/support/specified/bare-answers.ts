import type { ReceivedRequest, Reply } from './calls.ts';
import { bareUser, everybody, PASSWORD, type Student } from './people.ts';
import { BOOK_UUID, EMPTY_UUID } from './study.ts';

// Answers of a host that was built from the text of the specification alone ("fields not shown"): a list is a plain
// list, what has no named field is an empty object, and a flag that is off is left out.

const json = (value: unknown): Reply => ({ json: value });
const nothing = (status: number): Reply => ({ status, json: {} });

/** "Answer gives users or access_token": a list where several accounts match and none is chosen. */
function logIn({ username, user_id: chosen }: ReceivedRequest['body'], isRight: boolean): Reply {
  const found = everybody.filter(({ login, id }) => login === username && (!chosen || String(id) === chosen));
  const [one, ...others] = found;
  if (!one || !isRight) return nothing(400);
  return json(others.length > 0 ? { users: found.map(bareUser) } : { access_token: one.token });
}

const atSchoolOf = ({ brand }: Student) => everybody.filter((each) => each.brand === brand);
const listUsers = ({ student }: ReceivedRequest) => json(atSchoolOf(student).map(bareUser));

function getUser({ student, params }: ReceivedRequest): Reply {
  const found = atSchoolOf(student).find(({ id }) => String(id) === params[0]);
  return found ? json(bareUser(found)) : nothing(404);
}

/** "A user book linked to a user by a book uuid/code." */
function getBook({ student, params }: ReceivedRequest): Reply {
  const [uuid] = params;
  if (uuid === EMPTY_UUID) return json({ uuid });
  return uuid === BOOK_UUID ? json({ uuid, user: student.id }) : nothing(404);
}

const emptyLists = [
  ...['at-home/turmas/', 'at-home/meus-livros/', 'at-home/livros/user/{id}/', 'at-home/parceria-cupom/'],
  ...['pre-invoice/', 'rewards/', 'transactions/debit/', 'transactions/debit/rewards/', 'push-notifications/'],
  ...['push-notifications-sending/', 'travel-campaigns/qr-codes/', 'knn-usa/turmas/', 'knn-usa/turmas/from-request/'],
  ...['knn-usa/turmas/livros/', 'knn-usa/request/document/'],
].map((path): [name: string, answer: () => Reply] => [`GET ${path}`, () => json([])]);

const answers: Readonly<Record<string, (requested: ReceivedRequest) => Reply>> = {
  ...Object.fromEntries(emptyLists),
  'POST login/access-token/': ({ body }) => logIn(body, body.password === PASSWORD),
  'POST login/access-token/book-code/': ({ body }) => logIn(body, body.uuid === BOOK_UUID),
  'GET users/me/': ({ student }) => json(bareUser(student)),
  'GET users/': listUsers,
  'GET users/all/': listUsers,
  'GET users/id/{id}/': getUser,
  'GET users/book/': ({ student }) => json([{ id: 41, uuid: BOOK_UUID, user: student.id }]),
  'GET users/{id}/book/': ({ params }) => json([{ id: 41, uuid: BOOK_UUID, user: Number(params[0]) }]),
  'GET users/book/{uuid}/': getBook,
  'GET user-actions/{id}/': ({ student }) => json(student.actions.map((action_id) => ({ action_id }))),
  // The device is unknown, so the portal subscribes it.
  'GET push-notifications/{id}/': () => nothing(404),
};

/** The answer of a bare host to a call of section 7: an empty object where the text names no answer. */
export const bareAnswer = (name: string, requested: ReceivedRequest): Reply => answers[name]?.(requested) ?? json({});
