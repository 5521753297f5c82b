import { createTransport } from 'nodemailer';
import { serviceLimits } from '#lib/rules/time/service-limits.ts';
import type { Config } from '../../config.ts';
import { openFiles } from '../../core/ports/files.ts';
import { mailSettings } from '../../core/ports/mail.ts';
import { pingScanner } from '../../core/ports/scanned-files.ts';
import { subjectOf, subjectProblem } from '../../messages/devices/vapid.ts';
import { clockFinding } from './database.ts';
import { type Finding, fine, reasonOf, warn, wrong } from './finding.ts';

/** Any answer counts as reachable. */
const ask = (url: string) =>
  fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(serviceLimits.doctor.silenceMs) });

/**
 * Checks whether the configured services answer. It sends nothing except a test mail.
 *
 * @param recipient of the test mail; absent: none is sent
 */
export async function examineDependencies(config: Config, now: () => Date, recipient?: string): Promise<Finding[]> {
  const parts = await Promise.all([
    examineMail(config, recipient),
    [examinePush(config)],
    examineHosts(config, now),
    examineBucket(config),
    examineScanner(config),
  ]);
  return parts.flat();
}

async function examineMail({ SMTP_URL, MAIL_FROM, connected }: Config, recipient?: string): Promise<Finding[]> {
  if (connected) return [];
  if (!SMTP_URL)
    return [
      warn(
        'e-mail',
        'SMTP_URL não está definido: nenhum e-mail sai.',
        'Ponha SMTP_URL e MAIL_FROM do servidor de e-mail da escola.',
      ),
    ];
  const { host } = new URL(SMTP_URL);
  const transport = createTransport(mailSettings(SMTP_URL), { from: MAIL_FROM });
  const found: Finding[] = [];
  if (/@[\w.-]*\bexample\b/.test(MAIL_FROM))
    found.push(
      wrong('e-mail', `MAIL_FROM é ${MAIL_FROM}: servidores recusam este remetente.`, 'Ponha um endereço da escola.'),
    );
  try {
    await transport.verify();
    found.push(fine('e-mail', `O servidor ${host} responde e aceita o login.`));
    if (!recipient) return found;
    const text = 'Este e-mail mostra que o Portal do Aluno consegue enviar mensagens.';
    await transport.sendMail({ to: recipient, subject: 'Teste do Portal do Aluno', text });
    found.push(
      fine('e-mail', `Um e-mail de teste saiu para ${recipient}. Confira se chegou, e se não foi para o spam.`),
    );
  } catch (error) {
    found.push(
      wrong(
        'e-mail',
        `O servidor ${host} recusa: ${reasonOf(error)}.`,
        'Confira endereço, porta, usuário e senha em SMTP_URL, e se o firewall deixa sair.',
      ),
    );
  } finally {
    transport.close();
  }
  return found;
}

function examinePush(config: Config): Finding {
  const problem = subjectProblem(subjectOf(config));
  if (config.connected && !config.VAPID_PRIVATE_KEY)
    return config.VAPID_PUBLIC_KEY
      ? fine('push', 'As notificações são da franquia, com a chave dela.')
      : warn(
          'push',
          'VAPID_PUBLIC_KEY não está definida: o portal não oferece notificações.',
          'Peça a chave pública à franquia.',
        );
  if (problem)
    return warn(
      'push',
      `O contato dos serviços de push (${subjectOf(config)}) não leva a ninguém: alguns recusam as notificações.`,
      'Ponha em PUSH_SUBJECT um e-mail que alguém lê: mailto:suporte@escola.com.br.',
    );
  const from = config.VAPID_PRIVATE_KEY ? 'das configurações' : 'do segredo';
  return fine('push', `As chaves de push vêm ${from}, e o contato serve.`);
}

async function examineHosts(config: Config, now: () => Date): Promise<Finding[]> {
  const { PORTAL_API_URL, BRAND2_PORTAL_API_URL, DRIVE_API_URL, PAYMENTS_URL, CEP_API_URL } = config;
  const points = [
    ['franquia', 'PORTAL_API_URL', PORTAL_API_URL],
    ['franquia', 'BRAND2_PORTAL_API_URL', BRAND2_PORTAL_API_URL],
    ['franquia', 'DRIVE_API_URL', DRIVE_API_URL],
    ['pagamentos', 'PAYMENTS_URL', config.payments === 'http' ? PAYMENTS_URL : undefined],
    ['CEP', 'CEP_API_URL', CEP_API_URL],
  ] as const;
  const found: Finding[] = [];
  let date: string | null = null;
  for (const [point, setting, url] of points) {
    if (!url) continue;
    try {
      const answer = await ask(url);
      date ??= answer.headers.get('date');
      found.push(fine(point, `${setting} responde.`));
    } catch (error) {
      const isNeeded = point !== 'CEP';
      const text = `${setting} (${new URL(url).host}) não responde: ${reasonOf(error)}.`;
      const todo = 'Confira o endereço, o DNS e se o firewall deixa sair por HTTPS.';
      found.push(
        isNeeded
          ? wrong(point, text, todo)
          : warn(point, `${text} Quem digita um CEP preenche o endereço à mão.`, todo),
      );
    }
  }
  // A database on another machine gives a more precise clock; the date of an answer has whole seconds.
  if (date !== null && !config.DATABASE_URL)
    found.push(clockFinding(Date.parse(date) + 500 - now().getTime(), 'a internet'));
  return found;
}

async function examineBucket(config: Config): Promise<Finding[]> {
  if (!config.FILES_S3_BUCKET) return [];
  try {
    const files = await openFiles(config);
    for await (const _ of files.list()) break;
    return [fine('arquivos', `O balde ${config.FILES_S3_BUCKET} responde.`)];
  } catch (error) {
    return [
      wrong('arquivos', `O balde ${config.FILES_S3_BUCKET} não responde: ${reasonOf(error)}.`, 'Confira FILES_S3_*.'),
    ];
  }
}

async function examineScanner({ CLAMD_URL }: Config): Promise<Finding[]> {
  if (!CLAMD_URL) return [];
  try {
    await pingScanner(CLAMD_URL);
    return [fine('antivírus', 'O clamd responde.')];
  } catch (error) {
    return [
      wrong(
        'antivírus',
        `O clamd não responde (${reasonOf(error)}): nenhum arquivo é guardado.`,
        'Confira CLAMD_URL e se o clamd está ligado.',
      ),
    ];
  }
}
