import { atom } from 'nanostores';
import { failureOf } from '#lib/api/part.ts';
import type { PromoValues } from '#lib/contract/promo.schema.ts';
import { promoPanelWords } from '#lib/words/promo-panel.ts';
import { mutate } from './operations.ts';

/** The editor’s save status; null before the first automatic save. */
export const $draftState = atom<string | null>(null);
/** Somebody else changed the draft: automatic saving stops, and a person decides. */
export const $isHeld = atom(false);

/** Saves the typed values. @returns the new revision, or the old one if nothing was saved */
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
