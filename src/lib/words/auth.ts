/** Texts of the login and registration screens. Those of the specification (§8) stand in `errors.ts`. */
export const authMessages = {
  loggingIn: 'Efetuando login',
  wrongBookLogin:
    'Este código não combina com este e-mail ou CPF. Confira os dois. Livro novo e você já tem acesso? Entre com sua senha e adicione o livro em Pedagógico.',
  ways: { password: 'Senha', qrCode: 'QR code', bookCode: 'Código do livro' },
  reasons: {
    sessao: 'Sua sessão terminou. Entre de novo para continuar.',
    inatividade: 'Sua sessão terminou depois de 12 horas sem uso. Entre de novo para continuar.',
    segundo: 'O tempo para confirmar que é você passou. Entre de novo com sua senha.',
    saiu: 'Você saiu. Até a próxima!',
    unidade: 'O acesso desta unidade está suspenso. Fale com a sua escola.',
    bloqueio: 'Esta conta não tem mais acesso ao portal. Se for um engano, fale com a sua escola.',
    vinculo:
      'Sua conta ainda não está ligada a uma matrícula. Passe seu nome e CPF à secretaria: ela liga as duas. Seus livros já estão abertos.',
    senha: 'Para abrir esta área, entre com sua senha.',
    apagada: 'Sua conta foi apagada. Obrigado pelo tempo que passou com a gente.',
    redefinida: 'Senha nova salva. Agora é só entrar.',
  },
  recoveryAsked:
    'Se houver uma conta com este e-mail, a mensagem chega em alguns minutos. Confira também a caixa de spam.',
  noMail: 'Sua escola ainda não envia e-mails por este portal. Para criar uma senha nova, fale com a secretaria.',
  chooser: {
    title: 'Quem vai entrar?',
    lead: 'Mais de uma pessoa usa este acesso.',
    notEnrolled: 'Ainda sem matrícula',
  },
} as const;

export type LoginReason = keyof typeof authMessages.reasons;

/** The sentence for `?motivo=`; null for any other value. */
export function reasonText(reason: string | null): string | null {
  return reason !== null && Object.hasOwn(authMessages.reasons, reason)
    ? authMessages.reasons[reason as LoginReason]
    : null;
}
