import { isUnitCache, KEPT_UNIT_PATH, type KeptUnit } from '#lib/rules/device/unit-cache.ts';

/** On the offline page: lists the units on this device, so that the student can study on. */
export async function listKeptUnits(list: HTMLElement): Promise<void> {
  if (!('caches' in window)) return;
  const names = (await caches.keys()).filter(isUnitCache);
  const units = await Promise.all(names.map(async (name) => (await caches.open(name)).match(KEPT_UNIT_PATH)));
  for (const answer of units) {
    if (!answer) continue;
    const { titulo, path } = (await answer.json()) as KeptUnit;
    const link = Object.assign(document.createElement('a'), {
      href: path,
      textContent: titulo,
      className: 'link-target',
    });
    const item = document.createElement('li');
    item.append(link);
    list.append(item);
  }
  const section = list.closest<HTMLElement>('[hidden]');
  if (section && list.childElementCount > 0) section.hidden = false;
}
