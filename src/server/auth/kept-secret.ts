import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../config.ts';

const MIN_LENGTH = 32;

/**
 * The secret that is kept beside the database. Without one it is made, whole or not at all: of processes that start together
 * on a new folder all read the same.
 *
 * @param hasAccounts whether the database has people already, whose sessions hang on the secret that is missing.
 * @throws ConfigError for a file that is too short, for one that is missing beside accounts, and where none can be kept.
 */
export async function keptSecret(dataDir: string, hasAccounts: () => Promise<boolean>): Promise<string> {
  if (dataDir === ':memory:') return newSecret();
  const path = join(dataDir, 'secret');
  const before = read(path);
  if (before !== null) return before;
  if (await hasAccounts()) {
    // Another process may have made it, and the accounts, since.
    const made = read(path);
    if (made !== null) return made;
    throw new ConfigError(
      `SECRET: ${path} is missing, though the database has accounts. Put the file back from your backup. If it is lost, set ` +
        'SECRET to a new one of 32 characters or more: everybody logs in again, and links, tickets and push devices end.',
    );
  }
  keep(dataDir, path);
  return read(path) ?? fail(path, 'it is gone again');
}

const newSecret = () => randomBytes(32).toString('base64url');

function fail(path: string, why: string): never {
  throw new ConfigError(`SECRET: ${path} cannot be used: ${why}. Set SECRET in its place.`);
}

/** @returns null where there is none. */
function read(path: string): string | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    return fail(path, (error as Error).message);
  }
  // An editor ends a file with a line, which is no part of the secret: `SECRET` with the same text has to be the same.
  const secret = text.replace(/\r?\n$/, '');
  // A file that was cut off would let anybody sign.
  if (secret.trim().length >= MIN_LENGTH) return secret;
  throw new ConfigError(
    `SECRET: ${path} holds fewer than ${MIN_LENGTH} characters: it was cut off. Put the file back from your backup. If it is ` +
      'lost, set SECRET to a new one: everybody logs in again, and links, tickets and push devices end.',
  );
}

/** A link appears under its name whole, and never takes the place of one that is there. */
function keep(dataDir: string, path: string): void {
  const temporary = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`;
  try {
    const file = openSync(temporary, 'wx', 0o600);
    try {
      writeFileSync(file, newSecret());
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    linkSync(temporary, path);
    syncFolder(dataDir);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') fail(path, (error as Error).message);
  } finally {
    remove(temporary);
  }
}

/** Without it a power cut may forget the name of a file whose bytes are safe. */
function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It was never made.
  }
}
