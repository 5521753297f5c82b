// Messages between a test and the process of the double.

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

/** A message that the API accepted. */
export interface SentMessage {
  id: string;
  to: string;
  /** The text as its recipient sees it. */
  text: string;
  /** Text of the sender, returned with each status. */
  token?: string | undefined;
}

/**
 * The fault for the next messages. `error` answers with a documented code, `lost` accepts the message and disconnects,
 * `silent` accepts it and never answers, `deaf` disconnects without reading it, `html` accepts it and a gateway
 * answers 502.
 */
export type Oddity = { times: number } & (
  | { does: 'error'; status: number; code: number }
  | { does: 'lost' | 'silent' | 'deaf' | 'html' }
);

/** A signed webhook request. */
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
  /** Sends later statuses and messages to the portal automatically: delivered first, then sent, and each twice. */
  | { act: 'callback'; url: string };
