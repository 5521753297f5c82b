import type { BrandKey } from '#lib/brand.ts';
import type { TourRoute } from '#lib/contract/tour.schema.ts';
import {
  formWith,
  MAX_ACTIVITY_FILE,
  MAX_BOOK_ZIP,
  MAX_DOCUMENTS,
  MAX_PICTURE,
  MAX_SYNC_BYTES,
} from '#lib/format/limits.ts';
import { routes } from '#lib/routes.ts';
import type { WhyOff } from '#lib/words/why-off.ts';

export type RouteKind =
  | 'root'
  | 'login'
  | 'creation'
  | 'update'
  | 'private'
  | 'practice'
  | 'manager'
  | 'staff'
  | 'teacher'
  | 'club'
  | 'orders'
  | 'promo'
  | 'test'
  | 'public';

export interface Route {
  name: string;
  /** `{id}` and similar parts match one segment. */
  pattern: string;
  kind: RouteKind;
  title: string;
  /** The parent of other pages: redirects to the first of them. */
  redirectTo?: string;
  tour?: TourRoute;
  /** Open to a printed-code session: each operation of the page has `book` in its `scopes`. */
  opensByBook?: true;
  /** Only the embedded school has its data: in connected mode the page explains why it is off. */
  onlyEmbedded?: WhyOff;
  /** Empty for an account without an enrollment, which sees an explanation instead. */
  needsEnrollment?: true;
  /** A page of teachers that is also open to office staff with the right for classes. */
  opensToOffice?: true;
  /** The maximum size of its form, if it uploads a file. */
  maxBytes?: number;
  /**
   * The brand of a promotional page on every host, from its content file. Its canonical address is on that brand’s host.
   */
  brand?: BrandKey;
}

const route = (name: string, pattern: string, kind: RouteKind, title: string, more: Partial<Route> = {}): Route => ({
  name,
  pattern,
  kind,
  title,
  ...more,
});
const opensByBook = { opensByBook: true } as const;
const off = (onlyEmbedded: WhyOff) => ({ onlyEmbedded });
const onlyEmbedded = off('staff');
const opensToOffice = { opensToOffice: true } as const;
const withSheet = { ...onlyEmbedded, maxBytes: formWith(MAX_SYNC_BYTES) };
const forTeachers = { ...onlyEmbedded, ...opensToOffice };
const needsEnrollment = { needsEnrollment: true } as const;
const push = 'manager-panel/push-notification';
const club = 'manager-panel/club';

/** All pages, in one table in the order of §2. */
export const routeTable: readonly Route[] = [
  route('root', '/', 'root', 'Início', { redirectTo: routes.dashboard(), ...opensByBook }),
  route('login', '/login', 'login', 'Entrar', { redirectTo: routes.login.main() }),
  route('login-main', '/login/main', 'login', 'Entrar'),
  route('login-qr-code', '/login/qr-code', 'login', 'Entrar com QR code'),
  route('login-form', '/login/form', 'login', 'Entrar com senha'),
  route('login-book', '/login/livro', 'login', 'Entrar com o código do livro'),
  route('login-second-step', '/login/segundo-passo', 'login', 'Segundo passo'),
  route('login-recover-password', '/login/recover-password', 'login', 'Recuperar senha'),
  route('profile-creation', '/profile-creation', 'creation', 'Cadastro', {
    redirectTo: routes.profileCreation.newUser(),
    ...opensByBook,
  }),
  route('profile-creation-new-user', '/profile-creation/new-user', 'creation', 'Boas-vindas', opensByBook),
  route('profile-creation-form', '/profile-creation/form', 'creation', 'Criar cadastro', {
    ...off('accounts'),
    ...opensByBook,
  }),
  route('profile-update', '/profile-update', 'update', 'Atualização cadastral', {
    redirectTo: routes.profileUpdate.start(),
  }),
  route('profile-update-start', '/profile-update/start', 'update', 'Atualização cadastral'),
  route('profile-update-form', '/profile-update/form', 'update', 'Atualização cadastral'),
  route('dashboard', '/dashboard', 'private', 'Início', { tour: 'dashboard', ...opensByBook }),
  route('pedagogico', '/pedagogico', 'private', 'Estudar', { redirectTo: routes.pedagogico.list(), ...opensByBook }),
  route('pedagogico-list', '/pedagogico/list', 'private', 'Estudar', { tour: 'pedagogico-list', ...opensByBook }),
  route('progresso', '/pedagogico/progresso', 'private', 'Seu progresso', off('contents')),
  route('minha-pratica', '/pedagogico/minha-pratica/{id}', 'practice', 'Minha prática', {
    tour: 'minha-pratica',
    ...opensByBook,
  }),
  route('pratica-sessao', '/pedagogico/minha-pratica/{id}/sessao', 'practice', 'Sessão de estudo', {
    ...off('contents'),
    ...opensByBook,
  }),
  route('notas', '/pedagogico/notas/{id}', 'private', 'Notas', {
    ...needsEnrollment,
    maxBytes: formWith(MAX_ACTIVITY_FILE),
  }),
  route('exercicio', '/pedagogico/exercicio/{id}', 'private', 'Exercício', off('classes')),
  route('faltas', '/pedagogico/faltas/{id}', 'private', 'Faltas e reposições', {
    ...off('classes'),
    ...needsEnrollment,
  }),
  route('aula-online', '/aula-online', 'private', 'Aula online', { redirectTo: routes.onlineClasses.list() }),
  route('aula-online-list', '/aula-online/list', 'private', 'Aula online'),
  route('aula-online-details', '/aula-online/details/{id}', 'private', 'Aula online', needsEnrollment),
  route('financial', '/financial', 'private', 'Pagamentos'),
  route('financial-transactions', '/financial/transactions', 'private', 'Extrato financeiro'),
  route('financial-pay', '/financial/pagar', 'private', 'Pagar'),
  route('financial-agreement', '/financial/acordo', 'private', 'Acordo', off('money')),
  route('financial-automatic', '/financial/pix-automatico', 'private', 'Pix Automático', off('money')),
  route('financial-exchange', '/financial/cambio', 'private', 'Câmbio', needsEnrollment),
  route('avisos', '/avisos', 'private', 'Avisos'),
  route('avisos-mensagem', '/avisos/mensagens/{id}', 'private', 'Mensagem do professor', off('classes')),
  route('avisos-preferencias', '/avisos/preferencias', 'private', 'Como ser avisado'),
  route('me', '/me', 'private', 'Perfil'),
  route('me-dados', '/me/dados', 'private', 'Meus dados', { maxBytes: formWith(MAX_PICTURE) }),
  route('me-acesso', '/me/acesso', 'private', 'Acesso e segurança'),
  route('me-segundo-fator', '/me/segundo-fator', 'private', 'Segundo fator', off('accounts')),
  route('me-confirmar', '/me/confirmar', 'private', 'Confirme que é você', off('accounts')),
  route('me-documentos', '/me/documentos', 'private', 'Documentos', { ...off('grades'), ...needsEnrollment }),
  route('me-privacidade', '/me/privacidade', 'private', 'Privacidade'),
  route('me-familia', '/me/familia', 'private', 'Filhos', off('accounts')),
  route('support', '/atendimento', 'private', 'Fale com a escola'),
  route('help', '/ajuda', 'private', 'Ajuda', off('help')),
  route('help-how-to', '/ajuda/{guia}', 'private', 'Como fazer', off('help')),
  route('knn-club', '/knn-club', 'club', 'Clube', { redirectTo: routes.club.earn() }),
  route('juntar-pontos', '/knn-club/juntar-pontos', 'club', 'Juntar pontos'),
  route('usar-pontos', '/knn-club/usar-pontos', 'club', 'Usar pontos'),
  route('meus-pedidos', '/knn-club/meus-pedidos', 'club', 'Minhas trocas'),
  route('meu-extrato', '/knn-club/meu-extrato', 'club', 'Extrato de pontos'),
  route('meu-clube', '/knn-club/meu-clube', 'private', 'Meu clube'),
  route('intercambio', '/intercambio', 'private', 'Intercâmbio', {
    ...needsEnrollment,
    maxBytes: formWith(MAX_DOCUMENTS.max),
  }),
  route('intercambio-pedido', '/intercambio/pedido', 'private', 'Pedido de intercâmbio', {
    ...needsEnrollment,
    maxBytes: formWith(MAX_DOCUMENTS.max),
  }),
  route('intercambio-pagamento', '/intercambio/pagamento', 'private', 'Pagar o intercâmbio', needsEnrollment),
  route('campanhas', '/campanhas', 'private', 'Eventos'),
  route('campanhas-ingressos', '/campanhas/ingressos', 'private', 'Meus ingressos'),
  route('campanhas-conferir', '/campanhas/conferir', 'staff', 'Conferir ingressos'),
  route('campanhas-detail', '/campanhas/{id}', 'private', 'Evento'),
  route('knn-abre-o-mundo', '/knn-abre-o-mundo', 'promo', 'KNN abre o mundo', { brand: 'knn', ...opensByBook }),
  route('london-by-phenom', '/london-by-phenom', 'promo', 'London by Phenom', { brand: 'phenom', ...opensByBook }),
  route('knn-orlando', '/knn-orlando', 'promo', 'KNN Orlando', { brand: 'knn', ...opensByBook }),
  route('english-test', '/english-test', 'test', 'Teste de inglês'),
  route('pedidos', '/pedidos', 'orders', 'Material'),
  route('pedidos-carrinho', '/pedidos/carrinho', 'orders', 'Carrinho', off('products')),
  route('pedidos-detail', '/pedidos/{id}', 'orders', 'Pedido'),
  route('pedidos-create', '/pedidos/create/{id}/{codigoProduto}', 'orders', 'Novo pedido'),
  route('professor', '/professor', 'teacher', 'Minhas aulas', { ...onlyEmbedded, tour: 'professor' }),
  route('professor-turmas', '/professor/turmas', 'teacher', 'Minhas turmas', onlyEmbedded),
  route('professor-turma', '/professor/turmas/{id}', 'teacher', 'Turma', { ...onlyEmbedded, ...opensToOffice }),
  route('professor-aula', '/professor/aulas/{id}', 'teacher', 'Aula', {
    ...onlyEmbedded,
    ...opensToOffice,
    maxBytes: formWith(MAX_ACTIVITY_FILE),
  }),
  route('professor-atividades', '/professor/turmas/{id}/atividades', 'teacher', 'Atividades', forTeachers),
  route('professor-atividade', '/professor/turmas/{id}/atividades/{atividade}', 'teacher', 'Atividade', forTeachers),
  route('professor-mensagem-nova', '/professor/turmas/{id}/mensagem', 'teacher', 'Escrever à turma', onlyEmbedded),
  route('professor-mensagens', '/professor/mensagens', 'teacher', 'Mensagens', onlyEmbedded),
  route('professor-mensagem', '/professor/mensagens/{id}', 'teacher', 'Mensagem à turma', forTeachers),
  route('professor-notas', '/professor/turmas/{id}/notas', 'teacher', 'Notas', forTeachers),
  route('professor-frases', '/professor/frases', 'teacher', 'Minhas frases', forTeachers),
  route('professor-trabalhos', '/professor/trabalhos', 'teacher', 'Correções', forTeachers),
  route('professor-trabalho', '/professor/trabalhos/{id}', 'teacher', 'Trabalho', {
    ...forTeachers,
    maxBytes: formWith(MAX_ACTIVITY_FILE),
  }),
  route('manager-panel', '/manager-panel', 'manager', 'Painel', { tour: 'manager-panel' }),
  route('push-notification', `/${push}`, 'manager', 'Mensagens'),
  route('push-notification-create', `/${push}/create`, 'manager', 'Nova mensagem'),
  route('push-notification-edit', `/${push}/create/{id}`, 'manager', 'Editar mensagem'),
  route('push-notification-send', `/${push}/send`, 'manager', 'Enviar mensagem'),
  route('push-notification-send-one', `/${push}/send/{id}`, 'manager', 'Enviar mensagem'),
  route('push-notification-history', `/${push}/history`, 'manager', 'Histórico'),
  route('push-notification-history-one', `/${push}/history/{id}`, 'manager', 'Histórico'),
  route('push-notification-templates', `/${push}/modelos`, 'manager', 'Modelos', off('devices')),
  route('push-notification-notices', `/${push}/avisos`, 'manager', 'Avisos automáticos', off('events')),
  route('push-notification-mails', `/${push}/emails`, 'manager', 'E-mails parados', off('devices')),
  route('manager-club', `/${club}`, 'manager', 'Clube'),
  route('manager-club-rewards', `/${club}/recompensas`, 'manager', 'Recompensas', onlyEmbedded),
  route('manager-club-reward', `/${club}/recompensas/{id}`, 'manager', 'Recompensa', {
    ...onlyEmbedded,
    maxBytes: formWith(MAX_PICTURE),
  }),
  route('manager-club-rules', `/${club}/regras`, 'manager', 'Regras de pontos', onlyEmbedded),
  route('manager-club-bonus', `/${club}/bonus`, 'manager', 'Bônus', onlyEmbedded),
  route('manager-club-members', `/${club}/membros`, 'manager', 'Membros', onlyEmbedded),
  route('manager-club-member', `/${club}/membros/{id}`, 'manager', 'Membro', onlyEmbedded),
  route('manager-club-redemptions', `/${club}/resgates`, 'manager', 'Trocas', onlyEmbedded),
  route('manager-club-referrals', `/${club}/indicacoes`, 'manager', 'Indicações', onlyEmbedded),
  route('manager-leads', '/manager-panel/contatos', 'manager', 'Contatos', onlyEmbedded),
  route('manager-lead', '/manager-panel/contatos/{id}', 'manager', 'Contato', onlyEmbedded),
  route('manager-promos', '/manager-panel/paginas', 'manager', 'Páginas', onlyEmbedded),
  route('manager-promo', '/manager-panel/paginas/{pagina}', 'manager', 'Página', {
    ...onlyEmbedded,
    maxBytes: formWith(MAX_PICTURE),
  }),
  route('manager-promo-view', '/manager-panel/paginas/{pagina}/ver', 'manager', 'Prévia da página', onlyEmbedded),
  route('manager-promo-preview', '/manager-panel/paginas/{pagina}/previa', 'manager', 'Prévia da página', onlyEmbedded),
  route('manager-orders', '/manager-panel/pedidos', 'manager', 'Pedidos', onlyEmbedded),
  route('manager-order', '/manager-panel/pedidos/{id}', 'manager', 'Pedido', onlyEmbedded),
  route('manager-finance', '/manager-panel/financeiro', 'manager', 'Financeiro', onlyEmbedded),
  route('manager-bill', '/manager-panel/financeiro/{id}', 'manager', 'Parcela', onlyEmbedded),
  route('manager-contract', '/manager-panel/financeiro/contrato', 'manager', 'Novo contrato', onlyEmbedded),
  route('manager-renegotiate', '/manager-panel/financeiro/renegociar', 'manager', 'Renegociar', onlyEmbedded),
  route('manager-cash', '/manager-panel/financeiro/caixa', 'manager', 'Caixa do dia', onlyEmbedded),
  route('manager-month-close', '/manager-panel/financeiro/fechamento', 'manager', 'Fechamento do mês', onlyEmbedded),
  route('manager-coupons', '/manager-panel/financeiro/cupons', 'manager', 'Cupons', onlyEmbedded),
  route('manager-products', '/manager-panel/financeiro/materiais', 'manager', 'Materiais', onlyEmbedded),
  route('manager-reminders', '/manager-panel/financeiro/lembretes', 'manager', 'Lembretes', onlyEmbedded),
  route('manager-terms', '/manager-panel/financeiro/regras', 'manager', 'Regras', onlyEmbedded),
  route('manager-abroad', '/manager-panel/intercambio', 'manager', 'Intercâmbio', onlyEmbedded),
  route('manager-abroad-request', '/manager-panel/intercambio/{id}', 'manager', 'Pedido de intercâmbio', onlyEmbedded),
  route('manager-abroad-trips', '/manager-panel/intercambio/turmas', 'manager', 'Viagens', onlyEmbedded),
  route('manager-campaigns', '/manager-panel/campanhas', 'manager', 'Eventos', onlyEmbedded),
  route('manager-campaign', '/manager-panel/campanhas/{id}', 'manager', 'Evento', {
    ...onlyEmbedded,
    maxBytes: formWith(MAX_PICTURE),
  }),
  route(
    'manager-campaign-people',
    '/manager-panel/campanhas/{id}/participantes',
    'manager',
    'Participantes',
    onlyEmbedded,
  ),
  route('manager-classes', '/manager-panel/turmas', 'manager', 'Turmas', onlyEmbedded),
  route('manager-class-new', '/manager-panel/turmas/nova', 'manager', 'Nova turma', {
    redirectTo: routes.manager.classes(),
    ...onlyEmbedded,
  }),
  route('manager-closed-days', '/manager-panel/turmas/dias-sem-aula', 'manager', 'Dias sem aula', onlyEmbedded),
  route('manager-week', '/manager-panel/turmas/semana', 'manager', 'Semana', onlyEmbedded),
  route('manager-teaching-hours', '/manager-panel/turmas/horas', 'manager', 'Horas dos professores', onlyEmbedded),
  route('manager-class', '/manager-panel/turmas/{id}', 'manager', 'Turma', onlyEmbedded),
  route('manager-lesson', '/manager-panel/turmas/aulas/{id}', 'manager', 'Aula', onlyEmbedded),
  route('manager-books', '/manager-panel/livros', 'manager', 'Livros', {
    ...onlyEmbedded,
    maxBytes: formWith(MAX_BOOK_ZIP),
  }),
  route('manager-book-upload', '/manager-panel/livros/envio', 'manager', 'Livro enviado', onlyEmbedded),
  route('manager-own-book', '/manager-panel/livros/{id}', 'manager', 'Livro', onlyEmbedded),
  route('manager-absences', '/manager-panel/faltas', 'manager', 'Faltas e reposições', onlyEmbedded),
  route('manager-profile', '/manager-panel/profile', 'manager', 'Alunos'),
  route('manager-unlinked', '/manager-panel/profile/sem-matricula', 'manager', 'Sem matrícula', onlyEmbedded),
  route('manager-student-new', '/manager-panel/profile/novo', 'manager', 'Novo aluno', onlyEmbedded),
  route('manager-person', '/manager-panel/profile/{id}', 'manager', 'Aluno'),
  route('manager-person-data', '/manager-panel/profile/{id}/dados', 'manager', 'Dados', onlyEmbedded),
  route('manager-book', '/manager-panel/book', 'manager', 'Exemplares'),
  route('manager-team', '/manager-panel/equipe', 'manager', 'Equipe', onlyEmbedded),
  route('manager-keys', '/manager-panel/equipe/chaves', 'manager', 'Chaves', onlyEmbedded),
  route('manager-sheets', '/manager-panel/equipe/planilhas', 'manager', 'Planilhas', withSheet),
  route('manager-student-sheets', '/manager-panel/profile/planilhas', 'manager', 'Planilhas de alunos', withSheet),
  route('manager-class-sheets', '/manager-panel/turmas/planilhas', 'manager', 'Planilhas de turmas', withSheet),
  route(
    'manager-finance-sheets',
    '/manager-panel/financeiro/planilhas',
    'manager',
    'Planilhas do financeiro',
    withSheet,
  ),
  route('manager-club-sheets', `/${club}/planilhas`, 'manager', 'Planilhas do clube', withSheet),
  route('manager-webhooks', '/manager-panel/equipe/webhooks', 'manager', 'Webhooks', onlyEmbedded),
  route('manager-webhook', '/manager-panel/equipe/webhooks/{id}', 'manager', 'Webhook', onlyEmbedded),
  route('manager-units', '/manager-panel/equipe/unidades', 'manager', 'Unidades', onlyEmbedded),
  route('manager-unit', '/manager-panel/equipe/unidades/{id}', 'manager', 'Unidade', onlyEmbedded),
  route('manager-team-member', '/manager-panel/equipe/{id}', 'manager', 'Pessoa da equipe', onlyEmbedded),
  route('manager-audit', '/manager-panel/auditoria', 'manager', 'Histórico da equipe', onlyEmbedded),
  route('offline', '/offline', 'public', 'Sem conexão'),
  route('pagar', '/pagar/{token}', 'public', 'Pagar', off('money')),
  route('autorizar', '/autorizar/{token}', 'public', 'Autorizar viagem', off('requests')),
  route('responsavel', '/responsavel/{token}', 'public', 'Confirmar responsável', off('accounts')),
  route('verificar', '/verificar', 'public', 'Conferir documento'),
  route('verificar-codigo', '/verificar/{codigo}', 'public', 'Conferir documento'),
  route('desfazer-email', '/desfazer-email/{token}', 'public', 'Troca de e-mail', off('accounts')),
  route('desfazer-cadastro', '/desfazer-cadastro/{token}', 'public', 'Mudança de cadastro', off('accounts')),
  route('mail-choice', '/nao-receber/{token}', 'public', 'Mensagens por e-mail', off('accounts')),
  route('convidado', '/convidado', 'public', 'Primeiro acesso', off('accounts')),
  route('convite', '/convite/{convite}', 'public', 'Convite', off('points')),
];

const segments: Record<string, string> = {
  '{id}': '(\\d{1,9})',
  '{atividade}': '(\\d{1,9})',
  '{codigoProduto}': '([A-Za-z0-9_-]{1,40})',
  '{token}': '([A-Za-z0-9._-]{1,600})',
  '{codigo}': '([A-Za-z0-9-]{1,40})',
  '{pagina}': '([a-z0-9-]{1,40})',
  '{convite}': '([A-Za-z0-9-]{1,40})',
  '{guia}': '([a-z0-9-]{1,40})',
};
const matchers = routeTable.map((entry) => ({
  entry,
  names: [...entry.pattern.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string),
  regex: new RegExp(`^${entry.pattern.replace(/\{\w+\}/g, (part) => segments[part] ?? part)}$`),
}));

/** The page of a path, or null. It accepts one trailing slash; ids are digits; nothing is decoded. */
export function matchRoute(pathname: string): { route: Route; params: Record<string, string> } | null {
  const path = pathname.replace(/([^/])\/$/, '$1');
  for (const { entry, names, regex } of matchers) {
    const match = regex.exec(path);
    if (match)
      return {
        route: entry,
        params: Object.fromEntries(names.map((name, index) => [name, match[index + 1] as string])),
      };
  }
  return null;
}
