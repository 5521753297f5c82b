import { type Route, type RouteKind, routeTable } from '../../src/lib/rules/routes/route-table.ts';

// One visit to each page of the demo school: the user, and the address.
export const ANA = 'aluna@demo.example';
/** A printed code without a user. */
export const EMPTY_BOOK = '22222222-2222-4222-8222-222222222222';

/** The user for each kind of page; `visitor` has no session, `empty-book` has opened a book without a user. */
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

/** An enrollment of Ana. */
const ENROLLMENT = 101;

/** Ids that differ from the usual one. */
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
/** The query that a page needs to show something. */
const searches: Partial<Record<Route['name'], string>> = {
  'manager-contract': '?aluno=1',
  'manager-renegotiate': '?aluno=1',
  'financial-pay': '?parcelas=106',
  'me-confirmar': '?baixar=/api/v1/portal/leads/export/csv/',
  'pratica-sessao': '?tipo=palavras&unidade=4',
};
export const searchOf = ({ name }: Route) => searches[name] ?? '';
/** Links that only mails contain: the stories of study abroad, registration and addresses visit these pages. */
const mailed = ['autorizar', 'responsavel', 'desfazer-email', 'desfazer-cadastro', 'mail-choice'];
/** The demo school has none; the story of this page creates one. */
const made = ['exercicio', 'manager-webhook', 'avisos-mensagem', 'professor-mensagem'];
/** Redirects to a part of the class; needs a password, as in the stories of the second factor. */
const moved = ['faltas', 'login-second-step'];
/** axe cannot inspect their frames: the stories of the editor and of work with a picture visit these pages. */
const framed = ['manager-promo-view', 'manager-promo-preview', 'professor-trabalho'];
const unseen = [...mailed, ...made, ...moved, ...framed];
export const pages = routeTable.filter(({ redirectTo, name }) => redirectTo === undefined && !unseen.includes(name));
/** Ana's own request is shown in place of the form, and she is not staff. */
const others: Partial<Record<Route['name'], string>> = {
  'intercambio-pedido': 'menor@demo.example',
  'me-segundo-fator': viewers.manager,
};
export const viewerOf = ({ name, kind }: Route) => others[name] ?? viewers[kind];
