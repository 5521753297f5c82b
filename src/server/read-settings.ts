import { existsSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { type Config, readConfig } from './config.ts';
import { unknownNames } from './setting-names.ts';

const FILE = '.env';

export interface ReadSettings {
  config: Config;
  /** Names in `.env` without effect, in a sentence each. */
  warnings: string[];
}

/** The names that stand in `.env` of this folder. */
export const namesInFile = (): string[] => Object.keys(inFile());

const inFile = () => (existsSync(FILE) ? parseEnv(readFileSync(FILE, 'utf8')) : {});

/**
 * Reads the settings of `.env` and of the environment, which takes precedence.
 *
 * @param overrides take precedence over both
 * @throws ConfigError that names every wrong setting, and every name with a one-letter typo.
 */
export function readSettings(overrides: Readonly<Record<string, string>> = {}): ReadSettings {
  const names = namesInFile();
  const unknown = unknownNames(names, Object.keys(process.env));
  const typos = unknown
    .filter(({ isTypo }) => isTypo)
    .map(({ name, near }) => `${name}: não é uma configuração do portal; seria ${near}?`);
  const config = readConfig({ ...inFile(), ...process.env, ...overrides }, typos);
  const warnings = unknown
    .filter(({ name }) => names.includes(name))
    .map(
      ({ name, near }) =>
        `${name} não é uma configuração do portal e não tem efeito${near ? `: seria ${near}?` : ' (veja .env.example).'}`,
    );
  return { config, warnings };
}

/** As `readSettings`, for a command; other code in it may read `.env` from the environment. */
export function loadSettings(overrides: Readonly<Record<string, string>> = {}): Config {
  if (existsSync(FILE)) process.loadEnvFile(FILE);
  return readSettings(overrides).config;
}
