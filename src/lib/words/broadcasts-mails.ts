/** What each kind of mail is for. */
export const mailKinds: Readonly<Record<string, string>> = {
  'abroad-consent': 'Autorização de intercâmbio',
  access: 'Aviso de segurança',
  'email-change': 'Troca de e-mail',
  erasure: 'Exclusão da conta',
  guardian: 'Responsável',
  invitation: 'Convite para a equipe',
  mensagem: 'Mensagem da escola',
  notice: 'Aviso automático',
  recovery: 'Senha nova',
  resumo: 'Resumo da manhã',
  'registration-change': 'Mudança no cadastro de um menor',
  'reward-code': 'Código de recompensa',
  verification: 'Confirmação de e-mail',
  welcome: 'Convite de aluno',
};

export const mailMessages = {
  notFound: 'Este e-mail não está mais entre os parados.',
  dead: 'Os links deste e-mail venceram: quem precisa dele pede outro.',
  movedTo: (address: string) =>
    `O cadastro já tem outro endereço, ${address}: mandar de novo leva este e-mail para lá.`,
  sent: (count: number) =>
    count === 1
      ? 'O e-mail voltou para a fila e sai em instantes.'
      : 'Os e-mails voltaram para a fila e saem em instantes.',
  canLeave: 'Podem sair de novo',
};

/** Why an email failed. */
export const mailReasons = {
  links: 'Os links venceram antes de ele sair: quem precisa dele pede outro.',
  login: 'O servidor de e-mail recusou a senha do portal. Quem cuida da instalação confere SMTP_URL.',
  address: 'O endereço não existe ou não recebe e-mails. Corrija o cadastro da pessoa.',
  full: 'A caixa de quem recebe está cheia.',
  policy: 'O servidor de quem recebe recusou a mensagem.',
  away: 'O servidor de e-mail ficou sem responder.',
  other: 'O servidor de e-mail não aceitou a mensagem.',
};
