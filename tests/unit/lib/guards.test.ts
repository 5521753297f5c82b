import { describe, expect, it } from 'vitest';
import { decide, type Verdict } from '../../../src/lib/guards.ts';
import { routes } from '../../../src/lib/routes.ts';
import { routeTable } from '../../../src/lib/rules/routes/route-table.ts';
import type { PortalSession } from '../../../src/lib/session.ts';
import {
  ana,
  ask,
  bruno,
  byBook,
  carla,
  emptyBook,
  full,
  helena,
  julia,
  lara,
  marcos,
  nobody,
  options,
  ownBook,
  pathOf,
  paths,
  visitors,
  withEmptyBook,
} from './visitors.ts';

const shellPages = paths('private', 'practice', 'club', 'orders', 'manager', 'staff', 'test');

describe('GUARD-01, GUARD-04: login paths are always open', () => {
  it.each(paths('login'))('%s', (path) => {
    for (const session of Object.values(visitors)) expect(ask(path, session)).toBe('allow');
  });

  it('AUTH-03: the redirect from /login keeps the query', () => {
    expect(ask('/login', nobody)).toBe('/login/main');
    expect(ask('/login?cupom=AMIGO&next=%2Fme', nobody)).toBe('/login/main?cupom=AMIGO&next=%2Fme');
  });
});

describe('GUARD-02, GUARD-03, GUARD-17: not logged in', () => {
  it.each([...shellPages, ...paths('creation', 'update')])('%s redirects to the login with a way back', (path) => {
    expect(ask(path, nobody)).toBe(`/login/main?next=${encodeURIComponent(path)}`);
  });

  it('the way back keeps the query, and drops an address that is not ours', () => {
    expect(ask('/financial/transactions?pagina=2', nobody)).toBe(
      '/login/main?next=%2Ffinancial%2Ftransactions%3Fpagina%3D2',
    );
    expect(ask('/dashboard?a=<script>', nobody)).toBe('/login/main');
    expect(ask('/', nobody)).toBe('/login/main');
  });

  it('an assigned book opens no page without a login', () => {
    for (const path of shellPages) expect(ask(path, { ...nobody, book: ownBook })).toMatch(/^\/login\/main/);
  });
});

describe('GUARD-05, ROLE-06: empty-book mode', () => {
  it.each([...paths('creation', 'practice', 'test', 'promo')])('%s is open without a user', (path) => {
    expect(ask(path, withEmptyBook)).toBe('allow');
  });

  const startCards = ['/dashboard', '/pedagogico/list'];
  const others = paths('private', 'club', 'orders', 'manager', 'update').filter((path) => !startCards.includes(path));
  it.each(others)('%s still requires a login', (path) => {
    expect(ask(path, withEmptyBook)).toMatch(/^\/login\/main\?next=/);
  });

  it.each(startCards)('%s shows the start card', (path) => {
    expect(ask(path, withEmptyBook)).toBe('/profile-creation/new-user');
  });

  it('ROUTE-10: “/” redirects to the dashboard, and a parent path to its first page', () => {
    expect(ask('/', withEmptyBook)).toBe('/dashboard');
    expect(ask('/pedagogico', withEmptyBook)).toBe('/pedagogico/list');
  });

  it('ROUTE-07: the parent path redirects to the start card', () => {
    expect(ask('/profile-creation', withEmptyBook)).toBe('/profile-creation/new-user');
  });
});

describe('GUARD-06, GUARD-07: registration update', () => {
  it.each([...shellPages, ...paths('creation'), '/', '/pedagogico', '/knn-club'])(
    '%s is blocked until the update is done',
    (path) => {
      expect(ask(path, full(carla)).split('?')[0]).toBe('/profile-update/start');
    },
  );

  it('GUARD-17: the requested address is kept through the registration update', () => {
    expect(ask('/financial?mostrar=pagas', full(carla))).toBe(
      '/profile-update/start?next=%2Ffinancial%3Fmostrar%3Dpagas',
    );
    expect(ask('/dashboard', full(carla))).toBe('/profile-update/start');
  });

  it('the pages of the registration update stay open during it', () => {
    expect(ask('/profile-update', full(carla))).toBe('/profile-update/start');
    expect(ask('/profile-update/start', full(carla))).toBe('allow');
    expect(ask('/profile-update/form', full(carla))).toBe('allow');
  });

  it.each([...paths('update'), '/profile-update'])('%s redirects to the dashboard when no update is needed', (path) => {
    expect(ask(path, full(ana))).toBe('/dashboard');
  });

  it('VALID-03: four months are counted in the zone of the school', () => {
    const atMidnight = { now: new Date('2027-03-01T04:30:00Z') };
    const inZone = (timezone: string): PortalSession =>
      full({ ...ana, drive_user: { company: { id: 101, venda_direta_allow: true, timezone } } });
    const confirmed = (session: PortalSession) => ({
      ...session,
      user: session.user && { ...session.user, updated_at: '2026-11-01T12:00:00Z' },
    });
    expect(ask('/dashboard', confirmed(inZone('America/Sao_Paulo')), atMidnight)).toBe('/profile-update/start');
    expect(ask('/dashboard', confirmed(inZone('America/Rio_Branco')), atMidnight)).toBe('allow');
    expect(ask('/dashboard', confirmed(inZone('no such zone')), atMidnight)).toBe('/profile-update/start');
  });

  it('ROLE-08: after a login by printed code the update requires the password', () => {
    expect(ask('/profile-update/form', byBook(carla))).toBe('/login/form?motivo=senha&next=%2Fprofile-update%2Fform');
  });
});

describe('GUARD-08: no linked drive user', () => {
  it('“/” redirects to the login with the reason', () => {
    expect(ask('/', full(marcos))).toBe('/login/main?motivo=vinculo');
  });

  it.each(['/dashboard', '/pedagogico/list', '/pedagogico/minha-pratica/12', '/me', '/english-test', '/financial'])(
    '%s is open without an enrollment',
    (path) => {
      expect(ask(path, full(marcos))).toBe('allow');
    },
  );

  it.each(routeTable.filter((route) => route.needsEnrollment).map(({ pattern }) => pathOf(pattern)))(
    '%s shows the page about the missing enrollment',
    (path) => {
      expect(ask(path, full(marcos))).toBe('/sem-matricula');
      expect(ask(path, { ...full(marcos), book: emptyBook })).toBe('/sem-matricula');
      expect(ask(path, full(ana))).toBe('allow');
    },
  );

  it('orders redirect to “/”, as specified', () => {
    expect(ask('/pedidos', full(marcos))).toBe('/');
  });

  it('with an empty book the dashboard is open', () => {
    expect(ask('/', { ...full(marcos), book: emptyBook })).toBe('/dashboard');
    expect(ask('/dashboard', { ...full(marcos), book: emptyBook })).toBe('allow');
  });
});

describe('GUARD-09: profile creation', () => {
  it.each([...paths('creation'), '/profile-creation'])('%s leads to the dashboard unless the book is empty', (path) => {
    expect(ask(path, full(ana))).toBe('/dashboard');
    expect(ask(path, byBook(ana))).toBe('/dashboard');
  });

  it('profile creation is open while the book is empty', () => {
    expect(ask('/profile-creation/form', { ...full(ana), book: emptyBook })).toBe('allow');
  });
});

describe('TRAVEL-04: check-in at an event', () => {
  it.each(paths('staff'))('%s is for admins, teachers and managers', (path) => {
    const as = (action_id: number) => ask(path, full({ ...ana, user_actions: [{ action_id }] }));
    expect([1, 2, 4].map(as)).toEqual(['allow', 'allow', 'allow']);
    expect([3, 40, 44].map(as)).toEqual(['/dashboard', '/dashboard', '/dashboard']);
    expect(ask(path, full(ana))).toBe('/dashboard');
    expect(ask(path, byBook(helena))).toMatch(/^\/login\/form\?motivo=senha/);
    expect(ask(path, withEmptyBook)).toMatch(/^\/login\/main/);
  });
});

describe('GUARD-10, ROLE-02: manager panel', () => {
  it.each(paths('manager'))('%s', (path) => {
    expect(ask(path, full(helena))).toBe('allow');
    expect(ask(path, full(ana))).toBe('/dashboard');
    for (const action_id of [1, 2, 3, 40, 44]) {
      expect(ask(path, full({ ...ana, user_actions: [{ action_id }] }))).toBe('/dashboard');
    }
  });

  it('ROUTE-16: the parent path is the home of the panel', () => {
    expect(ask('/manager-panel', full(helena))).toBe('allow');
    expect(ask('/manager-panel', full(ana))).toBe('/dashboard');
  });
});

describe('GUARD-11, ROLE-04: club', () => {
  it.each([...paths('club'), '/knn-club', '/knn-club/'])('%s is for members', (path) => {
    expect(ask(path, full(bruno))).toBe('/knn-club/meu-clube');
    expect(ask(path, full(ana))).toBe(
      path.endsWith('-pontos') || path.includes('/meu') ? 'allow' : '/knn-club/juntar-pontos',
    );
  });

  it('the introduction is open to everybody who is logged in', () => {
    expect(ask('/knn-club/meu-clube', full(bruno))).toBe('allow');
    expect(ask('/knn-club/meu-clube', full(ana))).toBe('allow');
  });
});

describe('GUARD-12, ROLE-05: direct-sale orders', () => {
  it.each(paths('orders'))('%s', (path) => {
    expect(ask(path, full(ana))).toBe('allow');
    expect(ask(path, full(bruno))).toBe('/');
    expect(ask(path, { ...full(marcos), book: emptyBook })).toBe('/');
  });
});

describe('GUARD-15, ROLE-07: company 436', () => {
  it.each([...shellPages, ...paths('promo', 'public', 'creation', 'update'), '/', '/unknown-at-first'])(
    '%s',
    (path) => {
      const first = decide(path, full(lara), options);
      const verdict: Verdict = 'redirect' in first && first.redirect === '/' ? decide('/', full(lara), options) : first;
      expect(verdict).toEqual({ redirect: '/login/main?motivo=unidade', logout: true });
    },
  );

  it('the guard logs nobody else out', () => {
    for (const [name, session] of Object.entries(visitors)) {
      if (name.startsWith('lara')) continue;
      for (const { pattern } of routeTable)
        expect(decide(pathOf(pattern), session, options)).not.toHaveProperty('logout');
    }
  });
});

describe('ROUTE-30, ERR-12: unknown paths', () => {
  it.each(['/main/dashboard', '/x', '//evil.example', '/me/x', '/%2e%2e/', '/me\\', '', '//', '/pedagogico/notas/x'])(
    '%j',
    (path) => {
      for (const session of Object.values(visitors)) expect(ask(path, session)).toBe('/');
    },
  );
});

describe('ROUTE-10, ROUTE-14, ROUTE-17: parent paths redirect to their first page', () => {
  it.each([
    ['/', '/dashboard'],
    ['/pedagogico', '/pedagogico/list'],
    ['/pedagogico/', '/pedagogico/list'],
    ['/aula-online', '/aula-online/list'],
  ])('%s → %s', (path, child) => {
    expect(ask(path, full(ana))).toBe(child);
    expect(ask(child, full(ana))).toBe('allow');
  });
});

describe('ROUTE-10, GUARD-14: “/” redirects to the dashboard, which redirects staff to their home', () => {
  const atHome = '/dashboard';
  it.each([
    ['a student', full(ana), {}, atHome],
    ['a manager', full(helena), {}, '/manager-panel'],
    ['a teacher', full(julia), {}, '/professor'],
    ['a teacher of a connected portal, which has no pages of teachers', full(julia), { connected: true }, atHome],
    ['a manager by a printed code', byBook(helena), {}, atHome],
    ['an admin without a role at a school', full({ ...ana, user_actions: [{ action_id: 1 }] }), {}, atHome],
  ] as const)('%s', (_, session, more, home) => {
    expect(ask('/', session, more)).toBe('/dashboard');
    expect(ask('/dashboard', session, more)).toBe(home === atHome ? 'allow' : home);
    if (home !== atHome) expect(ask(home, session, more)).toBe('allow');
  });

  it('staff see the student dashboard only with ?como=aluno', () => {
    const asStudent = routes.dashboard({ como: 'aluno' });
    for (const user of [helena, julia]) {
      expect(ask(asStudent, full(user))).toBe('allow');
      expect(ask(routes.dashboard({ como: 'aluno', tour: '1' }), full(user))).toBe('allow');
      expect(ask('/dashboard?como=outra', full(user))).not.toBe('allow');
    }
  });
});

describe('OPEN-01: public pages', () => {
  it.each(paths('promo', 'public'))('%s is open to everybody', (path) => {
    for (const session of [nobody, withEmptyBook, full(ana), full(carla), full(marcos)]) {
      expect(ask(path, session)).toBe('allow');
      expect(ask(`${path}/`, session)).toBe('allow');
    }
  });

  it('a setting adds and removes public pages', () => {
    expect(ask('/english-test', nobody)).toBe('/login/main?next=%2Fenglish-test');
    expect(ask('/english-test', nobody, { publicPages: ['/english-test'] })).toBe('allow');
    expect(ask('/knn-orlando', nobody, { publicPages: [] })).toBe('/login/main?next=%2Fknn-orlando');
  });
});

describe('ROLE-08: a login by printed code', () => {
  it.each(paths('orders', 'club').concat('/financial', '/financial/transactions', '/me'))(
    '%s asks for the password',
    (path) => {
      expect(ask(path, byBook(ana))).toBe(`/login/form?motivo=senha&next=${encodeURIComponent(path)}`);
    },
  );

  it.each(paths('manager'))('%s requires the password of a manager too', (path) => {
    expect(ask(path, byBook(helena))).toMatch(/^\/login\/form\?motivo=senha/);
  });

  it.each(paths('private', 'staff').filter((path) => !['/dashboard', '/pedagogico/list'].includes(path)))(
    '%s also requires the password (S17)',
    (path) => {
      expect(ask(path, byBook(helena))).toMatch(/^\/login\/form\?motivo=senha/);
    },
  );

  it('the level test requires the password even where it is public, since its result counts for the account', () => {
    const publicPages = ['/english-test'];
    expect(ask('/english-test', byBook(ana), { publicPages })).toMatch(/^\/login\/form\?motivo=senha/);
    expect(ask('/english-test', full(ana), { publicPages })).toBe('allow');
  });

  it.each(['/dashboard', '/pedagogico/list', '/pedagogico/minha-pratica/12', ...paths('promo', 'public')])(
    '%s is open',
    (path) => {
      expect(ask(path, byBook(ana))).toBe('allow');
    },
  );
});

describe('S15: a user whose course ended', () => {
  const former: PortalSession = { ...full(ana), user: { ...ana, so_dados: true } };
  it.each(
    paths(
      'root',
      'update',
      'creation',
      ...(['private', 'practice', 'club', 'orders', 'manager', 'staff', 'test'] as const),
    ),
  )('%s redirects to the user’s own data', (path) => {
    expect(ask(path, former)).toBe(path === '/me/privacidade' ? 'allow' : '/me/privacidade');
  });
  it('the login stays open', () => {
    expect(ask('/login/main', former)).toBe('allow');
  });
});
