import { z } from 'zod';

/** The output of `npm audit --json`, whose exit code is 1 both for vulnerabilities and for an unavailable registry. */
export interface Answer {
  stdout: string;
  stderr: string;
}

/** Advisories, and names of packages that bring a vulnerable one along. */
const Via = z.union([z.string(), z.object({ title: z.string(), url: z.string(), severity: z.string() })]);
const Vulnerabilities = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({ severity: z.string(), range: z.string(), nodes: z.array(z.string()), via: z.array(Via) }),
  ),
});
const Failure = z.object({ message: z.string() });
const BAD = ['high', 'critical'];

/**
 * Evaluates the output of `npm audit --json`.
 *
 * @returns a line for each high or critical vulnerability. A registry that does not support audits also counts as clean.
 */
export function readAuditReport({ stdout, stderr }: Answer): { text: string; isClean: boolean } {
  const answer = parsed(stdout);
  const report = Vulnerabilities.safeParse(answer);
  if (!report.success) {
    const { data } = Failure.safeParse(answer);
    const reason = data?.message ?? stderr.trim().split('\n').at(0) ?? '';
    return { text: `Not audited: the registry does not answer audits (${reason || 'no answer'}).\n`, isClean: true };
  }
  const all = Object.entries(report.data.vulnerabilities);
  const bad = all.filter(([, { severity }]) => BAD.includes(severity));
  const lines = bad.map(([name, { severity, range, nodes, via }]) => {
    const why = via.map((part) => (typeof part === 'string' ? `by ${part}` : `${part.title} ${part.url}`));
    return `${severity.padEnd(8)} ${name} ${range} (${nodes.join(', ')}): ${why.join('; ')}\n`;
  });
  const sum = `${bad.length} high or critical, ${all.length - bad.length} lower vulnerabilities.\n`;
  return { text: lines.join('') + sum, isClean: bad.length === 0 };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
