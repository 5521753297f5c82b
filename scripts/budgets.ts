import { readFileSync } from 'node:fs';
import { isBuilt } from './build-state.ts';
import { lateFilesOf, sum, type Weight, weightOf, weightOfReact } from './page-weight.ts';
import { startPortal, tokenOf } from './portal-process.ts';

const KB = 1_000;

interface Budget {
  what: string;
  path: string;
  /** Demo account; absent: a visitor. */
  as?: string;
  /** Maximum gzipped bytes. `overReact` is the script size in addition to React itself. */
  all?: number;
  html?: number;
  css?: number;
  js?: number;
  overReact?: number;
}

/**
 * One budget for each kind of page, deliberately tight. Raise one only with a reason in the commit. Each leaves about
 * one part in a hundred: dates and the digests in names change a page by some tens of bytes.
 * The stores shared by islands and shell are 0.5 kB of script on every page of the shell, and the counts that follow them
 * 0.2 kB of HTML (0172). Calling operations by name is 0.1 kB (0180). New points, beside the balance, are 0.2 kB.
 * Help in the menu of the account is 0.25 kB of HTML.
 */
const budgets: readonly Budget[] = [
  // A page with a form brings the form library, zod/mini and the shared rules, about 24 kB (0074).
  { what: 'login', path: '/login/main', all: 135.2 * KB, overReact: 42.7 * KB },
  { what: 'login with camera', path: '/login/qr-code', overReact: 25 * KB },
  { what: 'long form', path: '/profile-update/form', as: 'pendente@demo.example', overReact: 50.6 * KB },
  {
    what: 'dashboard',
    path: '/dashboard',
    as: 'aluna@demo.example',
    overReact: 25 * KB,
    css: 22 * KB,
    // The last correction and grade, and the days of the class, are 0.6 kB.
    html: 13.4 * KB,
  },
  { what: 'class list', path: '/pedagogico/list', as: 'aluna@demo.example', overReact: 45.9 * KB },
  { what: 'grades', path: '/pedagogico/notas/101', as: 'aluna@demo.example', overReact: 45 * KB },
  {
    what: 'practice: audio',
    path: '/pedagogico/minha-pratica/1?unidade=4',
    as: 'aluna@demo.example',
    // A form for the code of a page.
    overReact: 65.8 * KB,
  },
  {
    what: 'practice: a sitting',
    path: '/pedagogico/minha-pratica/1/sessao?tipo=teste&unidade=4',
    as: 'aluna@demo.example',
    overReact: 31 * KB,
  },
  { what: 'finance', path: '/financial', as: 'aluna@demo.example', js: 12 * KB, html: 10 * KB },
  { what: 'payment by Pix', path: '/financial/pagar?parcelas=106', as: 'aluna@demo.example', overReact: 25 * KB },
  {
    what: 'payment by card',
    path: '/financial/pagar?parcelas=106&forma=cartao',
    as: 'aluna@demo.example',
    // Form, masks and card rules; a page for Pix loads none of them.
    overReact: 60.4 * KB,
  },
  { what: 'help', path: '/ajuda', as: 'aluna@demo.example', js: 12 * KB, html: 9 * KB },
  { what: 'one how-to', path: '/ajuda/pagar-com-um-pix', as: 'aluna@demo.example', js: 12 * KB, html: 9 * KB },
  { what: 'English test', path: '/english-test', as: 'aluna@demo.example', js: 12 * KB },
  { what: 'exchange', path: '/financial/cambio?valor=1000', as: 'aluna@demo.example', overReact: 74.2 * KB },
  { what: 'orders', path: '/pedidos', as: 'aluna@demo.example', js: 12 * KB, html: 10 * KB },
  { what: 'one order', path: '/pedidos/9', as: 'aluna@demo.example', overReact: 49.5 * KB },
  { what: 'order form', path: '/pedidos/create/101/WAY-2', as: 'aluna@demo.example', overReact: 59 * KB },
  { what: 'study abroad', path: '/intercambio', as: 'aluna@demo.example', overReact: 25 * KB, html: 12.2 * KB },
  { what: 'study abroad: form', path: '/intercambio/pedido', as: 'menor@demo.example', js: 12 * KB, html: 10 * KB },
  { what: 'teacher: day', path: '/professor', as: 'professora@demo.example', js: 12 * KB, html: 10 * KB },
  { what: 'teacher: classes', path: '/professor/turmas', as: 'professora@demo.example', js: 125 * KB },
  { what: 'teacher: work', path: '/professor/turmas/1/atividades', as: 'professora@demo.example', js: 125 * KB },
  { what: 'teacher: corrections', path: '/professor/trabalhos', as: 'professora@demo.example', js: 125 * KB },
  { what: 'teacher: lesson', path: '/professor/aulas/1001', as: 'professora@demo.example', overReact: 25 * KB },
  { what: 'tickets', path: '/campanhas/ingressos', as: 'aluna@demo.example', js: 13.7 * KB, html: 12 * KB },
  {
    what: 'door of an event',
    path: '/campanhas/conferir?campanha=2',
    as: 'professora@demo.example',
    // The QR reader loads with the tap that opens the camera. The code that draws its frames is included here.
    overReact: 53.5 * KB,
  },
  {
    what: 'home of the club',
    path: '/knn-club/meu-clube',
    as: 'aluna@demo.example',
    overReact: 22.9 * KB,
    // The code that holds a press until the island has loaded, and the file names of the island: 0.9 kB (0175).
    html: 18 * KB,
  },
  { what: 'rewards', path: '/knn-club/usar-pontos', as: 'aluna@demo.example', overReact: 22.9 * KB, html: 15.6 * KB },
  {
    what: 'earning points',
    path: '/knn-club/juntar-pontos',
    as: 'aluna@demo.example',
    overReact: 51.8 * KB,
    html: 16.2 * KB,
  },
  // The code for actions in place and for loading more of the list.
  { what: 'statement of points', path: '/knn-club/meu-extrato', as: 'aluna@demo.example', js: 12.5 * KB },
  { what: 'manager: club', path: '/manager-panel/club', as: 'gestora@demo.example', js: 125 * KB },
  { what: 'manager: log', path: '/manager-panel/auditoria', as: 'gestora@demo.example', js: 125 * KB },
  { what: 'manager: messages', path: '/manager-panel/push-notification', as: 'gestora@demo.example', js: 125 * KB },
  {
    what: 'manager: a message',
    path: '/manager-panel/push-notification/create',
    as: 'gestora@demo.example',
    overReact: 40.8 * KB,
  },
  // The kit of the panel on top of React: list, menus, acts and shell. Forms load with the first form (0184).
  { what: 'manager: contacts', path: '/manager-panel/contatos', as: 'gestora@demo.example', js: 125 * KB },
  { what: 'manager: board', path: '/manager-panel/contatos?ver=quadro', as: 'gestora@demo.example', js: 125 * KB },
  { what: 'manager: one contact', path: '/manager-panel/contatos/3', as: 'gestora@demo.example', js: 125 * KB },
  { what: 'manager: bills', path: '/manager-panel/financeiro', as: 'gestora@demo.example', js: 125 * KB },
  { what: 'manager: one bill', path: '/manager-panel/financeiro/105', as: 'gestora@demo.example', js: 125 * KB },
  { what: 'manager: orders', path: '/manager-panel/pedidos', as: 'gestora@demo.example', js: 125 * KB },
  {
    what: 'manager: members of the club',
    path: '/manager-panel/club/membros',
    as: 'gestora@demo.example',
    js: 125 * KB,
  },
  { what: 'manager: one member', path: '/manager-panel/club/membros/1', as: 'gestora@demo.example', js: 125 * KB },
  { what: 'manager: coupons', path: '/manager-panel/financeiro/cupons', as: 'gestora@demo.example', js: 125 * KB },
  { what: 'manager: events', path: '/manager-panel/campanhas', as: 'gestora@demo.example', js: 125 * KB },
  {
    what: 'manager: tickets of an event',
    path: '/manager-panel/campanhas/1/participantes',
    as: 'gestora@demo.example',
    js: 125 * KB,
  },
  { what: 'manager: trips', path: '/manager-panel/intercambio/turmas', as: 'gestora@demo.example', js: 125 * KB },
  {
    what: 'manager: one request abroad',
    path: '/manager-panel/intercambio/1',
    as: 'gestora@demo.example',
    js: 125 * KB,
  },
  {
    what: 'manager: automatic notices',
    path: '/manager-panel/push-notification/avisos',
    as: 'gestora@demo.example',
    js: 125 * KB,
  },
  { what: 'manager: products', path: '/manager-panel/financeiro/materiais', as: 'gestora@demo.example', js: 125 * KB },
  { what: 'manager: books', path: '/manager-panel/livros', as: 'gestora@demo.example', js: 125 * KB },
  { what: 'manager: one book', path: '/manager-panel/livros/1', as: 'gestora@demo.example', js: 125 * KB },
  { what: 'manager: rewards', path: '/manager-panel/club/recompensas', as: 'gestora@demo.example', js: 125 * KB },
  { what: 'manager: one reward', path: '/manager-panel/club/recompensas/1', as: 'gestora@demo.example', js: 125 * KB },
  { what: 'manager: redemptions', path: '/manager-panel/club/resgates', as: 'gestora@demo.example', js: 125 * KB },
  { what: 'manager: one order', path: '/manager-panel/pedidos/7', as: 'gestora@demo.example', js: 125 * KB },
  { what: 'manager: people', path: '/manager-panel/profile', as: 'gestora@demo.example', js: 125 * KB },
  { what: 'manager: one person', path: '/manager-panel/profile/1', as: 'gestora@demo.example', js: 126 * KB },
  { what: 'manager: team', path: '/manager-panel/equipe', as: 'gestora@demo.example', js: 125 * KB },
  { what: 'manager: classes', path: '/manager-panel/turmas', as: 'gestora@demo.example', js: 125 * KB },
  { what: 'manager: one class', path: '/manager-panel/turmas/1', as: 'gestora@demo.example', js: 125 * KB },
  { what: 'manager: week', path: '/manager-panel/turmas/semana', as: 'gestora@demo.example', js: 125 * KB },
  { what: 'checked document', path: '/verificar', js: 0, html: 6 * KB },
  // One round trip on a new connection: style sheet and scene are inside the HTML (P1).
  { what: 'promotion: abroad', path: '/knn-abre-o-mundo', all: 12.3 * KB, css: 0, js: 0 },
  { what: 'promotion: London', path: '/london-by-phenom', all: 12.3 * KB, css: 0, js: 0 },
  { what: 'promotion: Orlando', path: '/knn-orlando', all: 12.5 * KB, css: 0, js: 0 },
  { what: 'offline', path: '/offline', js: 12 * KB, html: 5 * KB },
];
const WORKER = 12 * KB;
const PRECACHED = 120 * KB;

const kb = (bytes: number) => (bytes / KB).toFixed(1).padStart(6);

/** Measures the built portal. @returns a table, and a plain sentence for each broken budget. */
export async function checkBudgets(): Promise<{ table: string; broken: string[] }> {
  if (!isBuilt()) await (await import('./build.ts')).buildPortal();
  const portal = await startPortal();
  const broken: string[] = [];
  const rows = ['first load, kB gz        HTML  first    CSS     JS    all'];
  const hold = (what: string, part: string, bytes: number, max: number | undefined) => {
    if (max !== undefined && bytes > max) broken.push(`${what}: ${part} is ${bytes} bytes, at most ${max}`);
  };
  try {
    const react = weightOfReact(await (await fetch(`${portal.address}/login/main`)).text());
    for (const budget of budgets) {
      const { what } = budget;
      const { late, html, first, css, js } = await measure(portal.address, budget);
      const all = html + first + css + js;
      rows.push(`${what.padEnd(22)} ${kb(html)} ${kb(first)} ${kb(css)} ${kb(js)} ${kb(all)}`);
      if (late.length > 0) broken.push(`${what}: the page names no ${late.join(', ')}`);
      hold(what, 'everything', all, budget.all);
      hold(what, 'HTML', html, budget.html);
      hold(what, 'CSS', css, budget.css);
      hold(what, 'JavaScript', js, budget.js);
      hold(what, 'JavaScript over React', js - react, budget.overReact);
    }
    const worker = sum(['/service-worker.js']);
    const stored = precached();
    rows.push(`React alone ${kb(react).trim()}; service worker ${kb(worker).trim()}, keeps ${kb(stored).trim()} ahead`);
    hold('service worker', 'its file', worker, WORKER);
    hold('service worker', 'what it keeps ahead', stored, PRECACHED);
  } finally {
    await portal.stop();
  }
  return { table: rows.join('\n'), broken };
}

async function measure(address: string, { path, as }: Budget): Promise<Weight & { late: string[] }> {
  const headers = as ? { cookie: `portal_session=${await tokenOf(address, as)}` } : undefined;
  const answer = await fetch(address + path, { headers, redirect: 'manual' });
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${answer.headers.get('location') ?? ''}`);
  const html = await answer.text();
  return { ...weightOf(html), late: lateFilesOf(html) };
}

function precached(): number {
  const text = readFileSync('dist/client/service-worker.js', 'utf8');
  return sum([...text.matchAll(/"?url"?:"(_astro\/[^"]+)"/g)].map(([, url = '']) => `/${url}`));
}
