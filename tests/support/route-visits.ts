import { type Route, type RouteKind, routeTable } from '../../src/lib/rules/routes/route-table.ts';

// One visit to each page of the demo school: who comes, and by which address.
export const ANA = 'aluna@demo.example';
/** A printed code of nobody yet. */
export const EMPTY_BOOK = '22222222-2222-4222-8222-222222222222';

/** Who may see each kind of page; `visitor` has no session, `empty-book` has opened a book of nobody. */
const viewers: Record<RouteKind, string> = {
  root: ANA,
  login: 'visitor',
  creation: 'empty-book',
  update: 'pendente@demo.example',
  private: ANA,
  practice: ANA,
  manager: 'gestora@demo.example',
  staff: 'professora@demo.example',
  teacher: 'professora@demo.example',
  club: ANA,
  orders: ANA,
  promo: 'visitor',
  test: ANA,
  public: 'visitor',
};

/** An enrolment of Ana. */
const ENROLLMENT = 101;

/** Things whose number is not the usual one. */
const things: Partial<Record<Route['name'], number>> = {
  notas: ENROLLMENT,
  'manager-bill': 105,
  'manager-lesson': 1001,
  'professor-aula': 1001,
  'manager-team-member': 7,
  'manager-unit': 101,
};

/** @param id of what the page shows, where the demo has no usual one */
export const pathOf = ({ name, pattern }: Route, id: number) =>
  pattern
    .replace('{id}/{codigoProduto}', `${ENROLLMENT}/WAY-2`)
    .replace('{id}', String(things[name] ?? id))
    .replace('{atividade}', '1')
    .replace('{pagina}', 'knn-orlando')
    .replace('{codigo}', 'K7QM-2XWD-9HRT')
    .replace('{convite}', 'AMZB-4K7Q')
    .replace('{guia}', 'pagar-com-um-pix');
/** What a page needs to show something. */
const searches: Partial<Record<Route['name'], string>> = {
  'manager-contract': '?aluno=1',
  'manager-renegotiate': '?aluno=1',
  'financial-pay': '?parcelas=106',
  'me-confirmar': '?baixar=/api/v1/portal/leads/export/csv/',
  'pratica-sessao': '?tipo=palavras&unidade=4',
};
export const searchOf = ({ name }: Route) => searches[name] ?? '';
/** These links stand in a mail alone: the stories of study abroad, registration and addresses look at their pages. */
const mailed = ['autorizar', 'responsavel', 'desfazer-email', 'desfazer-cadastro', 'mail-choice'];
/** The demo school has none: its story makes one. */
const made = ['exercicio', 'manager-webhook', 'avisos-mensagem', 'professor-mensagem'];
/** Leads to a part of the class; waits for a password, as the stories of the second factor give it. */
const moved = ['faltas', 'login-second-step'];
/** A frame keeps axe out: the stories of the editor, and of work with a picture, look at these pages. */
const framed = ['manager-promo-view', 'manager-promo-preview', 'professor-trabalho'];
const unseen = [...mailed, ...made, ...moved, ...framed];
export const pages = routeTable.filter(({ redirectTo, name }) => redirectTo === undefined && !unseen.includes(name));
/** Ana's own request stands where the form would be, and she is no staff. */
const others: Partial<Record<Route['name'], string>> = {
  'intercambio-pedido': 'menor@demo.example',
  'me-segundo-fator': viewers.manager,
};
export const viewerOf = ({ name, kind }: Route) => others[name] ?? viewers[kind];
