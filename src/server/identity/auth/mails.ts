import { type BrandKey, brands } from '#lib/brand.ts';
import { formatDay } from '#lib/format/dates.ts';
import { firstName, listInWords, maskEmail, maskName } from '#lib/format/text.ts';
import { routes } from '#lib/routes.ts';
import type { RegistrationChange } from '#lib/rules/people/registration-change.ts';
import { registrationChangeMessages, UNDO_DAYS } from '#lib/words/account-changes.ts';
import type { School } from '../../core/http/ctx.ts';
import { publicUrl } from '../../core/http/public-url.ts';
import type { Mail } from '../../core/ports/mail.ts';
import { renderMail } from '../../core/ports/render-mail.ts';

/** What a mail is written with. */
type Desk = Pick<School, 'config'>;

export interface Recipient {
  to: string;
  name: string;
  brand: BrandKey;
}

/** The recovery mail with a link, or with a code to type (AUTH-16). @param names of everybody whose password it sets */
export async function recoveryMail(
  { config }: Desk,
  { to, names, brand, secret, isCode }: Omit<Recipient, 'name'> & { names: string[]; secret: string; isCode: boolean },
): Promise<Mail> {
  const first = [...new Set(names.map(firstName))];
  const people = listInWords(first);
  const subject = isCode ? `${secret} é o seu código` : 'Crie uma nova senha';
  const body = await renderMail({
    brand,
    preview: 'Recebemos um pedido para trocar sua senha.',
    title: first.length === 1 ? `Olá, ${people}` : 'Olá',
    paragraphs: [
      names.length === 1
        ? `Recebemos um pedido para trocar a senha do seu acesso ao portal ${brands[brand].name}.`
        : `Recebemos um pedido para trocar a senha dos acessos deste e-mail ao portal ${brands[brand].name}: ${people}. A senha nova vale para todos.`,
      isCode
        ? 'Digite este código na tela de recuperação. Ele vale por 10 minutos.'
        : 'Toque no botão para criar outra. O link vale por 1 hora e só pode ser usado uma vez.',
      'Se não foi você, ignore esta mensagem: nada muda.',
    ],
    ...(isCode
      ? { code: secret }
      : {
          action: { label: 'Criar nova senha', href: publicUrl(config, brand) + routes.login.recoverPassword(secret) },
        }),
  });
  return { to, subject, ...body };
}

/** Invites a member of staff: the link sets the password. @param inviter the inviting user @param days validity of the link */
export async function staffInvitationMail(
  { config }: Desk,
  {
    to,
    name,
    brand,
    secret,
    inviter,
    unit,
    days,
  }: Recipient & {
    secret: string;
    inviter: string;
    unit: string;
    days: number;
  },
): Promise<Mail> {
  const body = await renderMail({
    brand,
    preview: `${inviter} convidou você para a equipe de ${unit}.`,
    title: `Olá, ${firstName(name)}`,
    paragraphs: [
      `${inviter} convidou você para a equipe de ${unit} no portal ${brands[brand].name}.`,
      `Escolha a sua senha no botão. O link vale por ${days} dias; depois disso, peça outro a quem convidou.`,
    ],
    action: { label: 'Escolher minha senha', href: publicUrl(config, brand) + routes.login.recoverPassword(secret) },
  });
  return { to, subject: `Seu acesso à equipe de ${unit}`.slice(0, 120), ...body };
}

/** Welcomes a student: the class, the book, and the link that sets the first password. @param days validity of the link */
export async function welcomeMail(
  { config }: Desk,
  { to, name, brand, secret, unit, turma, livro, days }: Recipient & Welcome,
): Promise<Mail> {
  const first = firstName(name);
  const study = [turma && `sua turma é ${turma}`, livro && `seu livro é ${livro}`].filter(Boolean).join(', e ');
  const body = await renderMail({
    brand,
    preview: `${unit} abriu o portal ${brands[brand].name} para você.`,
    title: `Boas-vindas, ${first}`,
    paragraphs: [
      `${unit} abriu o portal ${brands[brand].name} para você: aulas, livro, notas e pagamentos em um lugar só.`,
      ...(study ? [`${study[0]?.toUpperCase()}${study.slice(1)}.`] : []),
      `Escolha sua senha no botão e entre. Depois, você entra com este e-mail. O link vale por ${days} dias.`,
    ],
    action: {
      label: 'Escolher minha senha e entrar',
      href: publicUrl(config, brand) + routes.login.invitation(secret),
    },
  });
  return { to, subject: `Boas-vindas, ${first}: seu acesso ao portal`.slice(0, 120), ...body };
}

/**
 * Welcomes the guardian of students: the link creates an account of her own. @param students the names @param days validity of
 * the link
 */
export async function guardianWelcomeMail(
  { config }: Desk,
  {
    to,
    name,
    brand,
    secret,
    unit,
    students,
    days,
  }: Recipient & Omit<Welcome, 'turma' | 'livro'> & { students: string[] },
): Promise<Mail> {
  const children = listInWords(students.map(firstName));
  const body = await renderMail({
    brand,
    preview: `Acompanhe ${children} no portal ${brands[brand].name}.`,
    title: `Olá, ${firstName(name)}`,
    paragraphs: [
      `${unit} abriu o portal ${brands[brand].name} para você acompanhar ${listInWords(students)}: aulas, faltas, notas e pagamentos em um lugar só.`,
      `Escolha sua senha no botão e entre. Depois, você entra com este e-mail. O link vale por ${days} dias.`,
      'Se você não conhece este aluno, ignore esta mensagem: nada é feito em seu nome.',
    ],
    action: { label: 'Criar minha senha e entrar', href: publicUrl(config, brand) + routes.login.invitation(secret) },
  });
  return { to, subject: `Acompanhe ${children} no portal`.slice(0, 120), ...body };
}

interface Welcome {
  secret: string;
  unit: string;
  turma: string | null;
  livro: string | null;
  days: number;
}

/** The mail that verifies an address (PROFILE-06). */
export async function verificationMail(
  { config }: Desk,
  { to, name, brand, token, isChange }: Recipient & { token: string; isChange: boolean },
): Promise<Mail> {
  const body = await renderMail({
    brand,
    preview: 'Confirme seu e-mail no portal.',
    title: `Olá, ${firstName(name)}`,
    paragraphs: isChange
      ? [
          'Confirme que este e-mail é seu. A partir daí ele vale para entrar e para recuperar a senha.',
          'Se o portal pedir para entrar, use ainda o e-mail de antes. O link vale por 24 horas.',
        ]
      : ['Confirme que este e-mail é seu para receber avisos da escola.', 'O link vale por 24 horas.'],
    action: {
      label: 'Confirmar meu e-mail',
      href: `${publicUrl(config, brand)}${routes.dashboard()}?token_email=${token}`,
    },
  });
  return { to, subject: 'Confirme seu e-mail', ...body };
}

/** Notifies an address that its account gets another address, with a link that undoes it. @param next the new address */
export async function emailChangeMail(
  { config }: Desk,
  { to, name, brand, next, secret, isBySchool }: Recipient & { next: string; secret: string; isBySchool: boolean },
): Promise<Mail> {
  const masked = maskEmail(next);
  const body = await renderMail({
    brand,
    preview: isBySchool ? 'A escola trocou o e-mail do seu acesso.' : 'Pediram para trocar o e-mail do seu acesso.',
    title: `Olá, ${firstName(name)}`,
    paragraphs: isBySchool
      ? [
          `A escola trocou o e-mail do seu acesso ao portal ${brands[brand].name} para ${masked}.`,
          'Se está certo, confirme no botão. Sem resposta, em um dia o endereço novo também recupera a senha.',
          `Se não foi combinado com você, desfaça no mesmo botão. O link vale por ${UNDO_DAYS} dias.`,
        ]
      : [
          `Pediram para trocar o e-mail do seu acesso ao portal ${brands[brand].name} para ${masked}. Ele passa a valer quando for confirmado.`,
          `Se foi você, não precisa fazer nada. Se não foi, desfaça no botão. O link vale por ${UNDO_DAYS} dias.`,
        ],
    action: {
      label: isBySchool ? 'Conferir a troca' : 'Não fui eu: desfazer',
      href: publicUrl(config, brand) + routes.undoEmail(secret),
    },
  });
  return { to, subject: isBySchool ? 'A escola trocou seu e-mail' : 'Pedido para trocar seu e-mail', ...body };
}

/**
 * Notifies the previous guardian, or the person if there is none, of a changed registration, with a link that undoes it.
 *
 * @param student the name of the person whose registration changed
 */
export async function registrationChangeMail(
  { config }: Desk,
  { to, name, brand, student, isOwn, isBySchool, change, secret }: Recipient & RegistrationNews,
): Promise<Mail> {
  const { guardian, birth_date: birth } = change.after;
  const what = registrationChangeMessages.changed(Object.keys(change.after), isBySchool, student, change.waits);
  const old = change.before.birth_date;
  const body = await renderMail({
    brand,
    preview: what,
    title: `Olá, ${firstName(name)}`,
    paragraphs: [
      what,
      ...(guardian ? [`Responsável novo: ${maskName(guardian.full_name)}, ${maskEmail(guardian.email)}.`] : []),
      ...(birth && old ? [`Data de nascimento: antes ${formatDay(old)}, agora ${formatDay(birth)}.`] : []),
      ...(change.waits ? [registrationChangeMessages.waits] : []),
      `Se foi combinado com você, não precisa fazer nada. Se não foi, desfaça no botão. O link vale por ${UNDO_DAYS} dias.`,
      ...(isOwn ? [] : [whyGuardian(brand)]),
    ],
    action: { label: 'Conferir e desfazer', href: publicUrl(config, brand) + routes.undoRegistration(secret) },
  });
  return { to, subject: changedSubject(student), ...body };
}

const changedSubject = (student: string) => `O cadastro de ${firstName(student)} mudou`;
const whyGuardian = (brand: BrandKey) =>
  `Você recebe esta mensagem porque está no cadastro de um aluno do portal ${brands[brand].name} como responsável.`;

/**
 * Notifies the previous guardian whether the new one took effect.
 *
 * @param student the name of the minor. @param next the name of the new guardian, who has taken effect; null: the school withdrew
 *   the new guardian
 */
export async function guardianNewsMail({
  to,
  name,
  brand,
  student,
  next,
}: Recipient & { student: string; next: string | null }): Promise<Mail> {
  const child = firstName(student);
  const subject = next ? `${child} tem outro responsável` : `Você continua responsável por ${child}`;
  const paragraphs = next
    ? [
        `${maskName(next)} confirmou pelo e-mail e responde agora por ${student}.`,
        `Se foi combinado com você, não precisa fazer nada. Se não foi, abra a mensagem “${changedSubject(student)}”, que você já recebeu: o botão dela desfaz ainda por ${UNDO_DAYS} dias.`,
      ]
    : [`A escola desistiu de indicar outro responsável por ${student}. Você não precisa fazer nada.`];
  const body = await renderMail({
    brand,
    preview: subject,
    title: `Olá, ${firstName(name)}`,
    paragraphs: [...paragraphs, whyGuardian(brand)],
  });
  return { to, subject, ...body };
}

interface RegistrationNews {
  student: string;
  isOwn: boolean;
  isBySchool: boolean;
  change: RegistrationChange;
  secret: string;
}

/** Announces when an account will be erased, and how to prevent it. @param day in words */
export async function erasureMail(
  { config }: Desk,
  { to, name, brand, day }: Recipient & { day: string },
): Promise<Mail> {
  const body = await renderMail({
    brand,
    preview: `A conta será apagada em ${day}.`,
    title: `Olá, ${firstName(name)}`,
    paragraphs: [
      `Recebemos o pedido para apagar sua conta no portal ${brands[brand].name}. Ela será apagada em ${day}, e isso não pode ser desfeito.`,
      'Até lá você pode entrar e desistir na página do seu perfil.',
      'Se não foi você quem pediu, entre, desista e troque sua senha.',
    ],
    action: { label: 'Abrir meu perfil', href: publicUrl(config, brand) + routes.me() },
  });
  return { to, subject: `Sua conta será apagada em ${day}`, ...body };
}

/** A change of how a person logs in, as the log names it. */
export type AccessDeed = keyof typeof accessWords;

const accessWords = {
  'password-change': 'A senha do seu acesso foi trocada, e os outros aparelhos precisam entrar de novo',
  'password-reset': 'Uma senha nova foi criada para o seu acesso, e todas as suas sessões terminaram',
  'factor-add': 'Um segundo fator foi adicionado ao seu acesso',
  'factor-remove': 'Um segundo fator foi removido do seu acesso',
  'factor-reset': 'A escola tirou o segundo fator do seu acesso, e todas as suas sessões terminaram',
  'factor-recovery': 'Um código de recuperação foi usado no seu acesso',
  'factor-codes': 'Foram feitos códigos de recuperação novos para o seu acesso',
} as const;

/** Advice for the mail: a new password alone does not remove somebody else's factor. */
function accessHelp(deed: AccessDeed): string {
  if (deed.startsWith('password')) return 'e avise a escola';
  return deed === 'factor-add' ? 'e peça a quem cuida da equipe para tirar este fator' : 'e avise quem cuida da equipe';
}

/** Notifies a person of a change of their own access. */
export async function accessMail(
  { config }: Desk,
  { to, name, brand, deed }: Recipient & { deed: AccessDeed },
): Promise<Mail> {
  const what = accessWords[deed];
  const body = await renderMail({
    brand,
    preview: `${what}.`,
    title: `Olá, ${firstName(name)}`,
    paragraphs: [
      `${what}. É o acesso ao portal ${brands[brand].name}.`,
      `Se foi você, não precisa fazer nada. Se não foi, troque sua senha agora ${accessHelp(deed)}.`,
    ],
    action: { label: 'Ver acesso e segurança', href: publicUrl(config, brand) + routes.profile.access() },
  });
  return { to, subject: what.split(',')[0] ?? what, ...body };
}
