import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Insertable } from 'kysely';
import type { Schema } from '../../src/server/tables.ts';
import type { TestSchool } from './school.ts';

/** A certificate or key of the tests. @param name such as `ca.pem` */
export const certificate = (name: string) =>
  readFileSync(new URL(`bank-certificates/${name}`, import.meta.url), 'utf8');

/** A double in a process of its own, which tests control by messages. */
export class SteeredProcess<Deed> {
  readonly #child: ChildProcess;
  readonly url: string;
  #requested = 0;

  protected constructor(child: ChildProcess, url: string) {
    this.#child = child;
    this.url = url;
  }

  /** Starts a program whose first message is its port, and its scheme if that is not https. */
  protected static async open(program: string, args: string[] = []): Promise<[child: ChildProcess, url: string]> {
    const child = fork(program, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const url = await new Promise<string>((resolve, reject) => {
      child.once('message', ({ port, scheme = 'https' }: { port: number; scheme?: string }) =>
        resolve(`${scheme}://127.0.0.1:${port}`),
      );
      child.once('exit', (code) => reject(new Error(`${program} ended with ${code}`)));
    });
    return [child, url];
  }

  protected async act<T>(deed: Deed): Promise<T> {
    const id = ++this.#requested;
    return new Promise((resolve) => {
      const hear = (message: { id?: number; result: T }) => {
        if (message.id !== id) return;
        this.#child.off('message', hear);
        resolve(message.result);
      };
      this.#child.on('message', hear);
      this.#child.send({ id, deed: deed as object });
    });
  }

  /** Resolves when the double has executed a request without answering it. */
  untilSilent = () =>
    new Promise<string>((resolve) => {
      const hear = (message: { silent?: string }) => {
        if (message.silent === undefined) return;
        this.#child.off('message', hear);
        resolve(message.silent);
      };
      this.#child.on('message', hear);
    });

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#child.once('exit', () => resolve());
      this.#child.disconnect();
    });
  }
}

/** Gives a unit an account. @returns its name */
export async function addPaymentAccount(
  { school }: Pick<TestSchool, 'school'>,
  account: Pick<Insertable<Schema['payment_accounts']>, 'company_id' | 'kind' | 'instituicao'>,
  settings: Record<string, unknown>,
): Promise<string> {
  // A browser test imports this file only for the double, without loading the server.
  const { encryptSettings } = await import('../../src/server/money/finance/accounts.ts');
  const { id } = await school.db
    .insertInto('payment_accounts')
    .values({
      ...account,
      recebedor: 'Escola de Testes Ltda.',
      documento_mascarado: '**.222.333/0001-**',
      cidade: 'Recife',
      ajustes: encryptSettings(school.tokens, JSON.stringify(settings)),
      created_at: school.now().toISOString(),
      encerrada_em: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return `${account.kind}-${id}`;
}
