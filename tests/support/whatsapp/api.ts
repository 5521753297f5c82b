import { SteeredProcess } from '../steered-process.ts';
import type { Deed, Hook, Oddity, SentMessage, Template } from './steering.ts';

/** The Cloud API of WhatsApp in a process of its own. */
export class WhatsappApi extends SteeredProcess<Deed> {
  static async start(): Promise<WhatsappApi> {
    return new WhatsappApi(...(await SteeredProcess.open('tests/support/whatsapp/process.ts')));
  }

  /** The accepted messages, and the number of requests to send. */
  look = () => this.act<{ sent: SentMessage[]; tries: string[] }>({ act: 'look' });
  behave = (...list: Oddity[]) => this.act({ act: 'oddities', list });
  setTemplates = (list: Template[]) => this.act({ act: 'templates', list });
  status = (id: string, status: 'sent' | 'delivered' | 'read' | 'failed', at: Date, code?: number) =>
    this.act<Hook>({ act: 'status', id, status, at: seconds(at), ...(code !== undefined && { code }) });
  /** A person writes to the number. @param from null: the person has a username and hides the telephone */
  write = (from: string | null, text: string, at: Date, more: { sender?: string; id?: string } = {}) =>
    this.act<Hook>({ act: 'write', from, text, at: seconds(at), sender: more.sender ?? `BR.${from}`, ...more });
  /** Sends webhooks to the portal at this address automatically. */
  tell = (url: string) => this.act({ act: 'callback', url });
}

const seconds = (at: Date) => Math.floor(at.getTime() / 1_000);
