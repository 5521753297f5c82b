import pino from 'pino';
import { formatDay } from '#lib/format/dates.ts';
import { DAY_MS } from '#lib/rules/time/spans.ts';
import { type Config, ConfigError, readConfig } from '../../config.ts';
import { openDatabase } from '../../core/db/connection.ts';
import { isBeforeBaseline, stepsOf } from '../../core/db/migrate.ts';
import { tableNames } from '../../core/db/table-names.ts';
import { openPayments } from '../../core/ports/payments/index.ts';
import { createTokens } from '../../identity/auth/tokens.ts';
import { accountState, accountsInUse } from '../../money/finance/accounts.ts';
import { examineBackups, examineDatabase } from './database.ts';
import { examineDependencies } from './dependencies.ts';
import { type Finding, fine, warn, wrong } from './finding.ts';
import { examineMachine, secretOf } from './machine.ts';
import { examineSettings, unknownSettings } from './settings.ts';

export interface Examined {
  /** The environment of the process, with the file of settings. */
  env: Readonly<Record<string, string | undefined>>;
  /** Names in the file of settings. */
  inFile: readonly string[];
  /** Gets a test mail. */
  recipient?: string;
  now?: () => Date;
}

/** Looks at everything that an installation needs, and changes nothing. */
export async function examine({ env, inFile, recipient, now = () => new Date() }: Examined): Promise<Finding[]> {
  const unknown = unknownSettings(inFile, Object.keys(env));
  let config: Config;
  try {
    config = readConfig(env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const [, ...lines] = error.message.split('\n');
    const refused = lines.map((line) =>
      wrong(
        'configuração',
        `O portal não inicia assim: ${line.trim()}.`,
        'Corrija a configuração (veja .env.example).',
      ),
    );
    return [...unknown, ...refused];
  }
  const parts = await Promise.all([
    examineSettings(config),
    examineMachine(config),
    examineDatabase(config, now),
    examineAccounts(config, now),
    examineDependencies(config, now, recipient),
    examineBackups(config, now()),
  ]);
  return [...unknown, ...parts.flat()];
}

const POINT = 'conta de pagamento';
const WAIT_MS = 15_000;
const SOON_MS = 30 * DAY_MS;

/** A line for each account of a unit: whether it opens and answers, its certificate's end, and its messages. */
export async function examineAccounts(config: Config, now: () => Date): Promise<Finding[]> {
  const secret = secretOf(config);
  if (secret === null || config.connected) return [];
  const database = openDatabase(config, config.DATABASE_TIMEOUT_MS, () => {});
  try {
    const { db } = database;
    if (!(await tableNames(db)).includes('payment_accounts')) return [];
    if (isBeforeBaseline(await stepsOf(db)))
      return [
        warn(
          POINT,
          'O banco é da versão 0.1.0: as contas ainda não foram conferidas.',
          'Inicie esta versão e confira de novo.',
        ),
      ];
    const tokens = createTokens(secret, config.SECRET_PREVIOUS);
    const payments = openPayments({ ...config, payments: 'off' }, db, now, tokens);
    const parts = { db, tokens, log: pino({ level: 'silent' }), ports: { payments }, config };
    const rows = await accountsInUse(db).execute();
    return await Promise.all(rows.map(async (row) => findingOf(await accountState(parts, row, WAIT_MS), now())));
  } catch {
    // The database has its own line.
    return [];
  } finally {
    await database.close();
  }
}

function findingOf(
  { unidade, instituicao, estado, avisos, certificado_ate: end }: Awaited<ReturnType<typeof accountState>>,
  now: Date,
): Finding {
  const text = `${unidade.nome}, ${instituicao}`;
  const certificate = end === null ? '' : `, certificado até ${formatDay(end)}`;
  if (estado === 'fechada') {
    const todo = 'Os segredos da conta não abrem com este SECRET: grave a conta de novo (pagamentos-da-unidade).';
    return wrong(POINT, `${text}: fechada.`, todo);
  }
  if (end !== null && Date.parse(end) <= now.getTime()) {
    return wrong(POINT, `${text}: o certificado venceu em ${formatDay(end)}.`, 'Peça outro ao banco e grave a conta.');
  }
  if (estado === 'calada') {
    return wrong(POINT, `${text}: o banco não responde${certificate}.`, 'Veja por quê: testar-pagamentos.');
  }
  if (end !== null && Date.parse(end) <= now.getTime() + SOON_MS) {
    return warn(POINT, `${text}: o certificado vence em ${formatDay(end)}.`, 'Peça outro ao banco e grave a conta.');
  }
  return avisos === 'registrada'
    ? fine(POINT, `${text}: responde, e avisa o portal${certificate}.`)
    : warn(
        POINT,
        `${text}: responde, e ${avisos === 'parada' ? 'parou de avisar' : 'não avisa'} o portal${certificate}.`,
        'Use registrar-avisos. Até lá o portal pergunta ele mesmo.',
      );
}
