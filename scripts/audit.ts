import { execFile } from 'node:child_process';
import { parseArgs } from 'node:util';
import { type Answer, judge } from './audit-report.ts';

const USAGE = `Usage: npm run audit

Asks the registry for known vulnerabilities of the packages in package-lock.json.
Exit code: 1 with a high or critical one, 0 without, and 0 where the registry does not answer audits.
`;

/** Development tools count too: they run on the machines of those who build. */
function npmAudit(): Promise<Answer> {
  return new Promise((resolve) => {
    const options = { maxBuffer: 64 * 1024 * 1024, timeout: 120_000 };
    execFile('npm', ['audit', '--json'], options, (_error, stdout, stderr) => resolve({ stdout, stderr }));
  });
}

function isHelp(): boolean {
  try {
    return parseArgs({ options: { help: { type: 'boolean', short: 'h' } } }).values.help === true;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${USAGE}`);
    process.exit(2);
  }
}

if (isHelp()) process.stdout.write(USAGE);
else {
  const { text, isClean } = judge(await npmAudit());
  process.stdout.write(text);
  process.exitCode = isClean ? 0 : 1;
}
