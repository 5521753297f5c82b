import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** Tells of rows, of named steps, and of the schema. */
const source = `
const { schemaProgress, showProgress, showSteps } = await import('#process/progress.ts');
const made = await showProgress('a', 'rows', async (tell) => (tell(1, 2), tell(2, 2), 'made'));
await showSteps('b', ['one', 'two'], async (next) => (next(), next()));
const tell = schemaProgress((facts) => console.log(JSON.stringify(facts)));
tell({ steps: 1 }, '');
tell({ step: '0001-people', ms: 1 }, '');
console.log(made);
`;

const run = (code: string) =>
  spawnSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8' });

it('without a terminal no bar is shown, and steps of the schema are told to the log', () => {
  const { stdout, stderr } = run(source);
  expect([stdout, stderr]).toEqual(['{"steps":1}\n{"step":"0001-people","ms":1}\nmade\n', '']);
});

it('in a terminal each is one line with a bar', () => {
  const { stdout, stderr } = run(`process.stderr.isTTY = true;${source}`);
  expect(stdout).toBe('made\n');
  for (const shown of ['2/2 rows', '0/2 one', '1/1 passos']) expect(stderr).toContain(shown);
});
