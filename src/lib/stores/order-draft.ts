import type { OrderDraft } from '#lib/order-form.ts';

/** What was chosen before a reload; never longer than the tab lives. @param name of the intent that it leads to */
export function readDraft(name: string): OrderDraft | null {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

export const keepDraft = (name: string, draft: OrderDraft): void => sessionStorage.setItem(name, JSON.stringify(draft));

export const dropDraft = (name: string): void => sessionStorage.removeItem(name);
