import { execFile } from 'node:child_process';
import { type Answer, readAuditReport } from './audit-report.ts';
import { command } from './usage.ts';

command(
  'audit',
  'Asks the registry for known vulnerabilities of packages: exit code 1 with a high or critical one.',
).parse();

/** Development dependencies count too, since they run on the machines that build. */
function npmAudit(): Promise<Answer> {
  return new Promise((resolve) => {
    const options = { maxBuffer: 64 * 1024 * 1024, timeout: 120_000 };
    execFile('npm', ['audit', '--json'], options, (_error, stdout, stderr) => resolve({ stdout, stderr }));
  });
}

const { text, isClean } = readAuditReport(await npmAudit());
process.stdout.write(text);
process.exitCode = isClean ? 0 : 1;
