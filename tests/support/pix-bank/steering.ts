import type { Cob } from './books.ts';

// What a test and the bank's process say to each other.

/** How the bank behaves at a request, so many times. The names of requests begin with `at`, such as `PUT /cob`. */
export interface Oddity {
  at: string;
  /**
   * `deaf` hears nothing, `lost` does the work and breaks off, `silent` does it and never answers, `busy` is 429, `away`
   * 503, `unauthorised` ends all tokens, `gossip` refuses and tells about people and keys.
   */
  does: 'deaf' | 'lost' | 'silent' | 'html' | 'busy' | 'away' | 'unauthorised' | 'gossip';
  times: number;
}
export type Deed =
  /** `valor` in place of what was asked; a code that was paid is paid `again`. */
  | { act: 'pay'; txid: string; valor?: string; again?: boolean }
  | { act: 'oddities'; list: Oddity[] }
  | { act: 'forget-tokens' }
  | { act: 'refunds'; end: 'done' | 'late' | 'refused' }
  | { act: 'codes'; areTold: boolean }
  | { act: 'clock'; aheadMs: number }
  | { act: 'look' };
export interface Seen {
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
  status: number;
  answer: unknown;
}
export interface BankState {
  cobs: Cob[];
  webhooks: Record<string, { webhookUrl: string }>;
  seen: Seen[];
  /** How many tokens were asked for. */
  tokens: number;
}

export const CLIENT = { id: 'escola-canarinha', secret: 'segredo-canarinho-do-banco' };
