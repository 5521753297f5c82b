/** What is said of units, on pages and in files. */
export const unitMessages = {
  closedInFile: (nome: string) => `A unidade “${nome}” está encerrada: não recebe pessoas nem turmas novas.`,
  closed: (nome: string) => `A unidade ${nome} está encerrada: não recebe pessoas, contatos nem turmas.`,
  sameName: (nome: string) => `A escola já tem uma unidade chamada ${nome}.`,
  noSchool: (escola: string) => `A escola “${escola}” não existe.`,
  onlyWhole: 'Encerrar ou reabrir uma unidade pede o acesso a todas as unidades da escola.',
  lastOpen: 'É a única unidade aberta da escola: adicione ou reabra outra antes.',
  added: 'Unidade adicionada. Ela já aparece nos formulários.',
  saved: 'Dados da unidade salvos.',
  closes: (nome: string) =>
    `${nome} sai dos formulários e deixa de aparecer para visitantes: não recebe pessoas, contatos nem turmas. O que está em andamento continua: quem é da unidade entra, estuda e paga como antes, e a equipe dela continua a trabalhar. O histórico fica, e você pode reabrir.`,
  ended: 'Unidade encerrada. Ela saiu dos formulários, e o histórico dela fica.',
  reopened: 'Unidade reaberta. Ela voltou aos formulários.',
};

/** Names of the fields of a unit. */
export const unitFieldNames = {
  nome: 'Nome da unidade',
  cidade: 'Cidade',
  uf: 'UF',
  telefone: 'Telefone',
  whatsapp: 'WhatsApp',
  endereco: 'Endereço',
  horario: 'Horário da secretaria',
  razao_social: 'Razão social',
  cnpj: 'CNPJ',
  fuso: 'Fuso',
  escola_id: 'Escola',
} as const;

/** The time zones of Brazil, by a well-known city. */
export const zoneNames: Readonly<Record<string, string>> = {
  'America/Sao_Paulo': 'Brasília e São Paulo',
  'America/Bahia': 'Salvador',
  'America/Recife': 'Recife',
  'America/Fortaleza': 'Fortaleza',
  'America/Belem': 'Belém',
  'America/Cuiaba': 'Cuiabá',
  'America/Campo_Grande': 'Campo Grande',
  'America/Manaus': 'Manaus',
  'America/Porto_Velho': 'Porto Velho',
  'America/Boa_Vista': 'Boa Vista',
  'America/Rio_Branco': 'Rio Branco',
  'America/Noronha': 'Fernando de Noronha',
};

/** The city of a time zone: `de Brasília`, `de Manaus`. */
export function placeOfZone(timeZone: string): string {
  const name = timeZone === 'America/Sao_Paulo' ? 'Brasília' : zoneNames[timeZone];
  return name ? `de ${name}` : 'na escola';
}
