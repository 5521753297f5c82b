import { type BrandKey, brands } from '#lib/brand.ts';
import { firstName } from '#lib/format/text.ts';
import { routes } from '#lib/routes.ts';
import type { Config } from '../config.ts';
import { publicUrl } from '../http/public-url.ts';
import type { Mail } from '../ports/mail.ts';
import { renderMail } from '../ports/mail-layout.ts';

export interface Recipient {
  to: string;
  name: string;
  brand: BrandKey;
}

/** The mail with a link, or with a code to type (AUTH-16). */
export async function recoveryMail(
  config: Config,
  { to, name, brand, secret, isCode }: Recipient & { secret: string; isCode: boolean },
): Promise<Mail> {
  const subject = isCode ? `${secret} é o seu código` : 'Crie uma nova senha';
  const body = await renderMail({
    brand,
    preview: 'Recebemos um pedido para trocar sua senha.',
    title: `Olá, ${firstName(name)}`,
    paragraphs: [
      `Recebemos um pedido para trocar a senha do seu acesso ao portal ${brands[brand].name}.`,
      isCode
        ? 'Digite este código na tela de recuperação. Ele vale por 10 minutos.'
        : 'Toque no botão para criar outra. O link vale por 1 hora e só pode ser usado uma vez.',
      'Se não foi você, ignore esta mensagem: nada muda.',
    ],
    ...(isCode
      ? { code: secret }
      : { action: { label: 'Criar nova senha', href: publicUrl(config) + routes.login.recoverPassword(secret) } }),
  });
  return { to, subject, ...body };
}

/** The mail that verifies an address (PROFILE-06). */
export async function verificationMail(
  config: Config,
  { to, name, brand, token }: Recipient & { token: string },
): Promise<Mail> {
  const body = await renderMail({
    brand,
    preview: 'Confirme seu e-mail no portal.',
    title: `Olá, ${firstName(name)}`,
    paragraphs: ['Confirme que este e-mail é seu para receber avisos da escola.', 'O link vale por 24 horas.'],
    action: { label: 'Confirmar meu e-mail', href: `${publicUrl(config)}${routes.dashboard()}?token_email=${token}` },
  });
  return { to, subject: 'Confirme seu e-mail', ...body };
}

/** Tells an address that its account has another one now. */
export async function newAddressMail(config: Config, { to, name, brand }: Recipient): Promise<Mail> {
  const body = await renderMail({
    brand,
    preview: 'O e-mail do seu cadastro mudou.',
    title: `Olá, ${firstName(name)}`,
    paragraphs: [
      `O e-mail do seu acesso ao portal ${brands[brand].name} foi trocado por outro.`,
      'Se foi você, não precisa fazer nada. Se não foi, troque sua senha agora e fale com a escola.',
    ],
    action: { label: 'Trocar minha senha', href: publicUrl(config) + routes.login.recoverPassword() },
  });
  return { to, subject: 'Seu e-mail foi trocado', ...body };
}

/** Says when an account will be erased, and how to keep it. @param day as people read it */
export async function erasureMail(
  config: Config,
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
    action: { label: 'Abrir meu perfil', href: publicUrl(config) + routes.me() },
  });
  return { to, subject: `Sua conta será apagada em ${day}`, ...body };
}
