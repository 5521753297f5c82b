/** Why somebody is redirected to the login, by `?motivo=`. Separate from the texts of its first load. */
export const loginReasons = {
  sessao: 'Sua sessão terminou. Entre de novo para continuar.',
  inatividade: 'Sua sessão terminou depois de 12 horas sem uso. Entre de novo para continuar.',
  segundo: 'O tempo para confirmar que é você passou. Entre de novo com sua senha.',
  saiu: 'Você saiu. Até a próxima!',
  unidade: 'O acesso desta unidade está suspenso. Fale com a sua escola.',
  bloqueio: 'Esta conta não tem mais acesso ao portal. Se for um engano, fale com a sua escola.',
  encerrado:
    'Seu curso nesta escola terminou. Você ainda pode baixar seus dados e pedir para apagar a conta, em Privacidade.',
  vinculo:
    'Sua conta ainda não está ligada a uma matrícula. Passe seu nome e CPF à secretaria: ela liga as duas. Seus livros já estão abertos.',
  senha: 'Para abrir esta área, entre com sua senha.',
  apagada: 'Sua conta foi apagada. Obrigado pelo tempo que passou com a gente.',
  redefinida: 'Senha nova salva. Agora é só entrar.',
} as const;

type LoginReason = keyof typeof loginReasons;

/** The sentence for `?motivo=`; null for any other value. */
export function reasonText(reason: string | null): string | null {
  return reason !== null && Object.hasOwn(loginReasons, reason) ? loginReasons[reason as LoginReason] : null;
}
