import { command } from './usage.ts';

/** Reads the arguments of a start: there are none but `--help`. */
export const readStart = () =>
  command('start', 'Inicia o portal. As configurações vêm do ambiente e de .env: veja .env.example.', 'pt').parse();
