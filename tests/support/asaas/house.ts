import { type ChildProcess, fork } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { sealSettings } from '../../../src/server/finance/accounts.ts';
import type { TestSchool } from '../school.ts';
import { API_KEY, type Deed, type Kept, type Oddity, type Payment, WEBHOOK_TOKEN } from './steering.ts';

/** The payment house Asaas in a process of its own. */
export class AsaasHouse {
  readonly #child: ChildProcess;
  readonly url: string;
  #asked = 0;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.url = `https://127.0.0.1:${port}`;
  }

  static async start(): Promise<AsaasHouse> {
    const child = fork('tests/support/asaas/process.ts', { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    const port = await new Promise<number>((resolve, reject) => {
      child.once('message', ({ port: opened }: { port: number }) => resolve(opened));
      child.once('exit', (code) => reject(new Error(`The house ended with ${code}`)));
    });
    return new AsaasHouse(child, port);
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
  /** Somebody pays. @returns null if the house takes it no more */
  pay = (reference: string) => this.#act<Payment | null>({ act: 'pay', reference });
  behave = (...list: Oddity[]) => this.#act({ act: 'oddities', list });
  refunds = (end: 'DONE' | 'PENDING' | 'CANCELLED') => this.#act({ act: 'refunds', end });
  /** After 15 messages that were not answered with 200. */
  stopQueue = () => this.#act({ act: 'stop-queue' });
  finishRefunds = () => this.#act({ act: 'finish-refunds' });
  followClock = ({ clock }: { clock: { now: Date } }) =>
    this.#act({ act: 'clock', aheadMs: clock.now.getTime() - Date.now() });
  paymentsOf = async (reference: string) =>
    (await this.look()).payments.filter(({ externalReference }) => externalReference === reference);
  /** The newest message about a charge. */
  eventOf = async (reference: string) =>
    (await this.look()).events.findLast(({ payment }) => payment.externalReference === reference);

  /** Resolves when the house did a request and stays silent about it. */
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

/** Gives a unit an account at the house. @returns its name */
export async function openAsaasAccount(
  { school }: Pick<TestSchool, 'school'>,
  house: AsaasHouse,
  unit: number,
): Promise<string> {
  const settings = {
    url: `${house.url}/v3`,
    apiKey: API_KEY,
    webhookToken: WEBHOOK_TOKEN,
    email: 'financeiro@escola.example',
    ca: readFileSync(new URL('../bank-certificates/ca.pem', import.meta.url), 'utf8'),
  };
  const { id } = await school.db
    .insertInto('payment_accounts')
    .values({
      company_id: unit,
      tipo: 'asaas',
      recebedor: 'Escola de Testes Ltda.',
      documento_mascarado: '**.222.333/0001-**',
      instituicao: 'Asaas',
      cidade: 'Recife',
      ajustes: sealSettings(school.tokens, JSON.stringify(settings)),
      criada_em: school.now().toISOString(),
      encerrada_em: null,
      conciliada_ate: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return `asaas-${id}`;
}
