import { atom } from 'nanostores';
import { type Failure, isDecided, partOf } from '#lib/api/part.ts';
import type { CheckInCampaign, CheckInList, SaidScan } from '#lib/contract/travel.schema.ts';
import { routes } from '#lib/routes.ts';
import { jsonBox, pageUser } from '#lib/rules/device/device-box.ts';
import { scansKey } from '#lib/rules/device/unit-cache.ts';
import { ANY_EVENT, type LocalVerdict, verdictOffline, writtenCode } from '#lib/rules/travel/check-in-list.ts';
import { checkInMessages } from '#lib/words/travel-check-in.ts';
import { mutate, queryAddress } from './operations.ts';
import { sendWhenConnected } from './reconnection.ts';
import { keepPage } from './stored-pages.ts';
import { toast } from './toast.ts';

/**
 * Why scans wait: no network, no answer, or an answer that is not about the ticket, such as 403. `text` explains it.
 */
export interface Trouble {
  kind: 'offline' | 'server' | 'refused';
  text: string;
}

/** A scan of this visit, with its result so far. */
export interface ShownScan {
  chave: string;
  lido_em: string;
  state: 'sending' | 'waiting' | 'done';
  result?: SaidScan;
  /** The device’s verdict while the school did not answer. */
  local?: LocalVerdict;
  /** Why it waits. */
  why?: Trouble;
  /** The device let a person in offline, but the school refuses the ticket. */
  isConflict?: boolean;
}

/** The newest first, which is the one at the door. */
export const $scans = atom<readonly ShownScan[]>([]);
/** Scans that wait for a connection, including those of earlier visits. */
export const $waiting = atom(0);
/** The problem of the last sent scan; null: none. */
export const $trouble = atom<Trouble | null>(null);
/** When this device’s list was created; null: it has no list. */
export const $listMadeAt = atom<string | null>(null);

/** Whether this browser refused to store a scan, so that only this page has it. */
export const $isUnstored = atom(false);

/** Whether this page opens without a network. */
export const $isStored = atom(false);

const MAX_SHOWN = 30;
/** A ticket that stays in view is one scan; after this time out of view it is another. */
const GONE_MS = 4_000;
/** The maximum wait at a door. */
const MAX_MS = 4_000;
const offline: Trouble = { kind: 'offline', text: checkInMessages.willBeChecked };

let last = { texto: '', seenAt: 0 };
let list: CheckInList | null = null;

/** The school’s answers about tickets on this visit, by the digest of the code: newer than the list. */
const used = new Map<string, string>();

/** Loads the stored list, then the campaign’s newest, and stores the page for offline use. */
export async function prepareCheckIn({ id, nome }: Pick<CheckInCampaign, 'id' | 'nome'>): Promise<void> {
  $waiting.set(readBox().length);
  if (id === ANY_EVENT) return deliverScansWhenOnline();
  const address = queryAddress('travel.getCheckIn', { id });
  await takeList(await matchStored(address).catch(() => undefined));
  deliverScansWhenOnline();
  await takeList(await fetch(address).catch(() => undefined));
  const page = { titulo: `Conferir: ${nome}`, path: routes.travel.check(id) };
  $isStored.set(await keepPage(`conferir-${id}`, page, [address]));
}

/** A list, or a refusal of it, replaces the previous list; a failure does not. */
async function takeList(answer: Response | undefined): Promise<void> {
  if (!answer || answer.status >= 500) return;
  const made = answer.ok ? ((await answer.json().catch(() => undefined)) as CheckInList | undefined) : null;
  if (made === undefined) return;
  list = made;
  $listMadeAt.set(list?.feita_em ?? null);
}

/** The list that an earlier visit stored. */
const matchStored = async (address: string): Promise<Response | undefined> =>
  'caches' in window ? caches.match(address, { ignoreVary: true }) : undefined;

/** Handles a code from the camera or the field. A ticket that stays in view is no second scan. */
export async function scan(campaign: Pick<CheckInCampaign, 'id'>, text: string, isTyped = false): Promise<void> {
  const texto = writtenCode(text);
  const isStillThere = !isTyped && texto === last.texto && Date.now() - last.seenAt < GONE_MS;
  last = { texto, seenAt: Date.now() };
  if (isStillThere || texto === '') return;
  const lido_em = new Date().toISOString();
  const before = readBox().find((each) => each.texto === texto && each.campaign_id === campaign.id);
  const waiting: WaitingScan = { texto, campaign_id: campaign.id, chave: newKey(), lido_em };
  if (before) {
    show({ chave: waiting.chave, lido_em, state: 'done', local: { kind: 'again', at: before.lido_em } });
    return;
  }
  $isUnstored.set(!keepScan(waiting));
  show({ chave: waiting.chave, lido_em, state: 'sending' });
  // After a missing answer, the next person at the door does not wait for one.
  const known = navigator.onLine ? $trouble.get() : offline;
  const why = known ?? (await sendNow(waiting));
  if (why) {
    const digest = await digestOf(texto);
    change(waiting.chave, {
      state: 'waiting',
      why,
      local: verdictOffline(digest, { list: digest ? list : null, used }),
    });
  }
  $waiting.set(readBox().length);
  if (known && navigator.onLine) void deliverScans();
}

/** Scans that `scan` is sending, which the delivery of waiting scans skips. */
const beingSent = new Set<string>();

async function sendNow(waiting: WaitingScan): Promise<Trouble | null> {
  beingSent.add(waiting.chave);
  const trouble = await send(waiting);
  beingSent.delete(waiting.chave);
  noteTrouble(trouble);
  return trouble;
}

function noteTrouble(trouble: Trouble | null): void {
  if (trouble?.kind === 'refused' && trouble.text !== $trouble.get()?.text) toast.error(trouble.text);
  $trouble.set(trouble);
}

/** Only an answer about the ticket removes a scan from storage. @returns null after such an answer */
async function send(waiting: WaitingScan, isLate = false): Promise<Trouble | null> {
  const { texto, campaign_id, chave, lido_em } = waiting;
  // A current scan counts by the school’s clock.
  const place = campaign_id === ANY_EVENT ? {} : { campaign_id };
  const body = { texto, ...place, chave, user_id: userOfPage(), ...(isLate && { lido_em }) };
  const signal = AbortSignal.timeout(MAX_MS);
  const part = await partOf(mutate('travel.scanTicket', body, { signal }));
  if (part.ok) {
    answered(waiting, part.data, isLate);
    if (part.data.usado_em) used.set(await digestOf(texto), part.data.usado_em);
    return null;
  }
  if (part.status !== 422) return troubleOf(part, signal.aborted);
  const detail = part.detail || checkInMessages.refused.desconhecido;
  answered(waiting, { valido: false, motivo: 'desconhecido', titular_mascarado: '', campanha: '', detail }, isLate);
  return null;
}

function troubleOf(failure: Failure, hasTimedOut: boolean): Trouble {
  const { status, detail } = failure;
  if (status === 0 && !(hasTimedOut && navigator.onLine)) return offline;
  if (!isDecided(failure)) return { kind: 'server', text: checkInMessages.unanswered };
  const text = status === 401 ? checkInMessages.sessionEnded : detail;
  return { kind: 'refused', text: text || checkInMessages.notTaken };
}

function answered({ chave, lido_em }: WaitingScan, result: SaidScan, isLate: boolean): void {
  forgetScan(chave);
  const isConflict = isLate && !result.valido;
  const isShown = $scans.get().some((each) => each.chave === chave);
  if (isShown) change(chave, { state: 'done', result, isConflict, local: undefined });
  else if (isConflict) show({ chave, lido_em, state: 'done', result, isConflict });
  if (isConflict) toast.error(checkInMessages.conflict(result));
}

let running: Promise<void> | null = null;

/**
 * Sends waiting scans, the oldest first; the server counts a repeated scan once. One delivery at a time in this page.
 */
export function deliverScans(): Promise<void> {
  running ??= sendAll().finally(() => {
    running = null;
    $waiting.set(readBox().length);
  });
  return running;
}

async function sendAll(): Promise<void> {
  const sent = new Set<string>();
  const next = () => readBox().find(({ chave }) => !sent.has(chave) && !beingSent.has(chave));
  for (let each = next(); each; each = next()) {
    const trouble = await send(each, true);
    noteTrouble(trouble);
    if (trouble) return;
    sent.add(each.chave);
  }
  if (sent.size > 0) toast.success(checkInMessages.delivered(sent.size));
}

let isListening = false;

/**
 * Sends waiting scans, now and whenever the network is back. A scan that the school refused is retried manually, or by
 * another page.
 */
export function deliverScansWhenOnline(): void {
  if (isListening) return;
  isListening = true;
  sendWhenConnected(deliverScans, () => readBox().length > 0 && $trouble.get()?.kind !== 'refused');
}

const show = (scan: ShownScan) => $scans.set([scan, ...$scans.get()].slice(0, MAX_SHOWN));
const change = (chave: string, news: Partial<ShownScan>) =>
  $scans.set($scans.get().map((each) => (each.chave === chave ? { ...each, ...news } : each)));

const hexOf = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
/** `randomUUID` exists only in secure contexts, which a portal in a school’s own network may not have. */
const newKey = () => hexOf(crypto.getRandomValues(new Uint8Array(16)));

/** @returns an empty text if this browser cannot create digests */
async function digestOf(text: string): Promise<string> {
  if (!crypto.subtle) return '';
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return hexOf(new Uint8Array(digest)).slice(0, 32);
}

/** A scan that waits for a connection: the code, the place and the time, under its own key. */
export interface WaitingScan {
  texto: string;
  campaign_id: number;
  chave: string;
  lido_em: string;
}

/** The user of this page. The session may belong to another user by now, so each scan names its user. */
export const userOfPage = (): number | undefined => Number(pageUser()) || undefined;

/** One storage slot for each user of this browser, so that nobody sends another user’s scans. */
const box = () => jsonBox<WaitingScan[]>('local', scansKey(pageUser()), Array.isArray);

export const readBox = (): WaitingScan[] => box().read() ?? [];

/**
 * Stores a scan before it is sent, so that a closed page or a lost connection loses none. @returns whether it outlives
 * this page
 */
export const keepScan = (scan: WaitingScan): boolean => box().keep([...readBox(), scan]);

export function forgetScan(chave: string): void {
  const others = readBox().filter((each) => each.chave !== chave);
  if (others.length === 0) box().drop();
  else box().keep(others);
}
