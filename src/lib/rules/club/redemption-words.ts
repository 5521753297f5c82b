import type { Resgate, Reward } from '#lib/contract/club.schema.ts';
import { formatDay } from '#lib/format/dates.ts';
import { formatMoney } from '#lib/format/money.ts';
import { clubMessages } from '#lib/words/club.ts';
import { asWords, nameFor, ownWord } from '#lib/words/own-word.ts';

type Step = Resgate['status'];
type Discounted = { entrega: Reward['entrega']; desconto_centavos?: number | null };

/** A discount with a stored amount is applied to bills automatically; the school gives an older one by hand. */
const discountOf = ({ entrega, desconto_centavos }: Discounted): 'self' | 'by hand' | null => {
  if ((desconto_centavos ?? null) !== null) return 'self';
  return entrega === 'desconto' ? 'by hand' : null;
};

/** The redemption stores its own amount, because the reward may have changed since. */
const isDiscount = ({ reward, desconto_centavos }: Resgate) =>
  discountOf({ entrega: reward.entrega, desconto_centavos: desconto_centavos ?? null });

/** The name of a redemption's step, if it differs from the usual one. */
export function ownStepName(redemption: Resgate, step: Step): string | undefined {
  const kind = isDiscount(redemption);
  if (kind === 'by hand') return ownWord(clubMessages.discountByHand, step);
  return ownWord(clubMessages.redemptionsBy[kind ? 'desconto' : redemption.reward.entrega] ?? {}, step);
}

/** The state of a redemption, for its member. */
export function redemptionName(redemption: Resgate): string {
  const { status } = redemption;
  if (waits(redemption)) return clubMessages.discountWaits;
  return ownStepName(redemption, status) ?? nameFor(clubMessages.redemptions, status);
}

/** How a reward is delivered: one sentence, and its code. */
export interface Arrival {
  text: string;
  code: string | null;
  /** What the code is. */
  label: string;
}

interface Reader {
  /** The member's address, for codes. */
  email: string;
  /** `YYYY-MM-DD` of the school; empty: a pick-up is never late. */
  today?: string;
}

/**
 * The only texts on how a reward is delivered: before the redemption, right after it, and in the list.
 *
 * @param redemption null: not redeemed yet
 */
export function arrivalOf(
  reward: Pick<Reward, 'entrega' | 'desconto_centavos' | 'retirada_dias'>,
  redemption: Resgate | null,
  { email, today = '' }: Reader,
): Arrival {
  const words = clubMessages.arrival;
  const said = (text: string, code: string | null = null, label = words.pickUpCode): Arrival => ({ text, code, label });
  const kind = redemption ? isDiscount(redemption) : discountOf(reward);
  if (kind === 'by hand') return said(words.byHand);
  if (kind === 'self')
    return said(discountWords(redemption?.desconto_centavos ?? reward.desconto_centavos, redemption));
  if (reward.entrega === 'digital') {
    const code = redemption?.codigo_digital ?? null;
    return code === null ? said(words.codeSoon(email)) : said(words.codeSent(email), code, words.ownCode);
  }
  // A kind of delivery that only a connected host has.
  if (reward.entrega !== 'escola') return said(asWords(reward.entrega));
  if (!redemption?.codigo_retirada) return said(words.pickUpSoon(reward.retirada_dias ?? null));
  const until = redemption.retirar_ate ?? null;
  if (until !== null && until < today) return said(words.pickUpLate(shortDay(until)), redemption.codigo_retirada);
  return said(words.pickUp(until && shortDay(until)), redemption.codigo_retirada);
}

/** `22/12`: a deadline of some weeks needs no year. */
const shortDay = (day: string): string => formatDay(day).slice(0, 5);

function discountWords(centavos: number | null | undefined, redemption: Resgate | null): string {
  const words = clubMessages.arrival;
  const worth = formatMoney(centavos ?? 0);
  if (!redemption) return words.discountSoon(worth);
  const { parcela } = redemption;
  return parcela
    ? words.discountOn(worth, parcela.descricao, formatDay(parcela.vencimento))
    : words.discountWaiting(worth);
}

const waits = (redemption: Resgate): boolean =>
  isDiscount(redemption) === 'self' &&
  !redemption.parcela &&
  redemption.status !== 'entregue' &&
  redemption.status !== 'cancelado';
