/** Texts of the browser runtime: new versions, and what a browser lacks (PUSH-11, for the console only). */
export const pwaMessages = {
  newVersion: 'Nova versão disponível.',
  update: 'Atualizar',
  noPush: 'Este navegador não recebe notificações.',
  noNotification: 'Este navegador não mostra notificações.',
  noWorker: 'O modo offline não pôde ser ligado.',
} as const;

/** Code of the page did not come. It stands alone, so that an inline script takes no other text along. */
export const notLoaded = 'Não carregou. Verifique sua conexão e tente de novo.';
