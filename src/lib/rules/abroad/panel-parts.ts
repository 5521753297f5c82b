import { routes } from '../../routes.ts';

/** The parts of study abroad within the panel. */
export const abroadParts = [
  { label: 'Pedidos', href: routes.manager.abroad() },
  { label: 'Viagens', href: routes.manager.abroadTrips() },
] as const;
