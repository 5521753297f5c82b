import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_PREFIX } from '#lib/contract/core.ts';
import { allCalls, laterCalls } from '../../src/server/app.ts';
import { openTestSchool, type TestSchool } from '../support/school.ts';

/** Every call of the contract that is still to come: whoever builds one takes it off this list. */
const later = [
  'DELETE /knn-usa/request/{id}/',
  'DELETE /portal/privacy/account/',
  'DELETE /push-notifications-sending/{id}/',
  'GET /chatwoot-token/me/',
  'GET /knn-usa/payment/{id}/',
  'GET /knn-usa/request/document/',
  'GET /knn-usa/request/me/',
  'GET /knn-usa/turmas/',
  'GET /knn-usa/turmas/from-request/',
  'GET /knn-usa/turmas/livros/',
  'GET /portal/manager/audience/preview/',
  'GET /portal/manager/audit/',
  'GET /portal/manager/users/{id}/delivery/',
  'GET /portal/privacy/consents/',
  'GET /portal/privacy/export/',
  'GET /portal/turma-aluno/{id}/reposicoes/',
  'GET /push-notifications-sending/',
  'GET /push-notifications-sending/log/{id}/',
  'GET /travel-campaigns/qr-codes/',
  'GET /travel-campaigns/{id}/',
  'PATCH /knn-usa/request/{id}/resend-document/',
  'POST /knn-usa/payment/',
  'POST /knn-usa/request/',
  'POST /portal/turma-aluno/{id}/ausencias/',
  'POST /portal/turma-aluno/{id}/reposicoes/',
  'POST /push-notifications-sending/',
  'POST /push-notifications-sending/send/',
  'POST /travel-campaigns/',
  'POST /travel-campaigns/qr-codes/validate/{id}/',
  'PUT /knn-usa/payment/',
  'PUT /portal/notices/preferences/',
  'PUT /push-notifications-sending/',
];

const lineOf = ({ call }: ReturnType<typeof allCalls>[number]) => `${call.method} /${call.path}`;
const isLater = (each: ReturnType<typeof allCalls>[number]) => later.includes(lineOf(each));

describe('calls that are still to come', () => {
  let portal: TestSchool;
  beforeAll(async () => {
    portal = await openTestSchool('sqlite');
  });
  afterAll(() => portal.close());

  const send = (line: string, as?: number) => {
    const [method = '', path = ''] = line.split(' /');
    return portal.send(method, API_PREFIX + path.replace(/\{\w+\}/g, '1'), {}, { as });
  };

  it('are exactly these', () => {
    const names = new Set(laterCalls());
    expect(
      allCalls()
        .filter(({ name }) => names.has(name))
        .map(lineOf)
        .sort(),
    ).toEqual(later);
  });

  it.each(later)('%s answers 501 and says so in words, the same to everybody', async (line) => {
    for (const as of [undefined, 1, 8]) {
      const response = await send(line, as);
      expect([response.status, await response.json()]).toEqual([
        501,
        { detail: 'Esta parte do portal ainda está em construção.', code: 'not_yet' },
      ]);
    }
  });

  it.each(
    allCalls()
      .filter((each) => !isLater(each))
      .map(lineOf),
  )('%s is served', async (line) => {
    expect((await send(line)).status).toBeLessThan(500);
  });
});
