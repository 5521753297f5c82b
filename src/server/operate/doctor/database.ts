import { sql } from 'kysely';
import { brandOf, brands } from '#lib/brand.ts';
import { plural } from '#lib/format/money.ts';
import { DAY_MS, HOUR_MS } from '#lib/rules/time/spans.ts';
import type { Config } from '../../config.ts';
import { type Database, type Db, openDatabase } from '../../core/db/connection.ts';
import { nowOf } from '../../core/db/locking.ts';
import { currentNames, isBeforeBaseline, problemOfSteps, stepsOf } from '../../core/db/migrate.ts';
import { steps } from '../../core/db/steps.ts';
import { tableNames } from '../../core/db/table-names.ts';
import { publicUrl } from '../../core/http/public-url.ts';
import { demoAccounts, isOfDemo } from '../../identity/account/demo-accounts.ts';
import { timeOfName } from '../backup/manifest.ts';
import { newestBackup } from '../backup/read-backup.ts';
import { openTarget } from '../backup/target.ts';
import { type Finding, fine, reasonOf, warn, wrong } from './finding.ts';

const POINT = 'banco';
const MAX_CLOCK_MS = 5_000;
/** The age from which the last nightly backup counts as old: a day and some hours. */
const OLD_BACKUP_MS = 26 * HOUR_MS;
const VERY_OLD_MS = 3 * DAY_MS;

/** Examines the database as it is, without changing anything. */
export async function examineDatabase(config: Config, now: () => Date): Promise<Finding[]> {
  let database: Database | undefined;
  try {
    database = openDatabase(config, config.DATABASE_TIMEOUT_MS, () => {});
    const { db, engine } = database;
    const tables = await tableNames(db);
    const name = engine === 'sqlite' ? 'SQLite' : 'PostgreSQL';
    if (!tables.includes('schema_steps'))
      return [warn(POINT, `O banco ${name} responde e está vazio.`, 'O primeiro início do portal cria as tabelas.')];
    const found = [fine(POINT, `O banco ${name} responde.`), schemaState(await stepsOf(db))];
    if (engine === 'postgres') found.push(await databaseClock(db, now));
    return [...found, await demoState(db, config), ...(await brandState(db, config))];
  } catch (error) {
    const where = config.DATABASE_URL ? new URL(config.DATABASE_URL).host : config.DATA_DIR;
    return [
      wrong(
        POINT,
        `O banco em ${where} não pode ser usado: ${reasonOf(error)}.`,
        config.DATABASE_URL
          ? 'Confira se o PostgreSQL está no ar, e endereço, usuário e senha em DATABASE_URL.'
          : 'Confira se DATA_DIR existe e é do usuário do portal.',
      ),
    ];
  } finally {
    await database?.close();
  }
}

function schemaState(ran: readonly string[]): Finding {
  const problem = problemOfSteps(ran);
  if (problem?.isOlder)
    return wrong(
      'esquema',
      'O banco é de uma versão de antes da última 0.1.0 do portal.',
      'Inicie-o uma vez com a última 0.1.0, que o atualiza, e depois com esta.',
    );
  if (problem)
    return wrong(
      'esquema',
      `O banco é de uma versão mais nova do portal: tem passos que esta não conhece (${problem.unknown.join(', ')}).`,
      'Use a versão nova, ou restaure uma cópia de antes dela.',
    );
  if (isBeforeBaseline(ran))
    return warn(
      'esquema',
      'O banco é da versão 0.1.0: o próximo início desta dá outros nomes a colunas.',
      'Faça uma cópia, e pare antes todos os portais e importações da 0.1.0 que usam este banco.',
    );
  const waiting = steps.length - currentNames(ran).length;
  return waiting > 0
    ? warn(
        'esquema',
        `${plural(waiting, 'passo do esquema espera', 'passos do esquema esperam')}.`,
        'Faça uma cópia; o próximo início os roda.',
      )
    : fine('esquema', `O esquema está em dia (${currentNames(ran).at(-1)}).`);
}

async function databaseClock(db: Db, now: () => Date): Promise<Finding> {
  const sentAt = now().getTime();
  const { rows } = await sql<{ ms: number }>`select ${nowOf(db)} as ms`.execute(db);
  return clockFinding((rows[0]?.ms ?? sentAt) - (sentAt + now().getTime()) / 2, 'o servidor do banco');
}

/** @param difference how much later the other clock is, in milliseconds */
export function clockFinding(difference: number, other: string): Finding {
  const seconds = (Math.abs(difference) / 1_000).toFixed(1).replace('.', ',');
  return Math.abs(difference) > MAX_CLOCK_MS
    ? wrong(
        'relógio',
        `O relógio desta máquina difere em ${seconds} s de ${other}: códigos de segundo fator e prazos falham.`,
        'Ligue a sincronização (`timedatectl set-ntp true`) nas duas máquinas.',
      )
    : fine('relógio', `O relógio combina com ${other}.`);
}

/** Schools of a brand whose links lead to the other brand's page. */
async function brandState(db: Db, config: Config): Promise<Finding[]> {
  const { PUBLIC_URL, BRAND2_KEYWORD: keyword } = config;
  if (!PUBLIC_URL || config.connected) return [];
  const rows = await db.selectFrom('schools').select('marca').distinct().orderBy('marca').execute();
  return rows.flatMap(({ marca }) => {
    const address = publicUrl(config, marca);
    if (brandOf(new URL(address).host, { keyword }) === marca) return [];
    return [
      warn(
        'marcas',
        `Há escolas ${brands[marca].name}, e os links delas levam a ${address}, que é da outra marca.`,
        marca === 'phenom'
          ? `Ponha em BRAND2_PUBLIC_URL o endereço da segunda marca, com “${keyword}” no host.`
          : `Ponha em PUBLIC_URL o endereço da primeira marca, e em BRAND2_PUBLIC_URL o da segunda.`,
      ),
    ];
  });
}

async function demoState(db: Db, { DEMO }: Config): Promise<Finding> {
  const open = await demoAccounts(db).where(isOfDemo).where('users.is_blocked', '=', false).execute();
  if (DEMO === 'on') return fine('demonstração', 'DEMO=on: as contas de demonstração estão abertas.');
  return open.length === 0
    ? fine('demonstração', 'Nenhuma conta de demonstração está aberta.')
    : wrong(
        'demonstração',
        `${plural(open.length, 'conta de demonstração está aberta', 'contas de demonstração estão abertas')}, e todos conhecem a senha.`,
        'Inicie o portal com DEMO=off, que as fecha; depois `npm run admin -- remover-demo`.',
      );
}

/** The age of the newest complete backup. */
export async function examineBackups(config: Config, now: Date): Promise<Finding> {
  const { BACKUP_TARGET } = config;
  const todo = 'Faça uma agora com `npm run admin -- backup`, e confira o horário agendado.';
  if (!BACKUP_TARGET)
    return warn(
      'cópias',
      'BACKUP_TARGET não está definido: não se sabe se há cópias.',
      'Ponha em BACKUP_TARGET uma pasta de outro disco, ou s3://balde/pasta, e agende `npm run admin -- backup`.',
    );
  try {
    const target = await openTarget(BACKUP_TARGET, config);
    const name = await newestBackup(target);
    if (name === null) return wrong('cópias', `Em ${BACKUP_TARGET} não há cópia terminada.`, todo);
    const age = now.getTime() - (timeOfName(name)?.getTime() ?? 0);
    const text = `A cópia mais nova em ${BACKUP_TARGET} tem ${plural(Math.floor(age / HOUR_MS), 'hora', 'horas')} (${name})`;
    if (age > VERY_OLD_MS) return wrong('cópias', `${text}.`, todo);
    return age > OLD_BACKUP_MS ? warn('cópias', `${text}.`, todo) : fine('cópias', `${text}.`);
  } catch (error) {
    return wrong(
      'cópias',
      `O lugar das cópias não responde: ${reasonOf(error)}.`,
      'Confira BACKUP_TARGET e BACKUP_S3_*.',
    );
  }
}
