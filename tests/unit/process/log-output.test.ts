import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const source = new URL('../../../src/process/log-output.ts', import.meta.url).href;
const root = fileURLToPath(new URL('../../..', import.meta.url));

/** The output of a process that logs three lines and then runs a line of code. */
const logged = (then: string) =>
  spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '--eval',
      `import { LogOutput } from ${JSON.stringify(source)};
       const log = new LogOutput(1);
       for (const n of [1, 2, 3]) log.write(n + '\\n');
       ${then}`,
    ],
    { cwd: root, encoding: 'utf8' },
  ).stdout;

it.each([
  ['a process that ends at once writes the lines that wait', 'process.exit(0)'],
  ['a process that runs out of work writes the lines that wait', ''],
  ['a process that goes on writes them meanwhile', 'setTimeout(() => process.kill(process.pid, "SIGKILL"), 500)'],
  ['an error that nobody caught writes them first', 'throw new Error("no")'],
])('%s', (_name, then) => {
  expect(logged(then)).toBe('1\n2\n3\n');
});
