import type ts from 'typescript';
import { expect, it } from 'vitest';
import { servedCases } from '../../../../support/access/served-cases.ts';
import type { Things } from '../../../../support/access/things.ts';
import type { TestSchool } from '../../../../support/school.ts';
import { leadsTo, operationsIn } from '../../../architecture/reach.ts';
import { filesBelow } from '../../../architecture/sources.ts';

const AUDIT = 'src/server/core/http/audit.ts';
const lines = ['audit', 'auditAll', 'auditView'].map((name) => ({ file: AUDIT, name }));

const OWN_PHRASES = 'Own sentences for corrections, which nobody else reads.';
const OF_STUDENTS = 'A student sends it; the access table has no such thing of Ana.';

/** Calls of staff that are not logged, each with the reason. */
const withoutLine: Readonly<Record<string, string>> = {
  'abroad.deleteDraftDocument': OF_STUDENTS,
  'abroad.updateUsaPayment': OF_STUDENTS,
  'absences.cancelReplacement': OF_STUDENTS,
  'auth.beginPasskey': 'Nothing is added before addPasskey.',
  'auth.renameFactor': 'The own words for an own device.',
  'auth.startCode': 'Nothing is added before confirmCode.',
  'classMessages.answerThread': 'The thread keeps who wrote what.',
  'classMessages.markThreadAnswered': 'It says only that the own list needs no answer.',
  'exchange.createExchangePayment': OF_STUDENTS,
  'exchange.payExchangeWithCard': OF_STUDENTS,
  'sync.uploadSheet': 'Nothing is written before importSheet.',
  'teaching.addPhrase': OWN_PHRASES,
  'teaching.removePhrase': OWN_PHRASES,
  'teaching.updatePhrase': OWN_PHRASES,
  'whatsapp.refreshNumber': 'It reads what Meta says.',
  'whatsapp.testTemplate': 'It writes to the own telephone alone.',
};

/** The cases with placeholder ids: no call is sent, so only the numbers are needed. */
const cases = servedCases({} as TestSchool, new Proxy({}, { get: () => 1 }) as Things);

/** Writing calls that no student may send; a cell that is always 404 means that the tests have no such row. */
const staffCalls = cases
  .filter(({ call, cells }) => {
    const { visitor, owner, otherStudent } = cells;
    return call.method !== 'GET' && visitor === 401 && owner !== 'in' && otherStudent !== 'in';
  })
  .map(({ name }) => name);

const operations = new Map<string, { file: string; node: ts.Node }>(
  filesBelow('src/server')
    .filter((file) => /operations\.ts$/.test(file))
    .flatMap((file) => {
      const area = file
        .split('/')
        .at(-2)
        ?.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
      return [...operationsIn(file)].map(([call, node]) => [`${area}.${call}`, { file, node }] as const);
    }),
);

it('every writing call of staff is logged, or listed with the reason why not', () => {
  expect(staffCalls.length).toBeGreaterThan(120);
  expect(staffCalls.filter((name) => !operations.has(name))).toEqual([]);
  const silent = staffCalls.filter((name) => {
    const operation = operations.get(name);
    return operation && !leadsTo(operation.file, operation.node, lines);
  });
  expect(silent.toSorted()).toEqual(Object.keys(withoutLine));
});
