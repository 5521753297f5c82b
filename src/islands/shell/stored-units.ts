import { isUnitCache, isVisitedCache, STORED_UNIT_PATH, type StoredUnit } from '#lib/rules/device/unit-cache.ts';
import { homeRoute } from '#lib/rules/routes/login-routes.ts';

/** On the offline page: the stored home, and the units on this device, so that the student can continue studying. */
export async function listStoredUnits(list: HTMLElement): Promise<void> {
  if (!('caches' in window)) return;
  const names = await caches.keys();
  const matchIn = (name: string, path: string) => caches.match(path, { cacheName: name, ignoreVary: true });
  const homes = await Promise.all(names.filter(isVisitedCache).map((name) => matchIn(name, homeRoute())));
  const units = await Promise.all(names.filter(isUnitCache).map((name) => matchIn(name, STORED_UNIT_PATH)));
  const stored: Pick<StoredUnit, 'titulo' | 'path'>[] = homes.some(Boolean)
    ? [{ titulo: 'Início', path: homeRoute() }]
    : [];
  for (const unit of units) if (unit) stored.push((await unit.json()) as StoredUnit);
  for (const { titulo, path } of stored) {
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
