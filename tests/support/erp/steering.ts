import { SteeredProcess } from '../steered-process.ts';

/** The behaviour at the next requests. */
export interface Oddity {
  does: 'lost' | 'fail' | 'gone' | 'busy' | 'refuse' | 'redirect' | 'slow' | 'silent';
  times: number;
}
export interface Received {
  path: string;
  headers: Record<string, string | undefined>;
  body: string;
  answer: string;
}
export type Deed = { act: 'oddities'; list: Oddity[] } | { act: 'received' } | { act: 'forget' };

/** The school's other system, which receives changes: a process of its own. */
export class Erp extends SteeredProcess<Deed> {
  static async start(): Promise<Erp> {
    return new Erp(...(await SteeredProcess.open('tests/support/erp/process.ts')));
  }

  meets = (...list: Oddity[]) => this.act<Received[]>({ act: 'oddities', list });
  received = () => this.act<Received[]>({ act: 'received' });
  forget = () => this.act<Received[]>({ act: 'forget' });
}
