/** Messages that a page shows for the previous one, by the key in its cookie. */
export const flashMessages: Record<string, { kind: 'success' | 'error'; text: string }> = {
  'email-verificado': { kind: 'success', text: 'E-mail confirmado. Obrigado!' },
  'email-de-outra-conta': {
    kind: 'error',
    text: 'Este link é de outra conta. Entre com ela (Perfil, Acesso e segurança) e abra o link de novo.',
  },
  'email-nao-verificado': { kind: 'error', text: 'Este link de confirmação não vale mais. Peça outro no seu perfil.' },
  'email-pede-senha': {
    kind: 'error',
    text: 'Falta confirmar seu e-mail: entre com sua senha, e a confirmação é feita na hora.',
  },
  'email-mais-tarde': {
    kind: 'error',
    text: 'Não conseguimos confirmar seu e-mail agora. Tentamos de novo na próxima página que você abrir.',
  },
};
