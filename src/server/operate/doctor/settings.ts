import type { Config } from '../../config.ts';
import { unknownNames } from '../../setting-names.ts';
import { type Finding, fine, warn, wrong } from './finding.ts';

const POINT = 'configuração';
/** Names in the file of settings or in the environment that resemble a setting. A one-letter typo prevents a start. */
export function unknownSettings(inFile: readonly string[], environment: readonly string[]): Finding[] {
  return unknownNames(inFile, environment).map(({ name, near, isTypo }) => {
    const todo = near ? `Talvez seja ${near}: corrija o nome.` : 'Tire a linha, ou veja o nome certo em .env.example.';
    return isTypo
      ? wrong(POINT, `${name} não é uma configuração do portal, e ele não inicia assim.`, todo)
      : warn(POINT, `${name} não é uma configuração do portal e não tem efeito.`, todo);
  });
}

interface Rule {
  when(config: Config): unknown;
  level: 'aviso' | 'erro';
  found: string;
  todo: string;
}

const isPublic = ({ PUBLIC_URL }: Config) => PUBLIC_URL !== undefined;
const isSecure = ({ PUBLIC_URL }: Config) => PUBLIC_URL?.startsWith('https://');

/** Values that are allowed, but of which an operator should be warned. */
const rules: readonly Rule[] = [
  {
    when: (config) => config.DEMO === 'on' && isPublic(config),
    level: 'erro',
    found: 'DEMO=on em um portal com PUBLIC_URL: todos conhecem a senha das contas de demonstração.',
    todo: 'Ponha DEMO=off e inicie de novo; depois `npm run admin -- remover-demo`.',
  },
  {
    when: (config) => !isPublic(config),
    level: 'aviso',
    found: 'PUBLIC_URL não está definido: os links dos e-mails levam a esta máquina.',
    todo: 'Ponha em PUBLIC_URL o endereço que as pessoas digitam, com https://.',
  },
  {
    when: (config) => isPublic(config) && !isSecure(config),
    level: 'erro',
    found: 'PUBLIC_URL começa com http://: senhas e cookies passam sem proteção.',
    todo: 'Ponha um proxy com TLS na frente (Caddy, nginx) e https:// em PUBLIC_URL.',
  },
  {
    when: ({ BRAND2_PUBLIC_URL }) => BRAND2_PUBLIC_URL?.startsWith('http://'),
    level: 'erro',
    found: 'BRAND2_PUBLIC_URL começa com http://: na segunda marca, senhas e cookies passam sem proteção.',
    todo: 'Ponha o mesmo proxy com TLS na frente, e https:// em BRAND2_PUBLIC_URL.',
  },
  {
    when: (config) => isSecure(config) && config.TRUST_PROXY === 'off',
    level: 'erro',
    found: 'PUBLIC_URL é https, mas TRUST_PROXY=off: o portal não sabe do TLS do proxy, e os cookies saem sem Secure.',
    todo: 'Ponha TRUST_PROXY=on, se o proxy é seu e troca os cabeçalhos X-Forwarded-*.',
  },
  {
    when: (config) => isSecure(config) && config.HSTS === 'off',
    level: 'aviso',
    found: 'HSTS=off: um navegador ainda abre o portal por http.',
    todo: 'Tire HSTS (vale host), assim que o TLS funcionar.',
  },
  {
    when: (config) => config.OUTBOX_VIEWER === 'on' && isPublic(config),
    level: 'erro',
    found: 'OUTBOX_VIEWER=on: quem está nesta máquina lê todos os e-mails, com links que trocam senhas.',
    todo: 'Tire OUTBOX_VIEWER.',
  },
  {
    when: (config) => !config.production,
    level: 'erro',
    found: 'NODE_ENV não é production: o portal confere cada resposta e mostra detalhes de erros.',
    todo: 'Tire NODE_ENV, ou ponha NODE_ENV=production.',
  },
  {
    when: (config) => config.DEMO === 'off' && !config.connected && !config.needsStaffFactor,
    level: 'aviso',
    found: 'STAFF_FACTOR=offered: a equipe entra no painel só com a senha.',
    todo: 'Tire STAFF_FACTOR: o painel pede o segundo fator.',
  },
  {
    when: (config) => config.SECRET_PREVIOUS,
    level: 'aviso',
    found: 'SECRET_PREVIOUS está definido: o segredo anterior ainda abre sessões e links.',
    todo: 'Tire-o 30 dias depois da troca, e depois da última viagem com ingressos impressos antes dela.',
  },
  {
    when: (config) => config.payments === 'off' && config.DEMO === 'off' && !config.connected,
    level: 'aviso',
    found: 'PAYMENTS=off: parcelas só são mostradas, ninguém paga pelo portal.',
    todo: 'Se a escola recebe pelo portal, ponha PAYMENTS_URL e o que vai com ele (docs/operations/money.md).',
  },
  {
    when: ({ PAYMENTS_URL }) => PAYMENTS_URL?.startsWith('http://'),
    level: 'erro',
    found: 'PAYMENTS_URL começa com http://: dados de cartões passam sem proteção.',
    todo: 'Ponha o endereço https:// do serviço.',
  },
  {
    when: ({ METRICS_TOKEN, METRICS_PORT }) => METRICS_TOKEN === undefined && METRICS_PORT === undefined,
    level: 'aviso',
    found: 'METRICS_TOKEN não está definido: ninguém vê de fora se e-mails, pagamentos e tarefas andam.',
    todo: 'Ponha um com `openssl rand -base64 24`, e o Prometheus com ele.',
  },
  {
    when: ({ BACKUP_PASSPHRASE, BACKUP_TARGET }) => BACKUP_TARGET && !BACKUP_PASSPHRASE,
    level: 'aviso',
    found: 'BACKUP_PASSPHRASE não está definida: `backup` pede uma, ou faz cópias que qualquer um lê.',
    todo: 'Ponha uma de 12 caracteres ou mais, e guarde-a também fora deste servidor.',
  },
];

/** Risky or contradictory settings that a start accepts. */
export function examineSettings(config: Config): Finding[] {
  const found = rules.flatMap(({ when, level, found: text, todo }) =>
    when(config) ? [level === 'erro' ? wrong(POINT, text, todo) : warn(POINT, text, todo)] : [],
  );
  return found.length > 0 ? found : [fine(POINT, 'As configurações combinam.')];
}
