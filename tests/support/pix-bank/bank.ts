import type { TestSchool } from '../school.ts';
import { addPaymentAccount, certificate, SteeredProcess } from '../steered-process.ts';
import { CHAVE, type Cob, type Pix } from './books.ts';
import { type BankState, CLIENT, type Deed, type Oddity } from './steering.ts';

/** A bank of the API Pix in a process of its own. */
export class PixBank extends SteeredProcess<Deed> {
  static async start(): Promise<PixBank> {
    return new PixBank(...(await SteeredProcess.open('tests/support/pix-bank/process.ts')));
  }

  look = () => this.act<BankState>({ act: 'look' });
  /** Pays a charge. @param reference of the charge @returns null if the bank no longer accepts it */
  pay = (reference: string, odd: { valor?: string; again?: boolean } = {}) =>
    this.act<Pix | null>({ act: 'pay', txid: `PORTALPIX0${reference}`, ...odd });
  behave = (...list: Oddity[]) => this.act<BankState>({ act: 'oddities', list });
  forgetTokens = () => this.act<BankState>({ act: 'forget-tokens' });
  refunds = (end: 'done' | 'late' | 'refused') => this.act<BankState>({ act: 'refunds', end });
  tellCodes = (areTold: boolean) => this.act<BankState>({ act: 'codes', areTold });
  /** Sets the bank's clock to the school's. */
  followClock = ({ clock }: TestSchool) =>
    this.act<BankState>({ act: 'clock', aheadMs: clock.now.getTime() - Date.now() });

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
      cert: certificate('client.pem'),
      key: certificate('client.key'),
      ca: certificate('ca.pem'),
      ...more,
    };
  }
}

/** Gives a unit an account at the bank. @returns its name */
export const openBankAccount = (
  portal: Pick<TestSchool, 'school'>,
  bank: PixBank,
  unit: number,
  more: Record<string, unknown> = {},
): Promise<string> =>
  addPaymentAccount(portal, { company_id: unit, kind: 'pix-bcb', instituicao: 'Banco de Testes' }, bank.settings(more));
