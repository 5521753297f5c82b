type Id = number | string;
const query = (values: Record<string, string | null | undefined>) => {
  const given = Object.entries(values).filter((pair): pair is [string, string] => Boolean(pair[1]));
  return given.length > 0 ? `?${new URLSearchParams(given)}` : '';
};
export const practiceParts = ['audio', 'vocabulario', 'teste', 'revisao'] as const;
export type PracticePart = (typeof practiceParts)[number];
/** `parte` is left out for the audios, which come first. */
type PracticeQuery = { unidade?: number; parte?: PracticePart; faixa?: string };
type StatementParts = { de?: string; ate?: string; tipo?: string; forma?: string; pagina?: string };
/** What the simulator begins with, or the payment that is shown instead. */
type ExchangeQuery = { moeda?: string; em?: string; valor?: string; forma?: string; pagamento?: Id };
type ShelfQuery = { categoria?: string; posso?: string };
type PointsQuery = { tipo?: string; de?: string; ate?: string; depois?: string };
/** `feito`: what was just dealt with. */
type WorkQuery = { estado?: string; q?: string; pagina?: string; feito?: string };
type MemberQuery = { antes_de?: string; estornar?: string; feito?: string };
type LoginQuery = { next?: string | null; motivo?: string };

/** Every address of §2, built in one place (ROUTE-01…36). */
export const routes = {
  root: () => '/',
  login: {
    main: (parts: LoginQuery = {}) => `/login/main${query(parts)}`,
    qrCode: () => '/login/qr-code',
    form: (parts: LoginQuery = {}) => `/login/form${query(parts)}`,
    recoverPassword: (token?: string) => `/login/recover-password${query({ token })}`,
  },
  profileCreation: { newUser: () => '/profile-creation/new-user', form: () => '/profile-creation/form' },
  profileUpdate: { start: () => '/profile-update/start', form: () => '/profile-update/form' },
  dashboard: () => '/dashboard',
  pedagogico: {
    list: () => '/pedagogico/list',
    practice: (userBookId: Id, { unidade, parte, ...rest }: PracticeQuery = {}) =>
      `/pedagogico/minha-pratica/${userBookId}${query({
        unidade: unidade ? String(unidade) : null,
        parte: parte === 'audio' ? null : parte,
        ...rest,
      })}`,
    grades: (turmaAlunoId: Id) => `/pedagogico/notas/${turmaAlunoId}`,
  },
  onlineClasses: { list: () => '/aula-online/list', details: (turmaId: Id) => `/aula-online/details/${turmaId}` },
  finance: {
    home: (mostrar?: 'pagas' | 'todas') => `/financial${query({ mostrar })}`,
    transactions: (parts: StatementParts = {}) => `/financial/transactions${query(parts)}`,
    pay: (parcelaIds: Id | readonly Id[], forma?: 'cartao') =>
      `/financial/pagar${query({ parcelas: [parcelaIds].flat().join(','), forma })}`,
    exchange: ({ pagamento, ...form }: ExchangeQuery = {}) =>
      `/financial/cambio${query({ ...form, pagamento: pagamento ? String(pagamento) : null })}`,
  },
  /** A bill that is paid without a login. */
  pay: (token: string) => `/pagar/${encodeURIComponent(token)}`,
  me: () => '/me',
  club: {
    earn: () => '/knn-club/juntar-pontos',
    spend: (parts: ShelfQuery = {}) => `/knn-club/usar-pontos${query(parts)}`,
    orders: (parts: { pagina?: string } = {}) => `/knn-club/meus-pedidos${query(parts)}`,
    statement: (parts: PointsQuery = {}) => `/knn-club/meu-extrato${query(parts)}`,
    intro: () => '/knn-club/meu-clube',
  },
  /** The invitation of a member, for whoever gets the link. */
  invite: (code: string) => `/convite/${encodeURIComponent(code)}`,
  promo: {
    abroad: () => '/knn-abre-o-mundo',
    london: () => '/london-by-phenom',
    orlando: () => '/knn-orlando',
  },
  englishTest: () => '/english-test',
  orders: {
    list: (parts: { estado?: string; pagina?: string } = {}) => `/pedidos${query(parts)}`,
    detail: (id: Id) => `/pedidos/${id}`,
    create: (turmaAlunoId: Id, codigoProduto: string) =>
      `/pedidos/create/${turmaAlunoId}/${encodeURIComponent(codigoProduto)}`,
  },
  manager: {
    home: () => '/manager-panel',
    orders: (parts: WorkQuery = {}) => `/manager-panel/pedidos${query(parts)}`,
    order: (id: Id) => `/manager-panel/pedidos/${id}`,
    club: (parts: { meses?: string } = {}) => `/manager-panel/club${query(parts)}`,
    clubRewards: (parts: { mostrar?: string; pagina?: string; feito?: string } = {}) =>
      `/manager-panel/club/recompensas${query(parts)}`,
    clubReward: (id?: Id) => `/manager-panel/club/recompensas/${id ?? 'nova'}`,
    clubRules: (parts: { editar?: string; feito?: string } = {}) => `/manager-panel/club/regras${query(parts)}`,
    clubMembers: (parts: { q?: string; pagina?: string } = {}) => `/manager-panel/club/membros${query(parts)}`,
    clubMember: (id: Id, parts: MemberQuery = {}) => `/manager-panel/club/membros/${id}${query(parts)}`,
    clubRedemptions: (parts: WorkQuery = {}) => `/manager-panel/club/resgates${query(parts)}`,
    clubReferrals: (parts: WorkQuery = {}) => `/manager-panel/club/indicacoes${query(parts)}`,
    profile: () => '/manager-panel/profile',
    book: () => '/manager-panel/book',
    push: {
      list: () => '/manager-panel/push-notification',
      create: (id?: Id) => `/manager-panel/push-notification/create${id === undefined ? '' : `/${id}`}`,
      send: (id?: Id) => `/manager-panel/push-notification/send${id === undefined ? '' : `/${id}`}`,
      history: (id?: Id) => `/manager-panel/push-notification/history${id === undefined ? '' : `/${id}`}`,
    },
  },
  offline: () => '/offline',
  /** Where anybody checks a document of ours. */
  check: (code?: string) => (code === undefined ? '/verificar' : `/verificar/${encodeURIComponent(code)}`),
} as const;
