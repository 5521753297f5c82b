import { routes } from '../../routes.ts';

/** The parts of the team's place in the panel. */
export const teamParts = [
  { key: 'pessoas', label: 'Pessoas', href: routes.manager.team() },
  { key: 'unidades', label: 'Unidades', href: routes.manager.units() },
  { key: 'chaves', label: 'Chaves', href: routes.manager.keys() },
  { key: 'webhooks', label: 'Webhooks', href: routes.manager.webhooks() },
  { key: 'planilhas', label: 'Planilhas', href: routes.manager.sheets() },
] as const;
