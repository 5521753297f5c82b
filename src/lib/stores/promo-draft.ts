import { atom } from 'nanostores';
import { failureOf } from '#lib/api/part.ts';
import type { PromoValues } from '#lib/contract/promo.schema.ts';
import { promoPanelWords } from '#lib/words/promo-panel.ts';
import { mutate } from './operations.ts';

/** What the editor says about its draft; null until it was saved by itself. */
export const $draftState = atom<string | null>(null);
/** Somebody else changed the draft: it is not saved by itself any more, a person decides. */
export const $isHeld = atom(false);

/** Keeps what is typed. @returns the new revision, or the old one if nothing was kept */
export async function keepDraft(pagina: string, revisao: number, valores: PromoValues): Promise<number> {
  $draftState.set(promoPanelWords.saving);
  try {
    const stored = await mutate('promo.savePromoDraft', { pagina, revisao, valores });
    $draftState.set(promoPanelWords.savedNow);
    return stored.revisao;
  } catch (error) {
    const { status, detail } = failureOf(error);
    $isHeld.set(status === 409);
    $draftState.set(detail || promoPanelWords.notSaved);
    return revisao;
  }
}
