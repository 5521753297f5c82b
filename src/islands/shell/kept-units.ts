import { isUnitCache, isVisitedCache, KEPT_UNIT_PATH, type KeptUnit } from '#lib/rules/device/unit-cache.ts';
import { homeRoute } from '#lib/rules/routes/login-routes.ts';

/** On the offline page: the home as it was last seen, and the units on this device, so that the student can study on. */
export async function listKeptUnits(list: HTMLElement): Promise<void> {
  if (!('caches' in window)) return;
  const names = await caches.keys();
  const matchIn = (name: string, path: string) => caches.match(path, { cacheName: name, ignoreVary: true });
  const homes = await Promise.all(names.filter(isVisitedCache).map((name) => matchIn(name, homeRoute())));
  const units = await Promise.all(names.filter(isUnitCache).map((name) => matchIn(name, KEPT_UNIT_PATH)));
  const kept: Pick<KeptUnit, 'titulo' | 'path'>[] = homes.some(Boolean)
    ? [{ titulo: 'Início', path: homeRoute() }]
    : [];
  for (const unit of units) if (unit) kept.push((await unit.json()) as KeptUnit);
  for (const { titulo, path } of kept) {
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
