import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { questionAbout, questionOf } from '../../src/gateway/question.ts';
import type { Caller, Question } from '../../src/lib/api/request.ts';
import * as account from '../../src/lib/contract/account.ts';
import * as club from '../../src/lib/contract/club.ts';
import type { Call } from '../../src/lib/contract/core.ts';
import * as finance from '../../src/lib/contract/finance.ts';
import * as pedagogico from '../../src/lib/contract/pedagogico.ts';
import * as practice from '../../src/lib/contract/practice.ts';
import { allOperations } from '../../src/server/app.ts';
import { HELENA } from '../support/broadcasts.ts';
import { engines, openTestSchool, type TestSchool } from '../support/school.ts';

const ANA = 1;
const calls: Readonly<Record<string, unknown>> = {
  ...account,
  ...club,
  ...finance,
  ...pedagogico,
  ...practice,
};
const operations = new Map(allOperations().map((operation) => [operation.name as string, operation]));

interface Page {
  path: string;
  reader: number;
  /** Calls and operations in their order; the middleware comes first and the layout last. */
  asks: string[][];
  /** Calls of its source that a load by this reader does not make, with the reason. */
  leaves?: Readonly<Record<string, string>>;
  /** Selects of a load, the session's included. */
  statements: number;
}

const [middleware, layout] = [['getMe'], ['inbox.countUnreadNotices', 'orders.countCart']];
const pages: Page[] = [
  {
    path: 'src/pages/dashboard.astro',
    reader: ANA,
    asks: [
      middleware,
      [
        'listClasses',
        'listMyBooks',
        'pedagogico.getToday',
        'getFinance',
        'listRewards',
        'inbox.listNotices',
        'absences.listMakeUps',
      ],
      layout,
    ],
    leaves: { 'account.listFamily': 'Ana has no children', 'finance.listFamilyFinance': 'Ana pays for nobody' },
    statements: 10,
  },
  {
    path: 'src/pages/financial/index.astro',
    reader: ANA,
    asks: [middleware, ['getFinance', 'finance.listOwnAgreements'], layout],
    leaves: {
      'finance.listFamilyFinance': 'Ana pays for nobody',
      'finance.listPixAuthorizations': 'no unit of the demo has an account of its own',
    },
    statements: 6,
  },
  {
    path: 'src/pages/manager-panel/index.astro',
    reader: HELENA,
    asks: [middleware, ['panel.getPanelHome'], ['inbox.countUnreadNotices', 'panel.listWaiting']],
    leaves: { 'panel.searchPanel': 'nothing is looked for', 'panel.closeFirstSteps': 'no form is sent' },
    statements: 24,
  },
];

/** The calls that a page imports, and the operations that it calls by name. */
function asksIn(path: string): string[] {
  const source = readFileSync(path, 'utf8');
  const imported = [...source.matchAll(/^import \{([^}]*)\} from '#lib\/contract\//gm)]
    .flatMap(([, names = '']) => names.split(','))
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const named = [...source.matchAll(/\bapi\.(\w+\.\w+)\(/g)].map(([, name = '']) => name);
  return [...imported, ...named];
}

it.each(pages)('$path asks no other calls', ({ path, asks, leaves = {} }) => {
  const [, own = []] = asks;
  expect(asksIn(path).toSorted()).toEqual([...own, ...Object.keys(leaves)].toSorted());
});

describe.each(engines)('statements of a page on %s', (engine) => {
  let portal: TestSchool;
  const sent: string[] = [];
  // The use of a session is stored in parallel to the page.
  const onQuery = ({ sql }: { sql: string }) => void (/^select/i.test(sql) && sent.push(sql));
  beforeAll(async () => {
    portal = await openTestSchool(engine, { onQuery });
  });
  afterAll(() => portal.close());

  const questionNamed = async (name: string): Promise<Question> => {
    const operation = operations.get(name);
    if (operation) return questionAbout(operation, name === 'inbox.listNotices' ? { limit: 3 } : {}, {});
    return questionOf({ call: calls[name] as Call, params: {}, query: {}, body: undefined, headers: {} });
  };
  const load = async ({ asks }: Page, token: string) => {
    // The calls of a page share a caller, as the gateway makes it.
    const caller: Caller = { requestId: 'test', address: 'test', host: 'aluno.example', token, page: { until: null } };
    sent.length = 0;
    for (const together of asks) {
      const answers = together.map(async (name) => {
        return [name, (await portal.api({ ...(await questionNamed(name)), caller })).status];
      });
      expect(await Promise.all(answers)).toEqual(together.map((name) => [name, 200]));
    }
    return sent;
  };

  it.each(pages)('$path: $statements', async (page) => {
    const statements = await load(page, await portal.tokenOf(page.reader));
    expect(statements.length, statements.map((text) => text.slice(0, 200)).join('\n')).toBeLessThanOrEqual(
      page.statements,
    );
  });
});
