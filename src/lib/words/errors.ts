/** The error catalogue of §8, word for word. */
export const errorMessages = {
  auth: {
    wrongLogin: 'Usuário ou senha incorreta.',
    login: 'Erro ao efetuar login',
    recovery: 'Erro ao solicitar recuperação de senha',
    reset: 'Erro ao resetar senha',
  },
  account: {
    emailUnknown: 'Usuário não encontrado',
    emailLookUp: 'Erro ao buscar usuário atribuído ao email',
    update: 'Erro ao atualizar',
    club: 'Erro ao atualizar status do club',
    user: 'Erro ao retornar usuário',
    users: 'Erro ao retornar usuários',
  },
  books: {
    list: 'Erro ao retornar dados do livro do usuário',
    userUnknown: 'Usuário não encontrado',
    lookUp: 'Erro ao pesquisar por livro',
    link: 'Erro ao criar dados do livro do usuário',
    unlink: 'Não foi possível desvincular livro',
  },
} as const;

/** The result of a failed call: status 0 means no answer. */
interface Failure {
  status: number;
  detail: string;
}

/** AUTH-10, AUTH-11. */
export const loginError = ({ status, detail }: Failure) =>
  status === 400 ? errorMessages.auth.wrongLogin : detail || errorMessages.auth.login;

/** AUTH-21. */
export const emailLookUpError = ({ status, detail }: Failure) =>
  status === 400 ? errorMessages.account.emailUnknown : detail || errorMessages.account.emailLookUp;

/** The server’s sentence, by default the catalogue’s (ERR-17). */
export const detailOr = ({ detail }: Failure, fallback: string) => detail || fallback;
