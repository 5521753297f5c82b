import type { Command } from 'commander';
import { Complaint, UsageError } from '../src/server/operate/admin/complaint.ts';
import { say, withSchool } from './with-school.ts';

const accounts = () => import('../src/server/operate/admin/payment-accounts.ts');

/** Commands for the payment accounts of units. */
export function addPaymentCommands(program: Command): void {
  program
    .command('pagamentos-da-unidade')
    .description('diz em que conta uma unidade recebe; sem unidade, mostra as contas')
    .option('--unidade <nome>')
    .option('--encerrar', 'a unidade não recebe mais em conta própria', false)
    .argument('[arquivo]', 'a conta, em YAML: veja docs/operations/money.md')
    .action((file: string | undefined, { unidade, encerrar }: { unidade?: string; encerrar: boolean }) => {
      if (unidade === undefined && (file !== undefined || encerrar))
        throw new UsageError('Diga a unidade com --unidade.');
      if (unidade !== undefined && file === undefined && !encerrar)
        throw new UsageError('Diga o arquivo da conta, ou --encerrar.');
      return withSchool(async (school) => {
        const { endAccount, setAccount, printAccounts } = await accounts();
        if (unidade === undefined) return say(await printAccounts(school));
        if (encerrar || file === undefined) return say(await endAccount(school, unidade));
        const { readAccountFile } = await import('../src/server/operate/admin/account-file.ts');
        say(await setAccount(school, unidade, readAccountFile(file)));
      });
    });

  program
    .command('registrar-avisos')
    .description('diz ao banco de uma unidade o endereço dos avisos de pagamento')
    .requiredOption('--unidade <nome>')
    .action(({ unidade }: { unidade: string }) =>
      withSchool(async (school) => say(await (await accounts()).registerMessages(school, unidade))),
    );

  program
    .command('testar-pagamentos')
    .description('faz cada pedido que o portal faz ao banco, sem mover dinheiro; termina com 1 se um falha')
    .option('--unidade <nome>', 'a conta desta unidade; sem ela, o serviço de PAYMENTS')
    .action(({ unidade }: { unidade?: string }) =>
      withSchool(async (school) => {
        const { tryPayments } = await accounts();
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
