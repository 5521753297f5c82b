import type { Command } from 'commander';
import { readAccountFile } from '../src/server/admin/account-file.ts';
import { Complaint } from '../src/server/admin/complaint.ts';
import {
  endAccount,
  registerMessages,
  setAccount,
  tellAccounts,
  tryPayments,
} from '../src/server/admin/payment-accounts.ts';
import type { School } from '../src/server/http/ctx.ts';

type WithSchool = (work: (school: School) => Promise<void>) => Promise<void>;
const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Commands for the accounts in which units receive. */
export function addPaymentCommands(program: Command, withSchool: WithSchool): void {
  program
    .command('pagamentos-da-unidade')
    .description('diz em que conta uma unidade recebe; sem unidade, mostra as contas')
    .option('--unidade <nome>')
    .option('--encerrar', 'a unidade não recebe mais em conta própria', false)
    .argument('[arquivo]', 'a conta, em YAML: veja docs/operations.md')
    .action((file: string | undefined, { unidade, encerrar }: { unidade?: string; encerrar: boolean }) =>
      withSchool(async (school) => {
        if (unidade === undefined) {
          if (file !== undefined || encerrar) throw new Complaint('Diga a unidade com --unidade.');
          say(await tellAccounts(school));
        } else if (encerrar) say(await endAccount(school, unidade));
        else if (file === undefined) throw new Complaint('Diga o arquivo da conta, ou --encerrar.');
        else say(await setAccount(school, unidade, readAccountFile(file)));
      }),
    );

  program
    .command('registrar-avisos')
    .description('diz ao banco de uma unidade o endereço dos avisos de pagamento')
    .requiredOption('--unidade <nome>')
    .action(({ unidade }: { unidade: string }) =>
      withSchool(async (school) => say(await registerMessages(school, unidade))),
    );

  program
    .command('testar-pagamentos')
    .description('faz cada pedido que o portal faz ao banco, sem mover dinheiro; termina com 1 se um falha')
    .option('--unidade <nome>', 'a conta desta unidade; sem ela, o serviço de PAYMENTS')
    .action(({ unidade }: { unidade?: string }) =>
      withSchool(async (school) => {
        let failed = 0;
        for await (const { what, problem } of tryPayments(school, unidade)) {
          say(problem === null ? `ok     ${what}` : `ERRO   ${what}\n       ${problem}`);
          if (problem !== null) failed += 1;
        }
        if (failed > 0) throw new Complaint('Nem tudo respondeu como deve.');
        say('Tudo respondeu como deve. Nenhum dinheiro se moveu.');
      }),
    );
}
