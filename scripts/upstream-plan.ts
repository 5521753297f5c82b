import type { Call, CallSchema } from '../src/lib/contract/core.ts';
import { type CallName, everyCall, schemaOf } from '../src/lib/contract/index.schema.ts';

/** The answers so far by call name: later calls use ids of earlier answers. */
export type Known = Readonly<Record<string, unknown>>;
export interface Input {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

export interface PlannedCall {
  name: CallName;
  call: Call;
  schema: CallSchema;
  /** Whether the call changes something at the host, or might. */
  writes: boolean;
  /** The input; null: no earlier answer has what it needs. Absent: calling it is not safe. */
  input?: (known: Known) => Input | null;
}

/** The first value in an answer at a path such as `items.id` or `turma_aluno_id`. */
function firstOf(known: Known, name: string, path: string): unknown {
  let value: unknown = known[name];
  for (const part of path.split('.')) {
    if (Array.isArray(value)) [value] = value;
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, part);
  }
  return Array.isArray(value) ? value[0] : value;
}

const about =
  (param: string, name: string, path: string) =>
  (known: Known): Input | null => {
    const value = firstOf(known, name, path);
    return typeof value === 'number' || typeof value === 'string' ? { params: { [param]: value } } : null;
  };
const me = about('id', 'account.getMe', 'id');
const turma = about('id', 'pedagogico.listClasses', 'id');
const enrollment = about('id', 'pedagogico.listClasses', 'turma_aluno_id');
const nothing = () => ({});
const withQuery = (param: string, name: string, path: string, query: string) => (known: Known) => {
  const found = about(param, name, path)(known);
  return found?.params ? { query: { [query]: found.params[param] } } : null;
};

/** Inputs of reading calls that need more than a bearer token, in an order in which each finds what it needs. */
const inputs: Readonly<Record<string, (known: Known) => Input | null>> = {
  'account.getMe': nothing,
  'pedagogico.listClasses': nothing,
  'practice.listMyBooks': nothing,
  'books.listOwnBooks': nothing,
  'club.listRewards': nothing,
  'orders.listOrders': () => ({ query: { limit: 5 } }),
  'orders.listCoupons': nothing,
  'devices.listSubscriptions': nothing,
  'broadcasts.listBroadcasts': () => ({ query: { limit: 5 } }),
  'abroad.getOwnRequest': nothing,
  'travel.listQrCodes': nothing,
  'account.checkEmail': withQuery('v', 'account.getMe', 'email', 'email'),
  'account.checkExists': withQuery('v', 'account.getMe', 'email', 'email'),
  'account.getUser': me,
  'account.listUserActions': me,
  'account.searchUsers': () => ({ query: { limit: 5 } }),
  'account.listUsers': () => ({ query: { limit: 5 } }),
  'books.listUserBooks': me,
  'books.getBook': about('uuid', 'books.listOwnBooks', 'uuid'),
  'books.checkEmptyBook': about('id', 'books.listOwnBooks', 'uuid'),
  'practice.listBookContents': me,
  'pedagogico.getClass': turma,
  'pedagogico.getGrades': turma,
  'pedagogico.getHomeGrades': enrollment,
  'onlineClasses.getTodayOfClass': turma,
  'onlineClasses.getTodayOfEnrollment': enrollment,
  'pedagogico.downloadActivity': (known) => fileOf(known, 'arquivos'),
  'pedagogico.downloadCorrection': (known) => fileOf(known, 'correcoes'),
  'orders.getCoupon': about('name', 'orders.listCoupons', 'name'),
  'orders.getProgressiveDiscount': about('id', 'account.getMe', 'drive_user.company.id'),
  'orders.getProduct': about('code', 'orders.listOrders', 'items.itens.codigo_produto'),
  'club.listTransactions': () => ({ query: { limit: 5 } }),
  'club.listRedemptions': () => ({ query: { limit: 5 } }),
  'devices.getSubscription': about('id', 'devices.listSubscriptions', 'id'),
  'broadcasts.getBroadcastLog': about('id', 'broadcasts.listBroadcasts', 'items.id'),
  'abroad.getUsaPayment': about('id', 'abroad.getOwnRequest', 'pagamento.id'),
  'travel.getCampaign': about('id', 'travel.listQrCodes', 'campaign_id'),
};

/** One of the student's activities in the class read before, with one of its files. */
function fileOf(known: Known, list: 'arquivos' | 'correcoes'): Input | null {
  const activities = (known['pedagogico.getClass'] as { atividades?: unknown } | undefined)?.atividades;
  for (const activity of Array.isArray(activities) ? activities : []) {
    const [file] = Array.isArray(activity?.[list]) ? activity[list] : [];
    if (typeof activity?.id === 'number' && typeof file?.n === 'number')
      return { params: { id: activity.id, n: file.n } };
  }
  return null;
}

/**
 * Writing calls that change nothing: they send back what is there, or only calculate. The profile is not among them: a
 * host may remove what a PUT leaves out, and no answer names the file of the picture.
 */
const harmless: Readonly<Record<string, (known: Known) => Input | null>> = {
  'devices.updatePwa': (known) => {
    const installed = firstOf(known, 'account.getMe', 'pwa_installed');
    return typeof installed === 'boolean' ? { body: { pwa_installed: installed } } : null;
  },
  'exchange.simulateExchange': () => ({ body: { moeda: 'USD', valor_minor: 10_000, forma: 'pix' } }),
  'orders.prepareOrder': (known) => {
    const turma_aluno_id = firstOf(known, 'pedagogico.listClasses', 'turma_aluno_id');
    const codigo_produto = firstOf(known, 'orders.listOrders', 'items.itens.codigo_produto');
    return turma_aluno_id && codigo_produto ? { body: { turma_aluno_id, codigo_produto } } : null;
  },
};

/** Every call of the specification. Calls that others need come first. */
export function planOfCalls(): PlannedCall[] {
  const order = [...Object.keys(inputs), ...Object.keys(harmless)];
  const rank = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  return everyCall()
    .map(({ name, call }): PlannedCall => {
      const writes = call.method !== 'GET' || call.writes === true;
      // Reading calls without input need no entry above.
      const plain = !writes && !call.path.includes('{') ? nothing : undefined;
      return { name, call, schema: schemaOf(name), writes, input: inputs[name] ?? harmless[name] ?? plain };
    })
    .filter(({ call }) => !call.path.startsWith('portal/'))
    .sort((a, b) => rank(a.name) - rank(b.name));
}
