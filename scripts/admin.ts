import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { SingleBar } from 'cli-progress';
import { Argument, Command } from 'commander';
import type { Role } from '../src/lib/contract/people-team.schema.ts';
import { plural } from '../src/lib/format/money.ts';
import { ROLES } from '../src/lib/rules/people/roles.ts';
import { createLog } from '../src/process/log.ts';
import { blockAccount, endAccountRole, giveAccountRole, takeFactors } from '../src/server/admin/change-access.ts';
import { Complaint } from '../src/server/admin/complaint.ts';
import { exportTable } from '../src/server/admin/export-table.ts';
import { sendAgainByCommand, tellGivenUpMails } from '../src/server/admin/given-up-mails.ts';
import { importTable } from '../src/server/admin/import-table.ts';
import { installBooks } from '../src/server/admin/install-books.ts';
import { installFolder } from '../src/server/admin/install-folder.ts';
import { type KindName, kindNames, kinds } from '../src/server/admin/kinds.ts';
import { makeCopiesByCommand } from '../src/server/admin/make-copies-by-command.ts';
import { removeDemo } from '../src/server/admin/remove-demo.ts';
import { TableRefused } from '../src/server/admin/table.ts';
import { conflictTable, countsOf, remarksOf } from '../src/server/admin/tally-words.ts';
import { createManager, NewManager } from '../src/server/auth/create-manager.ts';
import { newResetPath } from '../src/server/auth/new-reset-path.ts';
import { type Config, ConfigError, readConfig } from '../src/server/config.ts';
import { ContentError } from '../src/server/content/read-yaml.ts';
import { vapidKeys } from '../src/server/devices/vapid.ts';
import type { School } from '../src/server/http/ctx.ts';
import { expireOrders } from '../src/server/orders/expire-orders.ts';
import { removeFiles } from '../src/server/ports/remove-files.ts';
import { openSchool } from '../src/server/school.ts';
import { inviteAll } from '../src/server/students/invite-students.ts';
import { addBackupCommands } from './admin-backup.ts';
import { addDoctorCommand } from './admin-doctor.ts';
import { addPaymentCommands } from './admin-payments.ts';
import { commandName } from './command-name.ts';

// What the operator of a portal does by hand: `npm run admin -- --help`.

const MAX_FAULTS_SHOWN = 50;
const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Opens the configured database, without background work and without seeding the demo, for as long as `work` lasts. */
async function withSchool(work: (school: School, config: Config) => Promise<void>, demo: 'on' | 'off' = 'off') {
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig({ ...process.env, ...(demo === 'on' && { DEMO: 'on' }) });
  const running = await openSchool({ ...config, DEMO: demo }, createLog('warn', 'stderr'), { backgroundWork: false });
  await work(running.school, config).finally(() => running.close());
}

/**
 * Writes a text that exists once, such as the codes of a batch: the file is made first, so the text is never lost. Only
 * its owner may read it.
 */
async function intoNewFile(file: string, make: () => Promise<string>): Promise<void> {
  if (existsSync(file)) throw new Complaint(`O arquivo ${file} já existe.`);
  const open = openFile(file, 'wx');
  try {
    writeFileSync(open, await make());
  } catch (error) {
    rmSync(file);
    throw error;
  } finally {
    closeSync(open);
  }
}

function openFile(file: string, flags: 'w' | 'wx'): number {
  try {
    return openSync(file, flags, 0o600);
  } catch {
    throw new Complaint(`Não é possível escrever em ${file}: confira a pasta e a permissão.`);
  }
}

/** Writes data that students gave the school: only the file's owner may read it. */
function writeOver(file: string, text: string): void {
  const open = openFile(file, 'w');
  writeFileSync(open, text);
  closeSync(open);
  say(`Escrito em ${file}.`);
}

const addressOf = (config: Config, path: string) =>
  (config.PUBLIC_URL ?? `http://${config.HOST}:${config.PORT}`) + path;

const program = new Command(commandName('admin')).description('Administração do portal').showHelpAfterError();
const table = () => new Argument('<tabela>', 'a tabela').choices(kindNames);

const FIRST = {
  gestora: 'cria a gestora de uma escola, e a escola se ainda não existe; mostra o endereço que define a senha',
  admin:
    'cria uma pessoa que administra todas as escolas, na equipe de uma delas; mostra o endereço que define a senha',
} as const;

for (const role of ['gestora', 'admin'] as const) {
  program
    .command(`criar-${role}`)
    .description(FIRST[role])
    .requiredOption('--email <e-mail>')
    .requiredOption('--nome <nome completo>')
    .requiredOption('--escola <nome>')
    .requiredOption('--cidade <cidade>')
    .requiredOption('--uf <UF>')
    .option('--marca <knn|phenom>', 'a marca da escola', 'knn')
    .action(async (options: Record<string, string>) => {
      const { email, nome: name, escola: school, cidade: city, uf: state, marca: brand } = options;
      const parsed = NewManager.safeParse({ email, name, school, city, state, brand });
      if (!parsed.success) {
        throw new Complaint(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
      }
      await withSchool(async (running, config) => {
        const path = await createManager(running, parsed.data, role);
        if (path === null) throw new Complaint('Já existe uma conta com este e-mail.');
        say(`Abra este endereço em até 24 horas para escolher a senha:\n${addressOf(config, path)}`);
      });
    });
}

program
  .command('nova-senha')
  .description('mostra um endereço que define uma senha nova, uma vez, em até 24 horas')
  .requiredOption('--email <e-mail>')
  .action(({ email }: { email: string }) =>
    withSchool(async (school, config) => {
      const path = await newResetPath(school, email);
      if (path === null) throw new Complaint('Não existe conta com este e-mail.');
      say(`Abra este endereço em até 24 horas para escolher a senha:\n${addressOf(config, path)}`);
    }),
  );

const ofAccount = (name: string, description: string) =>
  program
    .command(name)
    .description(description)
    .argument('<login>', 'o e-mail ou CPF com que a pessoa entra')
    .option('--conta <número>', 'qual delas, quando várias contas usam o mesmo login');
const role = () => new Argument('<papel>', 'o papel').choices(ROLES);
type WhichAccount = { conta?: string };

ofAccount('bloquear', 'tira o acesso de uma pessoa; sessões e aparelhos terminam na hora').action(
  (login: string, { conta }: WhichAccount) =>
    withSchool(async (school) => say(await blockAccount(school, { login, conta }, true))),
);

ofAccount('desbloquear', 'devolve o acesso a uma pessoa').action((login: string, { conta }: WhichAccount) =>
  withSchool(async (school) => say(await blockAccount(school, { login, conta }, false))),
);

ofAccount('tirar-segundo-fator', 'tira o segundo fator de quem o perdeu; sessões e aparelhos terminam na hora').action(
  (login: string, { conta }: WhichAccount) =>
    withSchool(async (school) => say(await takeFactors(school, { login, conta }))),
);

ofAccount('dar-papel', 'dá um papel a uma pessoa')
  .addArgument(role())
  .action((login: string, papel: Role, { conta }: WhichAccount) =>
    withSchool(async (school) => say(await giveAccountRole(school, { login, conta }, papel))),
  );

ofAccount('encerrar-papel', 'tira um papel de uma pessoa; sessões e aparelhos terminam na hora')
  .addArgument(role())
  .action((login: string, papel: Role, { conta }: WhichAccount) =>
    withSchool(async (school) => say(await endAccountRole(school, { login, conta }, papel))),
  );

program
  .command('convidar')
  .description(
    'convida por e-mail todos os alunos que ainda não foram convidados; o portal em funcionamento envia aos poucos',
  )
  .option('--unidade <nome>', 'só os alunos desta unidade')
  .option('--testar', 'só conta, não convida ninguém', false)
  .action(({ unidade, testar: isTrial }: { unidade?: string; testar: boolean }) =>
    withSchool(async (school, { sendsMail, PUBLIC_URL }) => {
      if (!isTrial && PUBLIC_URL === undefined)
        throw new Complaint('PUBLIC_URL: os links dos convites começam com ele.');
      const outcome = await inviteAll(school, { unidade, isTrial });
      if (!outcome) throw new Complaint(`A unidade “${unidade}” não existe.`);
      const { na_fila, sem_email, minutos } = outcome;
      const queued = plural(na_fila, 'convite na fila', 'convites na fila');
      say(isTrial ? `Seriam ${queued}.` : `${queued}: saem em cerca de ${plural(minutos, 'minuto', 'minutos')}.`);
      if (sem_email > 0)
        say(`${plural(sem_email, 'aluno sem e-mail', 'alunos sem e-mail')}: imprima as folhas no painel, em Alunos.`);
      if (!sendsMail) say('SMTP_URL não está definido: os convites esperam até que esteja.');
    }),
  );

program
  .command('instalar-livros')
  .description(
    'instala os livros da rede, ou os de uma pasta, com unidades, áudios, palavras e testes; de novo, só o que mudou',
  )
  .argument('[pasta]', 'a pasta de um livro, ou de vários; sem ela, os livros da rede')
  .option('--escola <nome>', 'a escola de que são os livros da pasta; sem ela, valem para todas')
  .option('--conferir', 'confere tudo e não grava nada', false)
  .action((folder: string | undefined, { escola, conferir: isTrial }: { escola?: string; conferir: boolean }) =>
    withSchool(async (school) => {
      if (folder !== undefined) {
        for (const line of await installFolder(school, folder, { escola, isTrial })) say(line);
        return;
      }
      if (escola !== undefined || isTrial) throw new Complaint('Diga a pasta dos livros.');
      const { added, livros, unidades, audios, palavras, questoes } = await installBooks(school);
      say(
        added.length > 0
          ? `Livros novos: ${added.join(', ')}.`
          : 'Os livros já estavam instalados: textos atualizados.',
      );
      say(
        `No catálogo: ${livros} livros, ${unidades} unidades, ${audios} áudios, ${palavras} palavras, ${questoes} questões.`,
      );
    }),
  );

program
  .command('criar-exemplares')
  .description('cria exemplares de um livro para uma unidade e escreve os códigos, uma vez, para impressão')
  .requiredOption('--livro <código>')
  .requiredOption('--unidade <nome>')
  .requiredOption('--quantidade <número>', 'até 1000')
  .argument('<arquivo>', 'a planilha nova, em CSV')
  .action((file: string, { livro, unidade, quantidade }: Record<'livro' | 'unidade' | 'quantidade', string>) =>
    withSchool(async (school) => {
      await intoNewFile(file, () => makeCopiesByCommand(school, { livro, unidade, quantidade }));
      say(`${plural(Number(quantidade), 'código escrito', 'códigos escritos')} em ${file}.`);
    }),
  );

program
  .command('importar')
  .description('lê uma planilha do Excel (.xlsx) ou CSV (ponto e vírgula ou vírgula): tudo ou nada')
  .addArgument(table())
  .argument('<arquivo>')
  .option('--testar', 'confere tudo e não grava nada', false)
  .option('--conflitos <arquivo>', 'escreve uma planilha com os campos que ficam como no portal')
  .action(async (name: KindName, file: string, { testar: isTrial, conflitos }: ImportOptions) => {
    if (!existsSync(file)) throw new Complaint(`O arquivo ${file} não existe.`);
    await withSchool(async (school) => {
      const bar = new SingleBar({ format: '{bar} {percentage}% | {value} de {total} linhas', stream: process.stderr });
      const started = performance.now();
      let isShown = false;
      try {
        const tally = await importTable(school, kinds[name], readFileSync(file), {
          source: { tabela: name },
          isTrial,
          onProgress(done, all) {
            if (!isShown) bar.start(all, 0);
            isShown = true;
            bar.update(done);
          },
        });
        bar.stop();
        const seconds = ((performance.now() - started) / 1000).toFixed(1).replace('.', ',');
        const what = `${countsOf(tally)} (${seconds} s).`;
        for (const remark of remarksOf(tally)) say(remark);
        if (conflitos !== undefined) writeOver(conflitos, conflictTable(tally.conflicts ?? []));
        say(isTrial ? `Está tudo certo; nada foi gravado: seriam ${what}` : `Gravado: ${what}`);
      } finally {
        bar.stop();
      }
    });
  });

interface ImportOptions {
  testar: boolean;
  conflitos?: string;
}

program
  .command('exportar')
  .description('escreve uma tabela com as colunas com que ela é importada')
  .addArgument(table())
  .argument('[arquivo]', 'sem arquivo, na tela')
  .action((name: KindName, file: string | undefined) =>
    withSchool(async (school) => {
      const text = await exportTable(school, name);
      if (file === undefined) process.stdout.write(text);
      else writeOver(file, text);
    }),
  );

program
  .command('chaves-push')
  .description('mostra a chave pública e o contato com que os serviços de push conhecem a escola')
  .option('--privada', 'o par inteiro, como vai no .env: guarde antes de tirar SECRET_PREVIOUS', false)
  .action(({ privada }: { privada: boolean }) =>
    withSchool(async (school) => {
      const { publicKey, privateKey, subject } = vapidKeys(school);
      if (privada) say(`VAPID_PUBLIC_KEY=${publicKey}\nVAPID_PRIVATE_KEY=${privateKey}`);
      else say(`Chave pública: ${publicKey}\nContato: ${subject}`);
    }),
  );

program
  .command('emails-parados')
  .description('mostra os e-mails que não saíram e que o portal não tenta mais, e envia de novo')
  .option('--enviar [numeros...]', 'os que saem de novo; sem números, todos')
  .action(({ enviar }: { enviar?: true | string[] }) =>
    withSchool(async (school) =>
      say(
        enviar === undefined
          ? await tellGivenUpMails(school)
          : await sendAgainByCommand(school, enviar === true ? [] : enviar),
      ),
    ),
  );

program
  .command('expirar-pedidos')
  .description('cancela agora os pedidos que não foram pagos no prazo')
  .action(() =>
    withSchool(async (school) => {
      await expireOrders(school);
      say('Feito.');
    }),
  );

program
  .command('semear')
  .description('enche um banco vazio com a escola de demonstração')
  .action(() =>
    withSchool(async (school) => {
      const { people } = await school.db
        .selectFrom('users')
        .select(({ fn }) => fn.countAll<number | string>().as('people'))
        .executeTakeFirstOrThrow();
      say(`O banco tem ${people} contas.`);
    }, 'on'),
  );

program
  .command('remover-demo')
  .description('remove a escola de demonstração com tudo o que é dela; outras escolas e os livros da rede ficam')
  .option('--confirmar', 'remove de verdade: sem isto, só mostra o que sairia', false)
  .option('--com-outras-contas', 'também contas que não vieram com a demonstração e são das escolas dela', false)
  .action(({ confirmar, comOutrasContas: withOthers }: { confirmar: boolean; comOutrasContas: boolean }) =>
    withSchool(async (school, { DEMO }) => {
      if (DEMO === 'on') throw new Complaint('DEMO: com DEMO=on a escola de demonstração está em uso. Ponha DEMO=off.');
      const { rows, files } = await removeDemo(school, { isTrial: !confirmar, withOthers });
      for (const [name, count] of Object.entries(rows).toSorted()) say(`${String(count).padStart(7)}  ${name}`);
      say(`${String(files).padStart(7)}  arquivos`);
      if (!confirmar) throw new Complaint('Nada foi removido. Faça uma cópia do banco e repita com --confirmar.');
      await removeFiles(school);
      say('A escola de demonstração foi removida.');
    }),
  );

addBackupCommands(program);
addDoctorCommand(program);
addPaymentCommands(program, withSchool);

try {
  await program.parseAsync();
} catch (error) {
  if (error instanceof TableRefused) {
    const shown = error.faults.slice(0, MAX_FAULTS_SHOWN);
    const lines = shown.map(({ line, column, text }) => `linha ${line}${column ? `, ${column}` : ''}: ${text}`);
    const more = error.faults.length - shown.length;
    if (more > 0) lines.push(`… e mais ${more}.`);
    process.stderr.write(`${lines.join('\n')}\n\nNada foi gravado: ${plural(error.faults.length, 'erro', 'erros')}.\n`);
  } else if (error instanceof Complaint || error instanceof ConfigError || error instanceof ContentError)
    process.stderr.write(`${error.message}\n`);
  else process.stderr.write(`Não deu certo: ${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
}
