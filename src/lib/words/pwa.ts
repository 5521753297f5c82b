/** Texts of the browser runtime: new versions, and what a browser lacks (PUSH-11, for the console only). */
export const pwaMessages = {
  newVersion: 'Nova versão disponível.',
  update: 'Atualizar',
  noPush: 'Este navegador não recebe notificações.',
  noNotification: 'Este navegador não mostra notificações.',
  noWorker: 'O modo offline não pôde ser ligado.',
} as const;

/** A page’s code did not load. Separate, so that an inline script includes no other text. */
export const notLoaded = 'Não carregou. Verifique sua conexão e tente de novo.';
