import { createServer } from 'node:net';
import type { Language } from './language.ts';

/** Where a process wants to listen, with the name of the setting of the port. */
export interface Place {
  host: string;
  port: number;
  setting: 'PORT' | 'METRICS_PORT';
}

const MAX_LOOKS = 20;
const FIRST_FREE_TO_ALL = 1_024;

/** Tries a port and closes it again. @returns why nobody can listen there, null where it works. */
const tryPort = (host: string, port: number): Promise<NodeJS.ErrnoException | null> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)));
  });

/** The next port that is free, for a hint. */
async function freePortAfter(host: string, port: number): Promise<number> {
  for (let next = port + 1; next <= port + MAX_LOOKS; next += 1) if ((await tryPort(host, next)) === null) return next;
  return port + 1;
}

/**
 * Tries the addresses before long work begins.
 *
 * @returns a sentence on the first address that is not available; null if all are free. Port 0 always is.
 */
export async function takenPlace(places: readonly Place[], language: Language): Promise<string | null> {
  for (const place of places) {
    const error = await tryPort(place.host, place.port);
    if (error) return listenProblem(error, place, language);
  }
  return null;
}

/** The command that the operator runs in the terminal. */
const starts = (language: Language) =>
  language === 'en' ? 'npm run dev' : process.argv[1]?.endsWith('.mjs') ? 'bin/portal start' : 'npm start';

/** Why the process cannot listen there, and what to do. */
export async function listenProblem(
  error: NodeJS.ErrnoException,
  { host, port, setting }: Place,
  language: Language,
): Promise<string> {
  const isEnglish = language === 'en';
  switch (error.code) {
    case 'EADDRINUSE': {
      const other = `${setting}=${await freePortAfter(host, port)} ${starts(language)}`;
      return isEnglish
        ? `Port ${port} is in use. Stop the other program or choose another port: ${other}`
        : `A porta ${port} já está em uso. Pare o outro programa ou escolha outra: ${other}`;
    }
    case 'EACCES':
      return isEnglish
        ? `Port ${port} needs more rights. Choose one from ${FIRST_FREE_TO_ALL} on in ${setting}.`
        : `A porta ${port} precisa de mais direitos. Escolha em ${setting} uma a partir de ${FIRST_FREE_TO_ALL}.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND': {
      const name = setting === 'PORT' ? 'HOST' : 'METRICS_HOST';
      return isEnglish
        ? `${name}: ${host} is no address of this machine. Use 127.0.0.1, or 0.0.0.0 for all of them.`
        : `${name}: ${host} não é um endereço desta máquina. Use 127.0.0.1, ou 0.0.0.0 para todos.`;
    }
    default:
      return isEnglish
        ? `Port ${port} of ${host} cannot be opened: ${error.message}`
        : `A porta ${port} de ${host} não se abre: ${error.message}`;
  }
}
