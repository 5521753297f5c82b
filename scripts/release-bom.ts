import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { z } from 'zod';

const Bom = z.looseObject({
  serialNumber: z.string(),
  metadata: z.looseObject({ timestamp: z.string(), component: z.looseObject({ name: z.string() }) }),
  components: z.array(z.looseObject({ name: z.string(), version: z.string() })),
});

/**
 * Writes the software bill of materials of a release (CycloneDX): the production packages of the lock file, and Node. The
 * same sources give the same file: npm's timestamp and serial number are replaced by those of the release.
 *
 * @returns the packages
 */
export function writeBom(file: string, release: { name: string; commit: string; at: Date }) {
  const args = [
    'sbom',
    '--sbom-format',
    'cyclonedx',
    '--omit',
    'dev',
    '--sbom-type',
    'application',
    '--package-lock-only',
  ];
  const bom = Bom.parse(JSON.parse(execFileSync('npm', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })));
  const { name, commit, at } = release;
  const digits = createHash('sha256').update(`${name} ${commit}`).digest('hex');
  const [a, b, c, d] = [digits.slice(0, 8), digits.slice(8, 12), digits.slice(13, 16), digits.slice(17, 20)];
  const node = {
    'bom-ref': `node@${process.versions.node}`,
    type: 'platform',
    name: 'node',
    version: process.versions.node,
    purl: `pkg:generic/node@${process.versions.node}`,
    licenses: [{ license: { id: 'MIT' } }],
  };
  const metadata = { ...bom.metadata, timestamp: at.toISOString(), component: { ...bom.metadata.component, name } };
  const serialNumber = `urn:uuid:${a}-${b}-5${c}-8${d}-${digits.slice(20, 32)}`;
  const whole = { ...bom, serialNumber, metadata, components: [...bom.components, node] };
  writeFileSync(file, `${JSON.stringify(whole, null, 1)}\n`);
  return bom.components;
}
