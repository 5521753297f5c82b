import type { Cob } from './books.ts';

// Messages between a test and the bank's process.

/** A fault of the bank for the next `times` requests whose names begin with `at`, such as `PUT /cob`. */
export interface Oddity {
  at: string;
  /**
   * `deaf` ignores the request, `lost` executes it and disconnects, `silent` executes it and never answers, `busy` is 429, `away`
   * 503, `unauthorised` ends all tokens, `gossip` refuses with data of people and keys.
   */
  does: 'deaf' | 'lost' | 'silent' | 'html' | 'busy' | 'away' | 'unauthorised' | 'gossip';
  times: number;
}
export type Deed =
  /** `valor` in place of the requested amount; a paid code is paid `again`. */
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
  /** The number of requested tokens. */
  tokens: number;
}

export const CLIENT = { id: 'escola-canarinha', secret: 'segredo-canarinho-do-banco' };
