import * as abroad from './abroad.ts';
import * as club from './club.ts';
import * as money from './money.ts';
import { currentUser, PASSWORD, people, type Student, userRows } from './people.ts';
import * as study from './study.ts';

/** The data of a call. */
export interface ReceivedRequest {
  /** The user of the bearer token; Ana where the call needs none. */
  student: Student;
  /** Values in the path in place of `{…}`. */
  params: string[];
  query: URLSearchParams;
  /** Fields of a form or of JSON; empty for files. */
  body: Record<string, unknown>;
}
export interface Reply {
  status?: number;
  json?: unknown;
  file?: string;
}
export interface Line {
  host?: 'drive';
  /** "Every call except … sends a bearer token." */
  noBearer?: true;
  /** The fields that the text requires, in the query or the body. */
  fields?: readonly string[];
  reply(requested: ReceivedRequest): Reply;
}

const json = (answer: (requested: ReceivedRequest) => unknown): Line => ({
  reply: (requested) => ({ json: answer(requested) }),
});
const of = (answer: (student: Student) => unknown): Line => json(({ student }) => answer(student));
const done = json(() => ({ detail: 'Feito.' }));
const file: Line = { reply: () => ({ file: '%PDF-1.4 franquia' }) };
const refused = (status: number, detail: string): Reply => ({ status, json: { detail } });
/** A call for managers: "users holding the action with id 4". */
const staff = ({ reply }: Line): Line => ({
  reply: (requested) =>
    requested.student.actions.includes(4) ? reply(requested) : refused(403, 'Ação não permitida.'),
});
const idOf = ({ params }: ReceivedRequest) => Number(params[0]);
/** A call with the fields that the text names. */
const withFields = (line: Line, ...fields: string[]): Line => ({ ...line, fields });

/** "Answer gives users or access_token", and no more. Status 400 is a wrong user or password. */
function logIn(username: unknown, isRight: boolean): Reply {
  const found = people.find(({ login }) => login === username);
  if (!found || !isRight) return refused(400, 'Incorrect email or password');
  return { json: { access_token: found.token, token_type: 'Bearer' } };
}

/** Section 7 of the specification, in its order and with its addresses. `{…}` stands for one part of a path. */
export const calls: Readonly<Record<string, Line>> = {
  // Login and account
  'POST login/access-token/': {
    noBearer: true,
    fields: ['username', 'password', 'user_id', 'prospex', 'cupom', 'company'],
    reply: ({ body }) => logIn(body.username, body.password === PASSWORD),
  },
  'POST login/access-token/book-code/': {
    noBearer: true,
    fields: ['username', 'user_id', 'uuid'],
    reply: ({ body }) => logIn(body.username, body.uuid === study.BOOK_UUID),
  },
  'POST login/recover-password/': { ...withFields(done, 'email', 'isAccessCode'), noBearer: true },
  'POST login/reset-password/': { ...withFields(done, 'token', 'new_password'), noBearer: true },
  'GET users/me/': of(currentUser),
  'GET users/check-email/': json(() => ({ id: 4107, full_name_masked: 'A*** L***', email_masked: 'a***@knn.example' })),
  'GET users/': staff(json(userRows)),
  'GET users/check-exists/': json(() => ({ exists: 1 })),
  'GET users/send-email-verification/': json(() => ({ detail: 'Enviado.', resend_after_s: '60' })),
  'POST users/verify-email/': withFields(
    json(() => ({ email_verified: 1 })),
    'token_email',
  ),
  'GET users/all/': staff(json(userRows)),
  'GET users/id/{id}/': of(currentUser),
  'PUT users/atualizacao-cadastral/': of(currentUser),
  'PUT users/profile/': of(currentUser),
  'PUT users/pwa/': withFields(
    json(({ body }) => ({ pwa_installed: body.pwa_installed ? 1 : 0 })),
    'pwa_installed',
  ),
  'PUT users/is_club/': of(currentUser),
  'PUT users/related/': withFields(
    json(() => ({ related_users: null })),
    'drive_users_ids',
  ),
  'PUT users/me/update-password/portal/': { ...done, host: 'drive' },
  // Books
  'GET users/book/': of((student) => [study.userBook(student)]),
  'POST users/book/': of((student) => study.userBook(student)),
  'GET users/{id}/book/': of((student) => [study.userBook(student)]),
  'GET users/book/{uuid}/': json(({ student, params }) => study.userBook(student, params[0])),
  'DELETE users/unlink-book/{id}/': done,
  'DELETE users/{userId}/unlink-book/{id}/': staff(done),
  // Payments (drive host)
  'GET financeiro-parcelas/{id}/cobranca/execute/pix/portal/': {
    ...{ host: 'drive', noBearer: true },
    reply: (requested) => ({ json: money.cobranca(idOf(requested)) }),
  },
  'POST financeiro-parcelas/{id}/cobranca/execute/cartao-credito/portal/': {
    ...{ host: 'drive', noBearer: true },
    reply: (requested) => ({ json: money.cartao(idOf(requested)) }),
  },
  // At-home
  'GET at-home/turmas/': withFields(
    of((student) => [study.turma(student)]),
    'somente_digital',
  ),
  'GET at-home/empty-book-check/{id}/': json(({ student, params }) => ({
    ...study.copyOf(params[0]),
    livro: study.livro(student),
  })),
  'GET at-home/meus-livros/': of(study.myBooks),
  'GET at-home/livros/user/{id}/': of(study.bookContents),
  'GET at-home/turma/{id}/': of(study.turmaDetalhe),
  'GET at-home/turma/{id}/notas/': json(study.notas),
  'GET at-home/turma/{id}/aula-hoje/': json(study.aulaHoje),
  'GET at-home/turma-aluno/{id}/aula-hoje/': json(study.aulaHoje),
  'GET at-home/turma-aluno/{id}/notas/athome/': json(study.notasAtHome),
  'GET at-home/financeiro/': of(money.financeiro),
  'GET at-home/scanear-qr-code/{a}/{b}/': of(study.scanned),
  'GET at-home/parceria-cupom/': json(() => [money.cupom()]),
  'PUT at-home/parceria-cupom/': json(() => ({ ...money.cupom(), usos: 1 })),
  'GET at-home/parceria-cupom/{name}/': json(({ params }) => money.cupom(params[0])),
  // Pre-invoice
  'GET pre-invoice/desconto-progressivo/{id}/': json(money.desconto),
  'POST pre-invoice/create/': of(money.pedido),
  'POST pre-invoice/cancel/{id}/': json((requested) => money.pedido(requested.student, idOf(requested))),
  'GET pre-invoice/': of(money.pedidos),
  'POST pre-invoice/aluno/': json(({ student, body }) => money.preparado(student, body.codigo_produto as string)),
  // Activities
  'POST turma-aluno-atividades/{id}/enviar-arquivo-atividade/': withFields(json(study.sentActivity), 'file'),
  'GET turma-aluno-atividades/{id}/download-atividade/{n}/': file,
  'DELETE turma-aluno-atividades/{id}/excluir-atividade/{n}/': json(study.sentActivity),
  'GET turma-aluno-atividades/{id}/download-correcao/{n}/': file,
  'PUT turma-aluno-atividades/turma-atividade/{id}/presenca-aluno/': json(study.presenca),
  // Other: rewards
  'POST transactions/credit/indicacao/': json(club.referral),
  'POST transactions/credit/indicacao-matricula/admin/': staff(
    of((student) => ({ indicacao: club.referral(), transaction: club.redeemed(student).transaction })),
  ),
  'GET rewards/': of(club.rewards),
  'POST transactions/debit/': of(club.redeemed),
  'GET transactions/debit/': json(club.statement),
  'GET transactions/debit/rewards/': of(club.redemptions),
  'POST driver-tour/': withFields(
    json(() => ({ driver_tour: { dashboard: 1 } })),
    'user_id',
  ),
  // Other: push
  'POST push-notifications/subscribe/': withFields(
    json(() => club.device),
    ...['user_id', 'endpoint', 'p256dh', 'auth', 'is_pwa', 'device_type'],
  ),
  'GET push-notifications/': json(() => [club.device]),
  'GET push-notifications/{id}/': json(() => club.device),
  'PUT push-notifications/update/': withFields(
    json(() => club.device),
    ...['user_id', 'auth', 'is_pwa', 'device_type'],
  ),
  'DELETE push-notifications/unsubscribe/{id}/': done,
  'GET user-actions/{id}/': of(({ actions }) => actions.map((action_id) => ({ action_id }))),
  'POST push-notifications-sending/': staff(json(() => club.sending)),
  'GET push-notifications-sending/': staff(json(club.sendings)),
  'PUT push-notifications-sending/': staff(json(() => club.sending)),
  'DELETE push-notifications-sending/{id}/': staff(done),
  'POST push-notifications-sending/send/': staff(json(() => ({ sending: club.sending, counts: club.sending.counts }))),
  'GET push-notifications-sending/log/{id}/': staff(json(club.sendingLog)),
  // Other: travel campaigns, exchange, chat, study abroad, products
  'GET travel-campaigns/qr-codes/': of(abroad.tickets),
  'GET travel-campaigns/{id}/': of(abroad.event),
  'POST travel-campaigns/': of(abroad.event),
  'POST travel-campaigns/qr-codes/validate/{id}/': staff(of(abroad.scan)),
  'POST cambio-real/payment/': json(({ body }) => money.cambio(String(body.forma))),
  'POST cambio-real/payment/credit-card/': json(() => money.cambio('cartao')),
  'POST cambio-real/simulator-value/': json(money.cotacao),
  'GET chatwoot-token/me/': json(() => ({ enabled: 0 })),
  'GET knn-usa/turmas/': of((student) => [abroad.trip(student)]),
  'GET knn-usa/turmas/from-request/': of((student) => (abroad.ownRequest(student) ? [abroad.trip(student)] : null)),
  'GET knn-usa/turmas/livros/': of(abroad.tripBooks),
  'GET knn-usa/request/document/': of(abroad.documents),
  'GET knn-usa/request/me/': of(abroad.ownRequest),
  'DELETE knn-usa/request/{id}/': done,
  'PATCH knn-usa/request/{id}/resend-document/': of(abroad.request),
  'POST knn-usa/request/': withFields(of(abroad.request), 'knn_usa_request_in'),
  'POST knn-usa/payment/': json(abroad.payment),
  'PUT knn-usa/payment/': json(abroad.payment),
  'GET knn-usa/payment/{id}/': json(abroad.payment),
  'GET master/products/{code}/': json(({ student, params }) => money.produto(student, params[0])),
};

/** The call of a request to this host, with the parts of its path. @param side the requested host */
export function callOf(method: string, path: string, side: 'portal' | 'drive') {
  for (const [name, line] of Object.entries(calls)) {
    if ((line.host ?? 'portal') !== side) continue;
    const pattern = `${method} ${path}`.match(new RegExp(`^${name.replace(/\{\w+\}/g, '([^/]+)')}$`));
    if (pattern) return { name, line, params: pattern.slice(1).map(decodeURIComponent) };
  }
  return null;
}
