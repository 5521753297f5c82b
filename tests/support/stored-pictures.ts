import { createHash } from 'node:crypto';

/** Made-up bytes that follow from their key, so that anybody can tell whether they are right. */
export function pictureOf(key: string): { bytes: Buffer; length: number; sha256: string } {
  const picture = Buffer.alloc(20_000, createHash('sha512').update(key).digest());
  return {
    bytes: picture,
    length: picture.length,
    sha256: createHash('sha256').update(picture).digest('hex'),
  };
}
