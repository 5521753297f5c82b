import { type Config, ConfigError, readConfig } from '../../config.ts';
import { examineAccounts } from './accounts.ts';
import { examineBackups, examineDatabase } from './database.ts';
import { type Finding, wrong } from './finding.ts';
import { examineMachine } from './machine.ts';
import { examineNeighbours } from './neighbours.ts';
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
    examineNeighbours(config, now, recipient),
    examineBackups(config, now()),
  ]);
  return [...unknown, ...parts.flat()];
}
