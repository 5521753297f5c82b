import { isIos } from './install-offer.ts';

interface Device {
  userAgent: string;
  touchPoints: number;
  /** The portal runs in a window of its own, without an address bar. */
  isInstalled: boolean;
}

/** How a reader allows notifications again on a device. @param app the name below the icon of the portal */
export function unblockWords({ userAgent, touchPoints, isInstalled }: Device, app: string): string {
  if (!isInstalled)
    return 'Toque no cadeado ao lado do endereço do portal, abra as permissões e libere as notificações.';
  if (isIos(userAgent, touchPoints))
    return `No aparelho, abra Ajustes › Notificações › ${app} e ligue “Permitir Notificações”.`;
  if (/Android/.test(userAgent))
    return `No aparelho, abra Configurações › Apps › ${app} › Notificações e permita as notificações.`;
  return 'Abra o menu no alto da janela do portal, entre em “Informações do app” e libere as notificações.';
}
