import { routes } from '#lib/routes.ts';
import { matchRoute } from './route-table.ts';

/**
 * Parent pages, and the names of the pages below them. A name in braces takes its value from the current address. Pages
 * that are tabs of each other are not listed.
 */
const below: Record<string, readonly string[]> = {
  [routes.pedagogico.list()]: ['progresso', 'minha-pratica', 'notas', 'exercicio', 'faltas'],
  [routes.onlineClasses.list()]: ['aula-online-details'],
  [routes.finance.home()]: [
    'financial-transactions',
    'financial-pay',
    'financial-agreement',
    'financial-automatic',
    'financial-exchange',
  ],
  [routes.notices.list()]: ['avisos-preferencias', 'avisos-mensagem'],
  [routes.me()]: ['me-dados', 'me-acesso', 'me-documentos', 'me-privacidade'],
  [routes.help.list()]: ['help-how-to'],
  [routes.abroad.home()]: ['intercambio-pedido', 'intercambio-pagamento'],
  [routes.travel.list()]: ['campanhas-ingressos', 'campanhas-conferir', 'campanhas-detail'],
  [routes.orders.list()]: ['pedidos-detail', 'pedidos-create'],
  [routes.teacher.home()]: ['professor-aula'],
  [routes.teacher.classes()]: ['professor-turma'],
  '/professor/turmas/{id}': ['professor-atividades', 'professor-notas', 'professor-mensagem-nova'],
  [routes.teacher.messages()]: ['professor-mensagem'],
  '/professor/turmas/{id}/atividades': ['professor-atividade'],
  [routes.teacher.inbox()]: ['professor-trabalho', 'professor-frases'],
  '/manager-panel/push-notification': [
    ...['push-notification-create', 'push-notification-edit', 'push-notification-send', 'push-notification-send-one'],
  ],
  '/manager-panel/push-notification/history': ['push-notification-history-one'],
  '/manager-panel/club/recompensas': ['manager-club-reward'],
  '/manager-panel/club/membros': ['manager-club-member'],
  '/manager-panel/turmas': [
    ...[
      'manager-class-sheets',
      'manager-closed-days',
      'manager-week',
      'manager-teaching-hours',
      'manager-class',
      'manager-lesson',
    ],
  ],
  '/manager-panel/livros': ['manager-book-upload', 'manager-own-book'],
  '/manager-panel/pedidos': ['manager-order'],
  '/manager-panel/contatos': ['manager-lead'],
  '/manager-panel/financeiro': ['manager-bill', 'manager-contract', 'manager-renegotiate'],
  '/manager-panel/intercambio': ['manager-abroad-request'],
  '/manager-panel/campanhas': ['manager-campaign'],
  '/manager-panel/campanhas/{id}': ['manager-campaign-people'],
  '/manager-panel/paginas': ['manager-promo'],
  '/manager-panel/paginas/{pagina}': ['manager-promo-view', 'manager-promo-preview'],
  '/manager-panel/equipe': ['manager-team-member'],
  '/manager-panel/equipe/unidades': ['manager-unit'],
  '/manager-panel/equipe/webhooks': ['manager-webhook'],
  '/manager-panel/profile': ['manager-unlinked', 'manager-student-new', 'manager-student-sheets', 'manager-person'],
  '/manager-panel/profile/{id}': ['manager-person-data'],
};
const above = new Map(Object.entries(below).flatMap(([href, names]) => names.map((name) => [name, href] as const)));

/**
 * The parent of the page at this address, by its title; null for the first page of an area. The parent of a unit is its
 * book.
 *
 * @param path with its query
 */
export function backLink(path: string): { href: string; label: string } | null {
  const { pathname, searchParams } = new URL(path, 'http://portal');
  const here = matchRoute(pathname);
  const name = here?.route.name ?? '';
  if (name === 'minha-pratica' && searchParams.has('unidade')) return { href: pathname, label: 'Livro' };
  const href = above.get(name)?.replace(/\{(\w+)\}/, (_, key: string) => here?.params[key] ?? '');
  if (href === undefined) return null;
  return { href, label: matchRoute(href)?.route.title ?? '' };
}
