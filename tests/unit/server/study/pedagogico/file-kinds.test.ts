import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { correctionRule, formatsOf, viewOf } from '../../../../../src/lib/rules/teaching/work-kinds.ts';
import { kindOfFile } from '../../../../../src/server/study/pedagogico/file-kinds.ts';
import {
  aac,
  amr,
  compoundFile,
  executable,
  INSTALLER,
  pdf,
  png,
  threeGp,
  webm,
  zip,
} from '../../../../support/sample-files.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'file-kinds-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function kindOf(bytes: Buffer, wanted: readonly string[]) {
  const path = join(folder, 'file');
  await writeFile(path, bytes);
  return kindOfFile(path, wanted);
}

it.each([
  ['a recording of a phone as AAC', aac, 'aac', 'audio/aac', 'sound'],
  ['a recording of a phone as 3GP', threeGp, '3gp', 'audio/3gpp', null],
  ['a recording of a phone as AMR', amr, 'amr', 'audio/amr', null],
  ['a recording of a browser', webm, 'webm', 'audio/webm', 'sound'],
] as const)('%s is accepted and served with its own type', async (_, bytes, ending, mime, view) => {
  expect(await kindOf(bytes, formatsOf.audio)).toEqual({ ending, mime });
  expect(await kindOf(bytes, correctionRule.formats)).toEqual({ ending, mime });
  expect(await kindOf(bytes, formatsOf.tarefa)).toBeNull();
  // A type that browsers cannot play is offered as a download.
  expect(viewOf(mime)).toBe(view);
});

it.each([
  ['a document of Word', 'doc', compoundFile(['\x05SummaryInformation', 'WordDocument', '1Table'])],
  ['a document with many parts', 'doc', compoundFile([...'abcdefgh', 'WordDocument'])],
  ['a table of Excel', null, compoundFile(['Workbook', '\x05SummaryInformation'])],
  ['a table with a document inside', null, compoundFile(['Workbook', { storage: 'MBD1', streams: ['WordDocument'] }])],
  ['slides of PowerPoint', null, compoundFile(['PowerPoint Document', 'Current User'])],
  ['an installer', null, compoundFile(['\u4840\u3b3f\u43f2\u4438\u45b1'], INSTALLER)],
  ['an installer with the name of a document inside', null, compoundFile(['WordDocument'], INSTALLER)],
  ['a container with nothing in it', null, compoundFile([])],
  ['the head of a container alone', null, compoundFile(['WordDocument']).subarray(0, 512)],
] as const)('%s where DOC is accepted: %j', async (_, ending, bytes) => {
  expect((await kindOf(bytes, ['pdf', 'doc']))?.ending ?? null).toBe(ending);
});

it('a container with circular or dangling references is refused as a document', async () => {
  const whole = compoundFile(['a', 'b', { storage: 'c', streams: ['d'] }]);
  const edits = fc.array(fc.tuple(fc.nat(whole.length - 9), fc.constantFrom(0, 1, 2, 3, 9, 254, 255)), {
    minLength: 1,
    maxLength: 12,
  });
  await fc.assert(
    fc.asyncProperty(edits, async (edited) => {
      const broken = Buffer.from(whole);
      for (const [at, value] of edited) broken[8 + at] = value;
      expect(await kindOf(broken, ['doc'])).toBeNull();
    }),
    { numRuns: 200 },
  );
});

it('a file of a type that is not accepted is refused', async () => {
  expect(await kindOf(pdf(), ['pdf', 'png'])).toEqual({ ending: 'pdf', mime: 'application/pdf' });
  expect(await kindOf(png, ['pdf'])).toBeNull();
  for (const bytes of [executable, zip, Buffer.from('text')])
    expect(await kindOf(bytes, ['pdf', 'doc', 'docx'])).toBeNull();
});
