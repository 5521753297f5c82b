import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { MB } from '#lib/format/limits.ts';
import { Complaint } from '../admin/complaint.ts';
import { MANIFEST, Manifest } from './manifest.ts';
import type { Target } from './target.ts';

/** Only one part is in memory at once, for writing and reading. */
const PART_BYTES = 32 * MB;

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const nameOf = (n: number) => `parte-${String(n).padStart(5, '0')}`;

/** Writes a stream as parts of a backup. @returns their entries for the manifest */
export async function writeParts(target: Target, backup: string, bytes: Readable): Promise<Manifest['parts']> {
  const parts: Manifest['parts'] = [];
  let chunks: Uint8Array[] = [];
  let size = 0;
  const keep = async () => {
    const part = Buffer.concat(chunks);
    const name = nameOf(parts.length + 1);
    await target.put(`${backup}/${name}`, part);
    parts.push({ name, bytes: part.length, sha256: sha256(part) });
    chunks = [];
    size = 0;
  };
  for await (const chunk of bytes as AsyncIterable<Uint8Array>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= PART_BYTES) await keep();
  }
  if (size > 0) await keep();
  return parts;
}

/** @throws Complaint if there is none, because the backup is incomplete, or if it cannot be read. */
export async function readManifest(target: Target, backup: string): Promise<Manifest> {
  const path = `${backup}/${MANIFEST}`;
  if ((await target.sizeOf(path)) === null) {
    throw new Complaint(`A cópia ${backup} não tem ${MANIFEST}: ela não terminou. Use outra.`);
  }
  try {
    return Manifest.parse(JSON.parse(Buffer.from(await target.read(path)).toString('utf8')));
  } catch {
    throw new Complaint(
      `O ${MANIFEST} da cópia ${backup} não pode ser lido: foi cortado, mudado, ou é de outra versão.`,
    );
  }
}

/** @throws Complaint that names each missing part and each with another length. */
export async function checkParts(target: Target, backup: string, { parts }: Manifest): Promise<void> {
  const faults: string[] = [];
  for (const { name, bytes } of parts) {
    const size = await target.sizeOf(`${backup}/${name}`);
    if (size === null) faults.push(`Falta a parte ${name}.`);
    else if (size !== bytes)
      faults.push(`A parte ${name} tem ${size} bytes em vez de ${bytes}: foi cortada ou mudada.`);
  }
  if (faults.length > 0) throw new Complaint(`A cópia ${backup} está com defeito:\n${faults.join('\n')}`);
}

/** The bytes of all parts. A part is verified completely before any of its bytes is returned. */
export async function* readParts(target: Target, backup: string, { parts }: Manifest): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    const bytes = await target.read(`${backup}/${part.name}`);
    if (sha256(bytes) !== part.sha256)
      throw new Complaint(
        `A cópia ${backup} está com defeito:\nA parte ${part.name} foi mudada: a soma SHA-256 não confere.`,
      );
    yield bytes;
  }
}
