import { existsSync, readFileSync, statSync } from 'node:fs';
import { access, constants, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { formatBytes } from '#lib/format/interval.ts';
import { MB } from '#lib/format/limits.ts';
import type { Config } from '../../config.ts';
import { type Finding, fine, reasonOf, warn, wrong } from './finding.ts';

const LITTLE = 2_000 * MB;
const TOO_LITTLE = 200 * MB;
const MIN_SECRET = 32;
/** File mode bits of group and others. */
const OF_OTHERS = 0o077;

/** Looks at `DATA_DIR`: rights, room, and the secret. */
export async function examineMachine(config: Config): Promise<Finding[]> {
  const { DATA_DIR } = config;
  const isUsed = !config.DATABASE_URL || !config.FILES_S3_BUCKET;
  if (DATA_DIR === ':memory:' || !isUsed) return [secretState(config)];
  if (!existsSync(DATA_DIR))
    return [
      warn(
        'pasta',
        `DATA_DIR ${DATA_DIR} ainda não existe.`,
        'O primeiro início do portal a cria, fechada aos outros.',
      ),
    ];
  return [await writable(DATA_DIR), rights(DATA_DIR), await room(DATA_DIR), secretState(config)];
}

async function writable(folder: string): Promise<Finding> {
  try {
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return fine('pasta', `Este usuário escreve em ${folder}.`);
  } catch (error) {
    return wrong(
      'pasta',
      `Este usuário não escreve em ${folder}: ${reasonOf(error)}.`,
      `Dê a pasta ao usuário do portal: chown -R USUÁRIO ${folder}. Rode doctor como ele.`,
    );
  }
}

function rights(folder: string): Finding {
  const paths = ['', 'files', 'portal.sqlite', 'portal.sqlite-wal', 'secret'].map((name) => join(folder, name));
  const open = paths.filter((path) => existsSync(path) && (statSync(path).mode & OF_OTHERS) !== 0);
  return open.length === 0
    ? fine('permissões', `Só o dono lê ${folder}.`)
    : wrong(
        'permissões',
        `Outros usuários da máquina leem ${open.join(', ')}: há CPFs, endereços e o segredo.`,
        `chmod -R go-rwx ${folder} (o início do portal faz o mesmo, se a pasta é dele).`,
      );
}

async function room(folder: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const text = `Há ${formatBytes(free)} livres no disco de ${folder}.`;
  const todo = 'Libere espaço, ou aumente o disco: sem espaço o portal não grava nada.';
  if (free < TOO_LITTLE) return wrong('disco', text, todo);
  return free < LITTLE ? warn('disco', text, todo) : fine('disco', text);
}

/** The secret that a start would use. @returns null if the first start would create it */
export function secretOf({ SECRET, DATA_DIR }: Config): string | null {
  const path = join(DATA_DIR, 'secret');
  return SECRET ?? (existsSync(path) ? readFileSync(path, 'utf8').trim() : null);
}

function secretState({ SECRET, DATA_DIR }: Config): Finding {
  if (SECRET) return fine('segredo', 'O segredo está nas configurações (SECRET).');
  const path = join(DATA_DIR, 'secret');
  if (!existsSync(path))
    return existsSync(join(DATA_DIR, 'portal.sqlite'))
      ? wrong(
          'segredo',
          `${path} não existe, e o banco existe.`,
          'Se o banco tem contas, traga o arquivo da cópia. Perdido, ponha um novo em SECRET: todos entram de novo.',
        )
      : fine('segredo', 'O primeiro início cria o segredo.');
  return readFileSync(path, 'utf8').trim().length < MIN_SECRET
    ? wrong('segredo', `${path} foi cortado: tem menos de ${MIN_SECRET} caracteres.`, 'Traga o arquivo da cópia.')
    : fine('segredo', `O segredo está em ${path}. As cópias de \`backup\` o levam.`);
}
