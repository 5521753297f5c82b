// What a test and the process of the double say to each other.

export const TOKEN = 'EAAJtokenOfTheSystemUser0123456789';
export const APP_SECRET = '0123456789abcdef0123456789abcdef';
export const PHONE_NUMBER_ID = '106540352242922';
export const ACCOUNT_ID = '102290129340398';
export const DISPLAY = '+55 19 3333-4444';

export interface Template {
  name: string;
  language: string;
  category: 'UTILITY' | 'MARKETING';
  status: 'APPROVED' | 'PAUSED' | 'PENDING';
  parameter_format?: 'POSITIONAL' | 'NAMED';
  components: { type: string; text?: string; format?: string; buttons?: { type: string; url?: string }[] }[];
}

/** A message that the API took. */
export interface SentMessage {
  id: string;
  to: string;
  /** What its reader sees. */
  text: string;
  /** Of the sender, sent back with each status. */
  token?: string | undefined;
}

/**
 * How the API behaves at the next messages. `error` answers with a code of its pages, `lost` takes the message and breaks off,
 * `silent` takes it and never answers, `deaf` breaks off before, `html` takes it and a gateway
 * answers 502.
 */
export type Oddity = { times: number } & (
  | { does: 'error'; status: number; code: number }
  | { does: 'lost' | 'silent' | 'deaf' | 'html' }
);

/** A signed message of the webhook. */
export interface Hook {
  body: string;
  signature: string;
}

export type Deed =
  | { act: 'look' }
  | { act: 'oddities'; list: Oddity[] }
  | { act: 'templates'; list: Template[] }
  | { act: 'status'; id: string; status: 'sent' | 'delivered' | 'read' | 'failed'; code?: number; at: number }
  | { act: 'write'; from: string | null; sender: string; text: string; at: number; id?: string }
  /** Sends each later status and message to the portal by itself: delivered first, then sent, and each twice. */
  | { act: 'callback'; url: string };
