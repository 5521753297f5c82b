import { API_PREFIX } from '../../../src/lib/contract/core.ts';
import { receivePaymentWebhook } from '../../../src/lib/contract/finance.ts';
import type { TestSchool } from '../school.ts';
import { addPaymentAccount, certificate, SteeredProcess } from '../steered-process.ts';
import {
  API_KEY,
  type Authorization,
  type Deed,
  type Oddity,
  type Payment,
  type Stored,
  WEBHOOK_TOKEN,
} from './steering.ts';

/** The payment provider Asaas in a process of its own. */
export class FakeAsaas extends SteeredProcess<Deed> {
  static async start(): Promise<FakeAsaas> {
    return new FakeAsaas(...(await SteeredProcess.open('tests/support/asaas/process.ts')));
  }

  /** @param contract our reference of the authorization */
  consent = (contract: string, then: 'ACTIVE' | 'REFUSED' | 'CREATED' = 'ACTIVE') =>
    this.act<Payment | null>({ act: 'consent', contract, then });
  sayOfAuthorization = (contract: string, status: Authorization['status']) =>
    this.act<Authorization>({ act: 'authorization', contract, status });
  debit = (reference: string) => this.act<Payment | null>({ act: 'debit', reference });
  failDebit = (reference: string, reason = 'PAYMENT_OVERDUE') =>
    this.act<Payment | null>({ act: 'fail-debit', reference, reason });
  allowAutomatic = (isOn: boolean) => this.act<Stored>({ act: 'automatic', isOn });
  look = () => this.act<Stored>({ act: 'look' });
  /** Pays a charge. @returns null if the provider no longer accepts it */
  pay = (reference: string) => this.act<Payment | null>({ act: 'pay', reference });
  payCopy = (reference: string) => this.act<Payment | null>({ act: 'pay-copy', reference });
  chargeBack = (reference: string) => this.act<Payment>({ act: 'charge-back', reference });
  winDispute = (reference: string) => this.act<Payment>({ act: 'win-dispute', reference });
  /** @param value reais */
  refundInPanel = (reference: string, value: number) => this.act<Payment>({ act: 'refund-in-panel', reference, value });
  /** @param value reais */
  setValue = (reference: string, value: number) => this.act<Payment>({ act: 'set-value', reference, value });
  nameDomain = (domain: string) => this.act<Stored>({ act: 'domain', domain });
  behave = (...list: Oddity[]) => this.act<Stored>({ act: 'oddities', list });
  refunds = (end: 'DONE' | 'PENDING' | 'CANCELLED') => this.act<Stored>({ act: 'refunds', end });
  lag = (ms: number) => this.act<Stored>({ act: 'lag', ms });
  addCustomer = (name: string, cpfCnpj: string) => this.act<Stored>({ act: 'add-customer', name, cpfCnpj });
  /** Pauses its queue, as the provider does after 15 messages without a 200. */
  stopQueue = () => this.act<Stored>({ act: 'stop-queue' });
  finishRefunds = () => this.act<Stored>({ act: 'finish-refunds' });
  followClock = ({ clock }: { clock: { now: Date } }) =>
    this.act<Stored>({ act: 'clock', aheadMs: clock.now.getTime() - Date.now() });
  paymentsOf = async (reference: string) =>
    (await this.look()).payments.filter(({ externalReference }) => externalReference === reference);
  /** The newest message about a charge. */
  eventOf = async (reference: string) =>
    (await this.look()).events.findLast(({ payment }) => payment?.externalReference === reference);
}

/** Sends a message of the provider to the portal. @param account as `openAsaasAccount` names it @param token null: without one */
export const notifyPortal = (
  portal: Pick<TestSchool, 'send'>,
  account: string,
  event: object | undefined,
  token: string | null = WEBHOOK_TOKEN,
) =>
  portal.send('POST', API_PREFIX + receivePaymentWebhook.path.replace('{provider}', account), {
    body: JSON.stringify(event),
    headers: { 'content-type': 'application/json', ...(token !== null && { 'asaas-access-token': token }) },
  });

/** Gives a unit an account at the provider. @returns its name */
export const openAsaasAccount = (
  portal: Pick<TestSchool, 'school'>,
  provider: Pick<FakeAsaas, 'url'>,
  unit: number,
): Promise<string> =>
  addPaymentAccount(
    portal,
    { company_id: unit, kind: 'asaas', instituicao: 'Asaas' },
    {
      url: `${provider.url}/v3`,
      apiKey: API_KEY,
      webhookToken: WEBHOOK_TOKEN,
      email: 'financeiro@escola.example',
      ca: certificate('ca.pem'),
    },
  );
