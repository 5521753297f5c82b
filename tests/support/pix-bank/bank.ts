import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { sealSettings } from '../../../src/server/finance/accounts.ts';
import type { TestSchool } from '../school.ts';
import { CHAVE, type Cob, type Pix } from './books.ts';
import { CLIENT, type Deed, type Kept, type Oddity } from './steering.ts';

const pem = (name: string) => readFileSync(new URL(`../bank-certificates/${name}`, import.meta.url), 'utf8');

/** A bank of the API Pix in a process of its own. */
export class PixBank {
  readonly #child: ChildProcess;
  readonly url: string;
  #asked = 0;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.url = `https://127.0.0.1:${port}`;
  }

  static async start(): Promise<PixBank> {
    const child = fork('tests/support/pix-bank/process.ts', { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const port = await new Promise<number>((resolve, reject) => {
      child.once('message', ({ port: opened }: { port: number }) => resolve(opened));
      child.once('exit', (code) => reject(new Error(`The bank ended with ${code}`)));
    });
    return new PixBank(child, port);
  }

  async #act<T = Kept>(deed: Deed): Promise<T> {
    const id = ++this.#asked;
    return new Promise((resolve) => {
      const hear = (message: { id?: number; result: T }) => {
        if (message.id !== id) return;
        this.#child.off('message', hear);
        resolve(message.result);
      };
      this.#child.on('message', hear);
      this.#child.send({ id, deed });
    });
  }

  look = () => this.#act({ act: 'look' });
  /** Somebody pays. @param reference of the charge @returns null if the bank takes it no more */
  pay = (reference: string) => this.#act<Pix | null>({ act: 'pay', txid: `PORTALPIX0${reference}` });
  behave = (...list: Oddity[]) => this.#act({ act: 'oddities', list });
  forgetTokens = () => this.#act({ act: 'forget-tokens' });
  refunds = (end: 'done' | 'late' | 'refused') => this.#act({ act: 'refunds', end });
  tellCodes = (areTold: boolean) => this.#act({ act: 'codes', areTold });
  /** The bank's clock goes with the school's. */
  followClock = ({ clock }: TestSchool) => this.#act({ act: 'clock', aheadMs: clock.now.getTime() - Date.now() });

  /** Resolves when the bank did a request and stays silent about it. */
  untilSilent = () =>
    new Promise<string>((resolve) => {
      const hear = (message: { silent?: string }) => {
        if (message.silent === undefined) return;
        this.#child.off('message', hear);
        resolve(message.silent);
      };
      this.#child.on('message', hear);
    });

  async cob(reference: string): Promise<Cob | undefined> {
    return (await this.look()).cobs.find(({ txid }) => txid === `PORTALPIX0${reference}`);
  }

  /** The settings of an account at this bank. */
  settings(more: Record<string, unknown> = {}): Record<string, unknown> {
    return {
      url: `${this.url}/api/v2`,
      tokenUrl: `${this.url}/oauth/token`,
      clientId: CLIENT.id,
      clientSecret: CLIENT.secret,
      chave: CHAVE,
      cert: pem('client.pem'),
      key: pem('client.key'),
      ca: pem('ca.pem'),
      ...more,
    };
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#child.once('exit', () => resolve());
      this.#child.disconnect();
    });
  }
}

/** Gives a unit an account at the bank. @returns its name */
export async function openBankAccount(
  { school }: Pick<TestSchool, 'school'>,
  bank: PixBank,
  unit: number,
  more: Record<string, unknown> = {},
): Promise<string> {
  const { id } = await school.db
    .insertInto('payment_accounts')
    .values({
      company_id: unit,
      tipo: 'pix-bcb',
      recebedor: 'Escola de Testes Ltda.',
      documento_mascarado: '**.222.333/0001-**',
      instituicao: 'Banco de Testes',
      cidade: 'Recife',
      ajustes: sealSettings(school.tokens, JSON.stringify(bank.settings(more))),
      criada_em: school.now().toISOString(),
      encerrada_em: null,
      conciliada_ate: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return `pix-bcb-${id}`;
}
