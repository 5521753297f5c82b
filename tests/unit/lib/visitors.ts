import { decide, type GuardOptions } from '../../../src/lib/guards.ts';
import { type RouteKind, routeTable } from '../../../src/lib/rules/routes/route-table.ts';
import type { PortalSession, SessionUser } from '../../../src/lib/session.ts';

export const options: GuardOptions = {
  publicPages: ['/knn-abre-o-mundo', '/london-by-phenom', '/knn-orlando'],
  now: new Date('2026-11-20T15:00:00Z'),
  timeZone: 'America/Sao_Paulo',
  connected: false,
};
export const ana: SessionUser = {
  drive_user: { company: { id: 101, venda_direta_allow: true, timezone: 'America/Sao_Paulo' } },
  user_actions: [],
  is_club: true,
  updated_at: '2026-11-01T12:00:00Z',
  phone: '19991234567',
  cep: '13010100',
  cpf: '52998224725',
  email: 'aluna@demo.example',
  full_name: 'Ana Souza',
  street_number: '10',
  street: 'Rua das Palmeiras',
};
const company = (id: number, venda_direta_allow: boolean) => ({ drive_user: { company: { id, venda_direta_allow } } });
export const bruno: SessionUser = { ...ana, ...company(102, false), is_club: false };
export const carla: SessionUser = { ...ana, cep: '' };
export const helena: SessionUser = { ...ana, user_actions: [{ action_id: 4 }] };
export const julia: SessionUser = { ...ana, user_actions: [{ action_id: 2 }] };
export const lara: SessionUser = { ...ana, ...company(436, false) };
export const marcos: SessionUser = { ...ana, drive_user: null, is_club: false };

export const emptyBook = { uuid: '22222222-2222-4222-8222-222222222222', isEmpty: true };
export const ownBook = { uuid: '11111111-1111-4111-8111-111111111111', isEmpty: false };
export const full = (user: SessionUser): PortalSession => ({ user, book: null, scope: 'full' });
export const byBook = (user: SessionUser): PortalSession => ({ user, book: ownBook, scope: 'book' });
export const nobody: PortalSession = { user: null, book: null, scope: null };
export const withEmptyBook: PortalSession = { user: null, book: emptyBook, scope: null };

export const ask = (address: string, session: PortalSession, more: Partial<GuardOptions> = {}): string => {
  const verdict = decide(address, session, { ...options, ...more });
  if ('instead' in verdict) return verdict.instead;
  return 'allow' in verdict ? 'allow' : verdict.redirect;
};
export const pathOf = (pattern: string) =>
  pattern
    .replace('{id}', '12')
    .replace('{codigoProduto}', 'KIT-A1')
    .replace('{atividade}', '1')
    .replace('{codigo}', 'K7QM-2XWD-9HRT')
    .replace('{convite}', 'AMZB-4K7Q')
    .replace('{pagina}', 'knn-orlando')
    .replace('{guia}', 'pagar-com-um-pix')
    .replace('{token}', 'abc.def');
export const paths = (...kinds: RouteKind[]) =>
  routeTable
    .filter(({ kind, redirectTo }) => kinds.includes(kind) && !redirectTo)
    .map(({ pattern }) => pathOf(pattern));
/** Every kind of visitor that the rules distinguish. */
export const visitors: Record<string, PortalSession> = {
  nobody,
  'an empty book': withEmptyBook,
  'a linked book without login': { ...nobody, book: ownBook },
};
for (const [name, user] of Object.entries({
  ana,
  bruno,
  carla,
  helena,
  julia,
  lara,
  marcos,
  'carla sem vínculo': { ...carla, drive_user: null },
})) {
  visitors[name] = full(user);
  visitors[`${name}, by book`] = byBook(user);
  visitors[`${name}, with an empty book`] = { ...full(user), book: emptyBook };
  visitors[`${name}, by book, with an empty book`] = { ...byBook(user), book: emptyBook };
}
