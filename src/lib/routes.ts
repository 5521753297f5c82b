import { addressQuery as query } from './rules/routes/address-query.ts';
import { homeRoute, loginRoutes } from './rules/routes/login-routes.ts';

type Id = number | string;
export const practiceParts = ['audio', 'vocabulario', 'teste'] as const;
export type PracticePart = (typeof practiceParts)[number];
export const classParts = ['atividades', 'notas', 'frequencia', 'aulas'] as const;
export type ClassPart = (typeof classParts)[number];
/** Without `parte` the first part, the assignments, opens. `feito`: the completed action; `repor`: a missed lesson. */
type ClassQuery = { parte?: ClassPart; feito?: string; repor?: string; justificar?: string };
/** Without `parte` the first part, the audios, opens. */
type PracticeQuery = { unidade?: number; parte?: PracticePart; faixa?: string; palavras?: 'dificeis' };
export const practiceKinds = ['revisao', 'palavras', 'teste'] as const;
export type PracticeKind = (typeof practiceKinds)[number];
/**
 * Without `teste` the first test of the unit. `modo=prova` corrects only at the end. `de=livro`: started from the book’s
 * page. `adiante=1`: words after today’s.
 */
type PracticeSessionQuery = {
  tipo: PracticeKind;
  unidade?: number;
  teste?: number;
  modo?: 'prova';
  de?: 'livro';
  adiante?: '1';
};
/** `tour`: restarts the tour. */
type TourQuery = { tour?: '1' };
/** `como`: staff see the student’s dashboard; without it they are redirected to their own home. */
type DashboardQuery = TourQuery & { como?: 'aluno' | null };
type StatementParts = { de?: string; ate?: string; tipo?: string; forma?: string; pagina?: string };
/** Initial values of the simulator, or the payment to show instead. */
type ExchangeQuery = { moeda?: string; em?: string; valor?: string; forma?: string; pagamento?: Id; pedido?: Id };
type ShelfQuery = { categoria?: string; posso?: string };
type PointsQuery = { tipo?: string; de?: string; ate?: string; depois?: string };
type StudentsQuery = {
  q?: string;
  pagina?: string;
  estado?: string;
  unidade?: string;
  turma?: string;
  livro?: string;
};
/** `feito`: the entry that was just handled. */
type WorkQuery = { estado?: string; q?: string; pagina?: string; feito?: string };
/** `aluno`: bills of one student. */
type FinanceQuery = WorkQuery & { mes?: string; unidade?: string; aluno?: string };
type WeekQuery = { semana?: string; unidade?: string; professor?: string; sala?: string };
type ClassesQuery = WorkQuery & { unidade?: string };
/** `ver`: the board in place of the list. */
type LeadsQuery = Pick<WorkQuery, 'estado' | 'q'> & { unidade?: string; ver?: 'quadro' };
/** `depois`: entries older than this one. */
type MemberQuery = { depois?: string };
/** One book by its code, or the books of a person; `q` looks for a reader of the book. */
type BookQuery = { codigo?: string; pessoa?: string; q?: string; feito?: string };
/** `quem` did it, `pessoa` was its subject. */
type AuditQuery = { quem?: string; pessoa?: string };
/** `feito`: the action just done. */
type NoticesQuery = { categoria?: string; pagina?: string; feito?: string };

type InboxQuery = { turma?: string | undefined; estado?: string | undefined; feito?: string };

/** The panel’s spreadsheet pages, by the right that opens them. */
const sheetPages = {
  alunos: 'profile',
  turmas: 'turmas',
  financeiro: 'financeiro',
  clube: 'club',
  equipe: 'equipe',
} as const;
export type SheetPage = keyof typeof sheetPages;

/** Every address of §2, built in one place (ROUTE-01…36). */
export const routes = {
  root: () => '/',
  login: loginRoutes,
  profileCreation: { newUser: () => '/profile-creation/new-user', form: () => '/profile-creation/form' },
  profileUpdate: {
    start: (parts: { next?: string | null } = {}) => `/profile-update/start${query(parts)}`,
    form: (parts: { next?: string | null } = {}) => `/profile-update/form${query(parts)}`,
  },
  dashboard: (parts: DashboardQuery = {}) => `${homeRoute()}${query(parts)}`,
  pedagogico: {
    list: (parts: TourQuery = {}) => `/pedagogico/list${query(parts)}`,
    /** The reader’s progress. */
    progress: () => '/pedagogico/progresso',
    practice: (userBookId: Id, { unidade, parte, ...rest }: PracticeQuery = {}) =>
      `/pedagogico/minha-pratica/${userBookId}${query({
        unidade: unidade ? String(unidade) : null,
        parte: parte === 'audio' ? null : parte,
        ...rest,
      })}`,
    /** A practice session with words or with a test, without anything else on the screen. */
    practiceSession: (userBookId: Id, { tipo, unidade, teste, modo, de, adiante }: PracticeSessionQuery) =>
      `/pedagogico/minha-pratica/${userBookId}/sessao${query({
        tipo,
        unidade: unidade ? String(unidade) : null,
        teste: teste ? String(teste) : null,
        modo,
        de,
        adiante,
      })}`,
    /** @param id of the student's piece of work */
    exercise: (id: Id) => `/pedagogico/exercicio/${id}`,
    /** A part of the class of an enrolment. */
    grades: (turmaAlunoId: Id, { parte, ...rest }: ClassQuery = {}) =>
      `/pedagogico/notas/${turmaAlunoId}${query({ parte: parte === 'atividades' ? null : parte, ...rest })}`,
    /** The same by class, for a sender who does not know the reader’s enrollment: redirects to `grades`. */
    gradesOfClass: (turmaId: Id, parts: ClassQuery = {}) =>
      `/pedagogico/notas/${turmaId}${query({ por: 'turma', ...parts })}`,
    /** One assignment of a class. @param atividadeId the same for all students of the class */
    work: (turmaId: Id, atividadeId: Id) => `/pedagogico/notas/${turmaId}?por=turma#atividade-${atividadeId}`,
  },
  onlineClasses: { list: () => '/aula-online/list', details: (turmaId: Id) => `/aula-online/details/${turmaId}` },
  finance: {
    home: (mostrar?: 'pagas' | 'todas') => `/financial${query({ mostrar })}`,
    transactions: (parts: StatementParts = {}) => `/financial/transactions${query(parts)}`,
    agreement: (parts: { de?: string } = {}) => `/financial/acordo${query(parts)}`,
    /** @param de contract and unit */
    automatic: (parts: { de?: string; feito?: 'encerrado' } = {}) => `/financial/pix-automatico${query(parts)}`,
    /** @param vezes first value of the instalments in the card form. */
    pay: (parcelaIds: Id | readonly Id[], forma?: 'pix' | 'cartao' | 'boleto' | 'pagina', vezes = 1) =>
      `/financial/pagar${query({
        parcelas: [parcelaIds].flat().join(','),
        forma,
        vezes: vezes > 1 ? String(vezes) : undefined,
      })}`,
    /** @param pedido the request for a trip that the exchange pays. */
    exchange: ({ pagamento, pedido, ...form }: ExchangeQuery = {}) =>
      `/financial/cambio${query({
        ...form,
        pagamento: pagamento ? String(pagamento) : null,
        pedido: pedido ? String(pedido) : null,
      })}`,
  },
  /** Pays a bill without a login. */
  pay: (token: string) => `/pagar/${encodeURIComponent(token)}`,
  notices: {
    list: (parts: NoticesQuery = {}) => `/avisos${query(parts)}`,
    preferences: (parts: { feito?: string } = {}) => `/avisos/preferencias${query(parts)}`,
    /** A teacher’s message to a student, with its replies. */
    thread: (id: Id, parts: { feito?: string } = {}) => `/avisos/mensagens/${id}${query(parts)}`,
    mailChoice: (token: string) => `/nao-receber/${encodeURIComponent(token)}`,
  },
  me: () => '/me',
  /** Ways to reach the school, the support chat among them. */
  support: () => '/atendimento',
  help: {
    list: (parts: { q?: string } = {}) => `/ajuda${query(parts)}`,
    howTo: (slug: string) => `/ajuda/${slug}`,
  },
  profile: {
    data: (parts: { feito?: string } = {}) => `/me/dados${query(parts)}`,
    access: (parts: { feito?: string } = {}) => `/me/acesso${query(parts)}`,
    /** @param parts.next where the reader continues after the setup */
    factor: (parts: { feito?: string; next?: string | null } = {}) => `/me/segundo-fator${query(parts)}`,
    /** Asks for re-authentication before a file download. */
    confirm: (baixar: string) => `/me/confirmar${query({ baixar })}`,
    documents: () => '/me/documentos',
    privacy: (parts: { feito?: string } = {}) => `/me/privacidade${query(parts)}`,
    family: () => '/me/familia',
    /** @param parts.justificar, repor a lesson that the child missed */
    child: (aluno: number, parts: { turma?: string; justificar?: string; repor?: string; feito?: string } = {}) =>
      `/me/familia${query({ aluno: String(aluno), ...parts })}`,
  },
  club: {
    earn: () => '/knn-club/juntar-pontos',
    spend: (parts: ShelfQuery = {}) => `/knn-club/usar-pontos${query(parts)}`,
    orders: (parts: { pagina?: string } = {}) => `/knn-club/meus-pedidos${query(parts)}`,
    statement: (parts: PointsQuery = {}) => `/knn-club/meu-extrato${query(parts)}`,
    intro: () => '/knn-club/meu-clube',
  },
  /** The invitation of a member, for the person who gets the link. */
  invite: (code: string) => `/convite/${encodeURIComponent(code)}`,
  promo: {
    abroad: () => '/knn-abre-o-mundo',
    london: () => '/london-by-phenom',
    orlando: () => '/knn-orlando',
  },
  abroad: {
    home: (parts: { feito?: string } = {}) => `/intercambio${query(parts)}`,
    step: (passo?: string, parts: { conferir?: string; feito?: string } = {}) =>
      `/intercambio/pedido${query({ passo, ...parts })}`,
    payment: (parts: { feito?: string } = {}) => `/intercambio/pagamento${query(parts)}`,
  },
  travel: {
    list: () => '/campanhas',
    campaign: (id: Id, parts: { feito?: string } = {}) => `/campanhas/${id}${query(parts)}`,
    tickets: () => '/campanhas/ingressos',
    /** @param campanha the campaign whose tickets the page checks. */
    check: (campanha?: Id) => `/campanhas/conferir${query({ campanha: campanha ? String(campanha) : null })}`,
  },
  /** Where a person confirms that they are the guardian whom a minor or the school named. */
  confirmGuardian: (token: string) => `/responsavel/${encodeURIComponent(token)}`,
  /** From the old mailbox: undoes a change of e-mail. */
  undoEmail: (token: string) => `/desfazer-email/${encodeURIComponent(token)}`,
  /** From the mail to the guardian before: undoes a change of a minor's registration. */
  undoRegistration: (token: string) => `/desfazer-cadastro/${encodeURIComponent(token)}`,
  /** Where a guardian consents to a trip. */
  authorize: (token: string) => `/autorizar/${encodeURIComponent(token)}`,
  englishTest: () => '/english-test',
  orders: {
    list: (parts: { grupo?: string; pagina?: string } = {}) => `/pedidos${query(parts)}`,
    /** What the school sells, and coupons. */
    shop: () => '/pedidos?parte=loja',
    cart: () => '/pedidos/carrinho',
    detail: (id: Id) => `/pedidos/${id}`,
    create: (turmaAlunoId: Id, codigoProduto: string) =>
      `/pedidos/create/${turmaAlunoId}/${encodeURIComponent(codigoProduto)}`,
  },
  teacher: {
    home: (parts: TourQuery = {}) => `/professor${query(parts)}`,
    classes: () => '/professor/turmas',
    class: (id: Id) => `/professor/turmas/${id}`,
    lesson: (id: Id, parts: { feito?: string } = {}) => `/professor/aulas/${id}${query(parts)}`,
    /** The assignments of a class. */
    work: (turmaId: Id) => `/professor/turmas/${turmaId}/atividades`,
    pieceOfWork: (turmaId: Id, id: Id) => `/professor/turmas/${turmaId}/atividades/${id}`,
    /** The teacher’s own messages to classes. */
    messages: () => '/professor/mensagens',
    message: (id: Id, parts: { feito?: string } = {}) => `/professor/mensagens/${id}${query(parts)}`,
    /** @param parts.aula the lesson that it is about */
    writeMessage: (turmaId: Id, parts: { aula?: string } = {}) =>
      `/professor/turmas/${turmaId}/mensagem${query(parts)}`,
    /** The teacher’s own phrases for corrections. */
    phrases: () => '/professor/frases',
    /** @param parts.turma only of this class */
    inbox: (parts: InboxQuery = {}) => `/professor/trabalhos${query(parts)}`,
    handedIn: (id: Id, parts: InboxQuery = {}) => `/professor/trabalhos/${id}${query(parts)}`,
    /** @param parts.periodo id of the shown period. @param parts.coluna id of the column that is changed */
    gradeSheet: (turmaId: Id, parts: { periodo?: string; coluna?: string; feito?: string } = {}) =>
      `/professor/turmas/${turmaId}/notas${query(parts)}`,
  },
  manager: {
    home: (parts: TourQuery = {}) => `/manager-panel${query(parts)}`,
    leads: (parts: LeadsQuery = {}) => `/manager-panel/contatos${query(parts)}`,
    lead: (id: Id) => `/manager-panel/contatos/${id}`,
    promos: () => '/manager-panel/paginas',
    promo: (pagina: string, parts: { feito?: string; partes?: string } = {}) =>
      `/manager-panel/paginas/${pagina}${query(parts)}`,
    promoView: (pagina: string, parts: { versao?: string; largura?: string } = {}) =>
      `/manager-panel/paginas/${pagina}/ver${query(parts)}`,
    promoPreview: (pagina: string, parts: { versao?: string } = {}) =>
      `/manager-panel/paginas/${pagina}/previa${query(parts)}`,
    orders: (parts: WorkQuery = {}) => `/manager-panel/pedidos${query(parts)}`,
    order: (id: Id) => `/manager-panel/pedidos/${id}`,
    finance: (parts: FinanceQuery = {}) => `/manager-panel/financeiro${query(parts)}`,
    bill: (id: Id, parts: { feito?: string } = {}) => `/manager-panel/financeiro/${id}${query(parts)}`,
    contract: (aluno?: Id) => `/manager-panel/financeiro/contrato${query({ aluno: aluno ? String(aluno) : null })}`,
    renegotiate: (aluno: Id) => `/manager-panel/financeiro/renegociar${query({ aluno: String(aluno) })}`,
    monthClose: (parts: { mes?: string; unidade?: string } = {}) =>
      `/manager-panel/financeiro/fechamento${query(parts)}`,
    cash: (parts: { dia?: string; unidade?: string } = {}) => `/manager-panel/financeiro/caixa${query(parts)}`,
    coupons: () => '/manager-panel/financeiro/cupons',
    products: () => '/manager-panel/financeiro/materiais',
    reminders: () => '/manager-panel/financeiro/lembretes',
    terms: (parts: { editar?: string; feito?: string } = {}) => `/manager-panel/financeiro/regras${query(parts)}`,
    clubBonuses: () => '/manager-panel/club/bonus',
    club: (parts: { q?: string; pagina?: string; feito?: string } = {}) => `/manager-panel/club${query(parts)}`,
    abroad: (parts: Pick<WorkQuery, 'estado'> = {}) => `/manager-panel/intercambio${query(parts)}`,
    abroadRequest: (id: Id) => `/manager-panel/intercambio/${id}`,
    abroadTrips: () => '/manager-panel/intercambio/turmas',
    campaigns: () => '/manager-panel/campanhas',
    campaign: (id: Id, parts: { feito?: string } = {}) => `/manager-panel/campanhas/${id}${query(parts)}`,
    campaignPeople: (id: Id) => `/manager-panel/campanhas/${id}/participantes`,
    clubRewards: () => '/manager-panel/club/recompensas',
    clubReward: (id: Id) => `/manager-panel/club/recompensas/${id}`,
    clubRules: () => '/manager-panel/club/regras',
    clubMembers: (parts: Pick<WorkQuery, 'q'> = {}) => `/manager-panel/club/membros${query(parts)}`,
    clubMember: (id: Id, parts: MemberQuery = {}) => `/manager-panel/club/membros/${id}${query(parts)}`,
    clubRedemptions: (parts: Pick<WorkQuery, 'estado'> = {}) => `/manager-panel/club/resgates${query(parts)}`,
    clubReferrals: (parts: Pick<WorkQuery, 'estado'> = {}) => `/manager-panel/club/indicacoes${query(parts)}`,
    classes: (parts: ClassesQuery = {}) => `/manager-panel/turmas${query(parts)}`,
    class: (id: Id) => `/manager-panel/turmas/${id}`,
    /** @param parts.semana a day of the week */
    week: (parts: WeekQuery = {}) => `/manager-panel/turmas/semana${query(parts)}`,
    /** @param parts.mes `YYYY-MM` */
    teachingHours: (parts: { mes?: string; unidade?: string } = {}) => `/manager-panel/turmas/horas${query(parts)}`,
    lesson: (id: Id) => `/manager-panel/turmas/aulas/${id}`,
    closedDays: () => '/manager-panel/turmas/dias-sem-aula',
    absences: (parts: Pick<WorkQuery, 'estado'> & { ver?: 'reposicoes' } = {}) =>
      `/manager-panel/faltas${query(parts)}`,
    profile: (parts: StudentsQuery = {}) => `/manager-panel/profile${query(parts)}`,
    newStudent: (contato?: Id) => `/manager-panel/profile/novo${query({ contato: contato ? String(contato) : null })}`,
    unlinked: (parts: { feito?: 'parecida' } = {}) => `/manager-panel/profile/sem-matricula${query(parts)}`,
    /** @param parts.fazer the action to start */
    person: (id: Id, parts: { fazer?: string; feito?: string; depois?: string } = {}) =>
      `/manager-panel/profile/${id}${query(parts)}`,
    personData: (id: Id, parts: { feito?: string } = {}) => `/manager-panel/profile/${id}/dados${query(parts)}`,
    ownBooks: () => '/manager-panel/livros',
    ownBook: (id: Id) => `/manager-panel/livros/${id}`,
    ownBookUpload: () => '/manager-panel/livros/envio',
    book: (parts: BookQuery = {}) => `/manager-panel/book${query(parts)}`,
    team: (parts: { pagina?: string; feito?: string } = {}) => `/manager-panel/equipe${query(parts)}`,
    keys: () => '/manager-panel/equipe/chaves',
    units: () => '/manager-panel/equipe/unidades',
    unit: (id: Id) => `/manager-panel/equipe/unidades/${id}`,
    /** Spreadsheets of the tables of a right; `equipe`: of all tables that the user may import. */
    sheets: (right: SheetPage = 'equipe') => `/manager-panel/${sheetPages[right]}/planilhas`,
    webhooks: () => '/manager-panel/equipe/webhooks',
    webhook: (id: Id) => `/manager-panel/equipe/webhooks/${id}`,
    teamMember: (id: Id, parts: { feito?: string } = {}) => `/manager-panel/equipe/${id}${query(parts)}`,
    audit: (parts: AuditQuery = {}) => `/manager-panel/auditoria${query(parts)}`,
    push: {
      list: (parts: WorkQuery = {}) => `/manager-panel/push-notification${query(parts)}`,
      create: (id?: Id, parts: { modelo?: string; copia?: string; feito?: string } = {}) =>
        `/manager-panel/push-notification/create${id === undefined ? '' : `/${id}`}${query(parts)}`,
      send: (id?: Id, parts: { busca?: string; feito?: string } = {}) =>
        `/manager-panel/push-notification/send${id === undefined ? '' : `/${id}`}${query(parts)}`,
      history: (id?: Id, parts: { estado?: string; depois?: string } = {}) =>
        `/manager-panel/push-notification/history${id === undefined ? '' : `/${id}`}${query(parts)}`,
      templates: () => '/manager-panel/push-notification/modelos',
      notices: () => '/manager-panel/push-notification/avisos',
      mails: (parts: { estado?: string } = {}) => `/manager-panel/push-notification/emails${query(parts)}`,
    },
  },
  offline: () => '/offline',
  /** Where anybody checks a document of the portal. */
  check: (code?: string) => (code === undefined ? '/verificar' : `/verificar/${encodeURIComponent(code)}`),
} as const;
