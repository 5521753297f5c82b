import type { Resgate } from '#lib/contract/club.schema.ts';
import { formatDay } from '#lib/format/dates.ts';
import { clubMessages } from '#lib/words/club.ts';
import { nameFor, ownWord } from '#lib/words/own-word.ts';

type Step = Resgate['status'];

/** A discount with a known amount goes on bills by itself; for an older one the school gives it by hand. */
const isDiscount = ({ reward, desconto_centavos }: Resgate): 'self' | 'by hand' | null => {
  if ((desconto_centavos ?? null) !== null) return 'self';
  return reward.entrega === 'desconto' ? 'by hand' : null;
};

/** The name of a redemption's step, if it differs from the usual one. */
export function ownStepName(redemption: Resgate, step: Step): string | undefined {
  const kind = isDiscount(redemption);
  if (kind === 'by hand') return ownWord(clubMessages.discountByHand.steps, step);
  return ownWord(clubMessages.redemptionsBy[kind ? 'desconto' : redemption.reward.entrega] ?? {}, step);
}

/** The state of a redemption, for its member. */
export function redemptionName(redemption: Resgate): string {
  const { status } = redemption;
  if (waits(redemption)) return clubMessages.discountWaits;
  return ownStepName(redemption, status) ?? nameFor(clubMessages.redemptions, status);
}

/** How the member gets the reward. */
export function deliveryOf(redemption: Resgate): string {
  const { parcela, reward } = redemption;
  const kind = isDiscount(redemption);
  if (kind === 'by hand') return clubMessages.discountByHand.delivery;
  if (kind === null) return nameFor(clubMessages.delivery, reward.entrega);
  return parcela
    ? clubMessages.discountOn(parcela.descricao, formatDay(parcela.vencimento))
    : clubMessages.discountWaiting;
}

const waits = (redemption: Resgate): boolean =>
  isDiscount(redemption) === 'self' &&
  !redemption.parcela &&
  redemption.status !== 'entregue' &&
  redemption.status !== 'cancelado';
