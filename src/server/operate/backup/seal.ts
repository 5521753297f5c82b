import { Readable } from 'node:stream';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import { Decrypter, Encrypter } from 'age-encryption';
import { Complaint } from '../admin/complaint.ts';

const toWeb = (bytes: Readable) => Readable.toWeb(bytes) as unknown as ReadableStream<Uint8Array>;
const fromWeb = (bytes: ReadableStream<Uint8Array>) => Readable.fromWeb(bytes as unknown as NodeStream<Uint8Array>);

/** Encrypts a stream in the age format (`age -d` decrypts it): authenticated chunks in order, the last one marked. */
export async function seal(bytes: Readable, passphrase: string): Promise<Readable> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  return fromWeb(await encrypter.encrypt(toWeb(bytes)));
}

/** @throws Complaint for a wrong passphrase; the stream fails if bytes were changed or are missing. */
export async function unseal(bytes: Readable, passphrase: string | undefined): Promise<Readable> {
  if (!passphrase) throw new Complaint('A cópia está cifrada. Ponha a senha dela em BACKUP_PASSPHRASE.');
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    return fromWeb(await decrypter.decrypt(toWeb(bytes)));
  } catch (error) {
    if (!(error instanceof Error) || !/no identity matched/.test(error.message)) throw error;
    throw new Complaint('A senha em BACKUP_PASSPHRASE não abre esta cópia: é outra.');
  }
}
