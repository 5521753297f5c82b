import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';

/** Made-up bytes that follow from their key, so that anybody can tell whether they are right. */
export function pictureOf(key: string): { bytes: Readable; length: number; sha256: string } {
  const picture = Buffer.alloc(20_000, createHash('sha512').update(key).digest());
  return {
    bytes: Readable.from([picture]),
    length: picture.length,
    sha256: createHash('sha256').update(picture).digest('hex'),
  };
}
