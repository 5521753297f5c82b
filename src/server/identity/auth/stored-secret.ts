import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../../config.ts';

/** In characters. A shorter secret could be guessed, and anybody could sign. */
export const MIN_SECRET = 32;

/**
 * The secret in a file beside the database. If there is none, it is created atomically: processes that start together on a new
 * folder all read the same secret.
 *
 * @param hasAccounts whether the database already has users, whose sessions need the missing secret.
 * @throws ConfigError if the file is too short, is missing although there are users, or cannot be written.
 */
export async function storedSecret(dataDir: string, hasAccounts: () => Promise<boolean>): Promise<string> {
  if (dataDir === ':memory:') return newSecret();
  const path = join(dataDir, 'secret');
  const before = read(path);
  if (before !== null) return before;
  if (await hasAccounts()) {
    // Another process may have created the secret and the accounts meanwhile.
    const made = read(path);
    if (made !== null) return made;
    throw new ConfigError(
      `SECRET: falta ${path}, embora o banco tenha contas. Ponha o arquivo de volta da sua cópia. Se ele se perdeu, ponha em ` +
        'SECRET um novo, de 32 caracteres ou mais: todos entram de novo, e links, ingressos e aparelhos de push acabam.',
    );
  }
  keep(dataDir, path);
  return read(path) ?? fail(path, 'ele sumiu de novo');
}

const newSecret = () => randomBytes(32).toString('base64url');

function fail(path: string, why: string): never {
  throw new ConfigError(`SECRET: ${path} não pode ser usado: ${why}. Ponha SECRET no lugar dele.`);
}

/** @returns null if there is none. */
function read(path: string): string | null {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    return fail(path, (error as Error).message);
  }
  // Editors add a line end, which is not part of the secret: `SECRET` with the same text has to match.
  const secret = text.replace(/\r?\n$/, '');
  if (secret.trim().length >= MIN_SECRET) return secret;
  throw new ConfigError(
    `SECRET: ${path} tem menos de ${MIN_SECRET} caracteres: foi cortado. Ponha o arquivo de volta da sua cópia. Se ele se ` +
      'perdeu, ponha em SECRET um novo: todos entram de novo, e links, ingressos e aparelhos de push acabam.',
  );
}

/** A hard link makes the file appear complete under its name, and never replaces an existing file. */
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

/** Syncs the folder: otherwise a power cut may lose the name of a file whose bytes are safe. */
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
    // The file was not created.
  }
}
