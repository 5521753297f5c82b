import { isObject, jsonBox } from '#lib/rules/device/device-box.ts';
import type { OrderDraft } from '#lib/rules/orders/form.ts';

/** The choices before a reload; never longer than the tab lives. @param name of the intent that it leads to */
export const orderDraft = (name: string) => jsonBox<OrderDraft>('session', name, isDraft);

/** An earlier version kept the quantity of one product alone. */
const isDraft = (value: unknown): boolean => isObject(value) && Array.isArray((value as OrderDraft).itens);
