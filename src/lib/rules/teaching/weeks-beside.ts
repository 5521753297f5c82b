import { routes } from '#lib/routes.ts';
import { type Address, addressHref, changed } from '../lists/list-address.ts';
import { shiftDay } from '../time/days.ts';

interface Week {
  /** Its Monday. */
  semana: string;
  hoje: string;
  unidade: { id: number } | null;
}

/** The previous and next week with the same teacher, room and search. @param address that of the week */
export function weeksBeside({ semana, hoje, unidade }: Week, address: Address) {
  const own = { ...(unidade && { unidade: String(unidade.id) }), ...address };
  const to = (day: string) => addressHref(routes.manager.week(), changed(own, { semana: day }));
  return [
    { label: 'Semana anterior', href: to(shiftDay(semana, -7)) },
    ...(hoje < semana || hoje > shiftDay(semana, 6) ? [{ label: 'Hoje', href: to(hoje) }] : []),
    { label: 'Próxima semana', href: to(shiftDay(semana, 7)) },
  ];
}
