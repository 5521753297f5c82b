import { plural } from '../format/money.ts';

/** What the panel says about promotional pages. */
export const promoPanelWords = {
  changedBy: (who: string) =>
    `${who} salvou este rascunho enquanto você editava. O que você digitou continua aqui e ainda não foi salvo.`,
  gone: 'O rascunho foi publicado ou descartado enquanto você editava. O que você digitou continua aqui e ainda não foi salvo.',
  past: 'Este momento já passou',
  nothing: 'Não há rascunho para publicar.',
  wrong: 'Corrija os campos marcados para publicar.',
  notYet: 'Esta versão ainda não foi ao ar: cancele o agendamento em vez de voltar a ela.',
  tooOld: 'Esta versão é de antes de uma mudança do portal e não pode voltar como está.',
  alreadyShown: 'Esta versão já foi ao ar. Para trocá-la, publique outra ou volte a uma anterior.',
  manyPhotos: 'A página já tem seis fotos. Remova uma antes.',
  dayMissing: 'Diga também o dia',
  clockMissing: 'Diga também a hora',
  momentWrong: 'Confira o dia e a hora',
  saved: 'Rascunho salvo. Os visitantes só veem a mudança quando ela for publicada.',
  savedWrong: (many: number) =>
    `Rascunho salvo. Para publicar, falta corrigir ${plural(many, 'campo marcado', 'campos marcados')}.`,
  saving: 'Salvando…',
  savedNow: 'Rascunho salvo agora.',
  notSaved: 'Não conseguimos salvar agora. O que você digitou continua aqui.',
  missing: 'Não encontramos esta página',
  readOnly: 'Você pode ver a página e a prévia. Quem muda é quem cuida de todas as unidades de uma escola desta marca.',
  adminPublishes: (schools: number) =>
    `A página é a mesma para as ${schools} escolas da marca. Prepare o rascunho: quem publica é a administração da rede.`,
  example: 'Exemplo: com a escola de verdade, os visitantes não veem isto enquanto não for trocado.',
};

/** The state of a page in the list. */
export const promoStates = {
  modelo: { name: 'Como veio', tone: 'neutral' },
  publicada: { name: 'Publicada', tone: 'success' },
} as const;

export const versionStates = {
  no_ar: { name: 'No ar', tone: 'success' },
  agendada: { name: 'Agendada', tone: 'info' },
  anterior: { name: 'Anterior', tone: 'neutral' },
} as const;
