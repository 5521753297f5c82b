/** Days after which rows of a kind are deleted, unless `RETENTION_DAYS` says otherwise. */
export const retentionDefaults = {
  mails: 30,
  deliveries: 90,
  carts: 90,
  payment_events: 180,
  notices: 365,
  leads: 730,
  audit: 1_825,
} as const;

export type RetentionKind = keyof typeof retentionDefaults;
export type RetentionDays = Readonly<Record<RetentionKind, number>>;

const isKind = (name: string): name is RetentionKind => Object.hasOwn(retentionDefaults, name);

/**
 * Reads `RETENTION_DAYS`, such as `mails=7,leads=365`; a kind left out keeps its default.
 *
 * @throws Error that names the mistake.
 */
export function readRetentionDays(text: string): RetentionDays {
  const days: Record<RetentionKind, number> = { ...retentionDefaults };
  for (const part of text.split(',').filter((each) => each.trim() !== '')) {
    const [name = '', value = ''] = part.split('=').map((each) => each.trim());
    if (!isKind(name)) throw new Error(`“${name}” is none of ${Object.keys(retentionDefaults).join(', ')}`);
    if (!/^[1-9]\d{0,4}$/.test(value)) throw new Error(`${name} needs whole days, from 1 on`);
    days[name] = Number(value);
  }
  return days;
}
