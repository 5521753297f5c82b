/** What the portal says about notifications of the browser. */
export const pushMessages = {
  unknownService: 'Este navegador usa um serviço de notificações que a escola não conhece.',
  unusableKeys: 'Este navegador enviou uma chave que não serve para notificações. Atualize-o e tente de novo.',
  foreignDevice: 'Este aparelho já está ligado a outro registro. Recarregue a página e tente de novo.',
  unknownDevice: 'Não encontramos este aparelho entre os seus.',
  forgotten: 'Este aparelho não recebe mais notificações.',
  test: { title: 'Notificação de teste', body: 'Deu certo: é assim que os avisos da escola chegam aqui.' },
  enabled: 'Pronto: você será avisado neste aparelho.',
  notEnabled: 'Não foi possível ligar as notificações neste aparelho. Tente de novo em instantes.',
  sent: 'Enviamos um teste. Ele chega em alguns segundos.',
  notSent: 'O teste não saiu. Tente de novo em instantes.',
} as const;

const platformWords: Readonly<Record<string, string>> = {
  ios: 'iPhone ou iPad',
  android: 'Android',
  windows: 'Windows',
  macos: 'Mac',
  linux: 'Linux',
};

/** The name of a device, such as `Android, celular`. */
export const deviceName = ({ platform, device_type }: { platform: string; device_type: 'mobile' | 'desktop' }) => {
  const kind = device_type === 'mobile' ? 'celular' : 'computador';
  const name = platformWords[platform];
  if (platform === 'ios') return platformWords.ios ?? kind;
  return name ? `${name}, ${kind}` : `Outro ${kind}`;
};
