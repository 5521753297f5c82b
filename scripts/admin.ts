import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Argument } from 'commander';
import type { Role } from '../src/lib/contract/people-team.schema.ts';
import type { SyncTable } from '../src/lib/contract/sync.schema.ts';
import { plural } from '../src/lib/format/money.ts';
import { ROLES } from '../src/lib/rules/people/roles.ts';
import { SYNC_TABLES } from '../src/lib/rules/sync/tables.ts';
import { showProgress } from '../src/process/progress.ts';
import { Complaint, UsageError } from '../src/server/operate/admin/complaint.ts';
import { addBackupCommands } from './admin-backup.ts';
import { addDoctorCommand } from './admin-doctor.ts';
import { addPaymentCommands } from './admin-payments.ts';
import { addSchoolCommands } from './admin-schools.ts';
import { command } from './usage.ts';
import { say, withSchool } from './with-school.ts';

// Commands for the operator of a portal: `npm run admin -- --help`. Each command imports its modules when it runs.

const MAX_FAULTS_SHOWN = 50;

/**
 * Writes a text that exists only once, such as the codes of a batch: the file is created first, so the text is never lost. Only
 * the owner of the file may read it.
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

/** Writes data of students, readable only by the owner of the file. */
function writeOver(file: string, text: string): void {
  const open = openFile(file, 'w');
  writeFileSync(open, text);
  closeSync(open);
  say(`Escrito em ${file}.`);
}

const program = command('admin', 'Administração do portal', 'pt').helpCommand(
  'help [comando]',
  'mostra a ajuda de um comando',
);
const table = () => new Argument('<tabela>', 'a tabela').choices(SYNC_TABLES);

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
    .requiredOption('--escola <nome>', 'a escola inteira, com todas as unidades que vierem')
    .option(
      '--unidade <nome>',
      'onde a pessoa trabalha; sem ela, a primeira unidade da escola (de uma escola nova, uma com o nome da escola)',
    )
    .requiredOption('--cidade <cidade>')
    .requiredOption('--uf <UF>')
    .option('--marca <knn|phenom>', 'a marca da escola', 'knn')
    .action(async (options: Record<string, string>) => {
      const { email, nome: name, escola: school, unidade: unit, cidade: city, uf: state, marca: brand } = options;
      const { createManager, NewManager } = await import('../src/server/identity/auth/create-manager.ts');
      const parsed = NewManager.safeParse({ email, name, school, unit, city, state, brand });
      if (!parsed.success) {
        throw new Complaint(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('\n'));
      }
      await withSchool(async (running) => {
        const made = await createManager(running, parsed.data, role);
        if ('problem' in made) throw new Complaint(made.problem);
        const { escola, unidade, isNew } = made;
        say(`${isNew ? 'Escola nova: ' : 'Na escola '}${escola}, unidade ${unidade}.`);
        if (isNew && unit === undefined)
          say('A unidade tem o nome da escola: mude-o no painel, em Equipe, Unidades, ou diga --unidade.');
        say(`Abra este endereço em até 24 horas para escolher a senha:\n${made.address}`);
      });
    });
}

program
  .command('nova-senha')
  .description('mostra um endereço que define uma senha nova, uma vez, em até 24 horas')
  .requiredOption('--email <e-mail>')
  .action(({ email }: { email: string }) =>
    withSchool(async (school) => {
      const { newResetAddress } = await import('../src/server/identity/auth/password-reset.ts');
      const address = await newResetAddress(school, email);
      if (address === null) throw new Complaint('Não existe conta com este e-mail.');
      say(`Abra este endereço em até 24 horas para escolher a senha:\n${address}`);
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
const access = () => import('../src/server/operate/admin/change-access.ts');

ofAccount('bloquear', 'tira o acesso de uma pessoa; sessões e aparelhos terminam na hora').action(
  (login: string, { conta }: WhichAccount) =>
    withSchool(async (school) => say(await (await access()).blockAccount(school, { login, conta }, true))),
);

ofAccount('desbloquear', 'devolve o acesso a uma pessoa').action((login: string, { conta }: WhichAccount) =>
  withSchool(async (school) => say(await (await access()).blockAccount(school, { login, conta }, false))),
);

ofAccount('tirar-segundo-fator', 'tira o segundo fator de quem o perdeu; sessões e aparelhos terminam na hora').action(
  (login: string, { conta }: WhichAccount) =>
    withSchool(async (school) => say(await (await access()).takeFactors(school, { login, conta }))),
);

ofAccount('dar-papel', 'dá um papel a uma pessoa')
  .addArgument(role())
  .action((login: string, papel: Role, { conta }: WhichAccount) =>
    withSchool(async (school) => say(await (await access()).giveAccountRole(school, { login, conta }, papel))),
  );

ofAccount('encerrar-papel', 'tira um papel de uma pessoa; sessões e aparelhos terminam na hora')
  .addArgument(role())
  .action((login: string, papel: Role, { conta }: WhichAccount) =>
    withSchool(async (school) => say(await (await access()).endAccountRole(school, { login, conta }, papel))),
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
      const { inviteAll } = await import('../src/server/school/students/invitations.ts');
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
  .action((folder: string | undefined, { escola, conferir: isTrial }: { escola?: string; conferir: boolean }) => {
    if (folder === undefined && (escola !== undefined || isTrial)) throw new UsageError('Diga a pasta dos livros.');
    return withSchool(async (school) => {
      if (folder !== undefined) {
        const { installFolder } = await import('../src/server/operate/admin/install-books.ts');
        const lines = await showProgress('Livros', 'livros', (onProgress) =>
          installFolder(school, folder, { escola, isTrial, onProgress }),
        );
        for (const line of lines) say(line);
        return;
      }
      const { installBooks } = await import('../src/server/operate/admin/install-books.ts');
      const { added, livros, unidades, audios, palavras, questoes } = await showProgress('Livros', 'livros', (tell) =>
        installBooks(school, tell),
      );
      say(
        added.length > 0
          ? `Livros novos: ${added.join(', ')}.`
          : 'Os livros já estavam instalados: textos atualizados.',
      );
      say(
        `No catálogo: ${livros} livros, ${unidades} unidades, ${audios} áudios, ${palavras} palavras, ${questoes} questões.`,
      );
    });
  });

program
  .command('criar-exemplares')
  .description('cria exemplares de um livro para uma unidade e escreve os códigos, uma vez, para impressão')
  .requiredOption('--livro <código>')
  .requiredOption('--unidade <nome>')
  .requiredOption('--quantidade <número>', 'até 1000')
  .argument('<arquivo>', 'a planilha nova, em CSV')
  .action((file: string, { livro, unidade, quantidade }: Record<'livro' | 'unidade' | 'quantidade', string>) =>
    withSchool(async (school) => {
      const { makeCopiesByCommand } = await import('../src/server/operate/admin/make-copies-by-command.ts');
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
  .action(async (name: SyncTable, file: string, { testar: isTrial, conflitos }: ImportOptions) => {
    if (!existsSync(file)) throw new Complaint(`O arquivo ${file} não existe.`);
    await withSchool(async (school) => {
      const { importTable } = await import('../src/server/operate/import/import.ts');
      const { kinds } = await import('../src/server/operate/import/kinds.ts');
      const { conflictTable, countsOf, remarksOf } = await import('../src/server/operate/import/tally.ts');
      const started = performance.now();
      const source = { tabela: name };
      const onWait = () => say('Outra importação está em andamento: esta espera até que ela termine.');
      const tally = await showProgress('Planilha', 'linhas', (onProgress) =>
        importTable(school, kinds[name], readFileSync(file), { source, isTrial, onProgress, onWait }),
      );
      const seconds = ((performance.now() - started) / 1000).toFixed(1).replace('.', ',');
      const what = `${countsOf(tally)} (${seconds} s).`;
      for (const remark of remarksOf(tally)) say(remark);
      if (conflitos !== undefined) writeOver(conflitos, conflictTable(tally.conflicts ?? []));
      say(isTrial ? `Está tudo certo; nada foi gravado: seriam ${what}` : `Gravado: ${what}`);
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
  .action((name: SyncTable, file: string | undefined) =>
    withSchool(async (school) => {
      const { exportTable } = await import('../src/server/operate/import/kinds.ts');
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
      const { vapidKeys } = await import('../src/server/messages/devices/vapid.ts');
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
    withSchool(async (school) => {
      const { sendAgainByCommand, printFailedEmails } = await import('../src/server/operate/admin/failed-emails.ts');
      say(
        enviar === undefined
          ? await printFailedEmails(school)
          : await sendAgainByCommand(school, enviar === true ? [] : enviar),
      );
    }),
  );

program
  .command('expirar-pedidos')
  .description('cancela agora os pedidos que não foram pagos no prazo')
  .action(() =>
    withSchool(async (school) => {
      const { expireOrders } = await import('../src/server/money/orders/end-order.ts');
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
      const { removeDemo } = await import('../src/server/operate/admin/remove-demo.ts');
      const { removeFiles } = await import('../src/server/core/ports/remove-files.ts');
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
addPaymentCommands(program);
addSchoolCommands(program);

await program.parseAsync().catch(async (error: unknown) => {
  if (error instanceof UsageError) program.error(error.message);
  const { TableRefused } = await import('../src/server/operate/import/table.ts');
  const { ConfigError } = await import('../src/server/config.ts');
  const { ContentError } = await import('../src/server/core/content/read-yaml.ts');
  if (error instanceof TableRefused) {
    const shown = error.faults.slice(0, MAX_FAULTS_SHOWN);
    const lines = shown.map(({ line, column, text, value, who }) => {
      const cell = [who, value && `“${value}”`].filter(Boolean).join(': ');
      return `linha ${line}${column ? `, ${column}` : ''}: ${text}${cell && ` (${cell})`}`;
    });
    const more = error.faults.length - shown.length;
    if (more > 0) lines.push(`… e mais ${more}.`);
    process.stderr.write(`${lines.join('\n')}\n\nNada foi gravado: ${plural(error.faults.length, 'erro', 'erros')}.\n`);
  } else if (error instanceof Complaint || error instanceof ConfigError || error instanceof ContentError)
    process.stderr.write(`${error.message}\n`);
  else process.stderr.write(`Não deu certo: ${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
});
