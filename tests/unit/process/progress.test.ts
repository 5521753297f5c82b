import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

/** Shows progress of rows, of named steps and of the schema. */
const source = `
const { showProgress, showSchema, showSteps } = await import('#process/progress.ts');
const made = await showProgress('a', 'rows', async (tell) => (tell(1, 2), tell(2, 2), 'made'));
await showSteps('b', ['one', 'two'], async (next) => (next(), next()));
await showSchema(
  (facts) => console.log(JSON.stringify(facts)),
  async (onSchema) => (onSchema({ steps: 2 }, ''), onSchema({ step: '0001-people', ms: 1 }, '')),
);
console.log(made);
`;

const schemaLines = '{"steps":2}\n{"step":"0001-people","ms":1}\n';
const run = (code: string) =>
  spawnSync(process.execPath, ['--input-type=module', '--eval', code], { encoding: 'utf8', timeout: 60_000 });

it('without a terminal no bar is shown, and steps of the schema are logged', () => {
  const { stdout, stderr } = run(source);
  expect([stdout, stderr]).toEqual([`${schemaLines}made\n`, '']);
});

it('in a terminal each progress is one line with a bar', () => {
  const { stdout, stderr } = run(`process.stderr.isTTY = process.stdout.isTTY = true;${source}`);
  expect(stdout).toBe('made\n');
  for (const shown of ['2/2 rows', '0/2 one', '1/2 passos']) expect(stderr).toContain(shown);
});

it('a redirected log gets the steps of the schema, with the bar in the terminal', () => {
  const { stdout, stderr } = run(`process.stderr.isTTY = true;${source}`);
  expect(stdout).toBe(`${schemaLines}made\n`);
  expect(stderr).toContain('1/2 passos');
});

it('a failed step ends the bar, and the process can exit', () => {
  const { status, error, stderr } = run(`process.stderr.isTTY = true;
    const { showSchema } = await import('#process/progress.ts');
    await showSchema(() => {}, async (onSchema) => {
      onSchema({ steps: 2 }, '');
      throw new Error('no');
    }).catch(() => { process.exitCode = 3; });`);
  expect([status, error], stderr).toEqual([3, undefined]);
});
