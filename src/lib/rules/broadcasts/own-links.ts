import { routes } from '#lib/routes.ts';
import { safeNext } from '../routes/next-path.ts';

interface OwnLink {
  path: string;
  nome: string;
  /** In connected mode the portal does not have this page. */
  onlyEmbedded?: true;
}

/** Pages that a message may lead to, by name. The manager types other pages of the portal as a path. */
export const ownLinks: readonly OwnLink[] = [
  { path: routes.dashboard(), nome: 'Início' },
  { path: routes.pedagogico.list(), nome: 'Estudar' },
  { path: routes.onlineClasses.list(), nome: 'Aula online' },
  { path: routes.finance.home(), nome: 'Pagamentos' },
  { path: routes.finance.transactions(), nome: 'Pagamentos: extrato' },
  { path: routes.club.intro(), nome: 'Clube' },
  { path: routes.club.earn(), nome: 'Clube: juntar pontos' },
  { path: routes.club.spend(), nome: 'Clube: usar pontos' },
  { path: routes.club.orders(), nome: 'Clube: trocas' },
  { path: routes.orders.list(), nome: 'Material: meus pedidos' },
  { path: routes.orders.shop(), nome: 'Material: loja' },
  { path: routes.abroad.home(), nome: 'Intercâmbio' },
  { path: routes.travel.list(), nome: 'Eventos' },
  { path: routes.travel.tickets(), nome: 'Eventos: meus ingressos' },
  { path: routes.englishTest(), nome: 'Teste de inglês' },
  { path: routes.support(), nome: 'Fale com a escola' },
  { path: routes.me(), nome: 'Perfil' },
  { path: routes.profile.data(), nome: 'Perfil: meus dados' },
  { path: routes.profile.documents(), nome: 'Perfil: documentos', onlyEmbedded: true },
  { path: routes.notices.preferences(), nome: 'Preferências de avisos' },
  { path: routes.promo.abroad(), nome: 'KNN abre o mundo' },
  { path: routes.promo.orlando(), nome: 'KNN Orlando' },
  { path: routes.promo.london(), nome: 'London by Phenom' },
];

/** The value of the choice that opens the field for a path. */
export const OTHER_LINK = 'outro';

export const isNamedLink = (path: string): boolean => ownLinks.some((each) => each.path === path);

/** Whether a path is a page of the portal that a message may open. */
export const isOwnLink = (path: string): boolean => safeNext(path) !== null;

/** The title of a page by its path, or the path. */
export const linkName = (path: string): string => ownLinks.find((each) => each.path === path)?.nome ?? path;
