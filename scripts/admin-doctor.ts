import type { Command } from 'commander';
import { plural } from '../src/lib/format/money.ts';
import { commandName } from './command-name.ts';

const MARKS = { ok: 'ok    ', aviso: 'AVISO ', erro: 'ERRO  ' } as const;

/** The command that checks an installation and prints what to do. */
export function addDoctorCommand(program: Command): void {
  program
    .command('doctor')
    .description('confere a instalação e diz o que fazer; não muda nada; termina com 1 se há um erro')
    .option('--enviar-para <e-mail>', 'envia também um e-mail de teste')
    .option('--json', 'o resultado em JSON', false)
    .action(async ({ enviarPara, json }: { enviarPara?: string; json: boolean }) => {
      const { examine } = await import('../src/server/operate/doctor/examine.ts');
      const { namesInFile } = await import('../src/server/read-settings.ts');
      const inFile = namesInFile();
      if (inFile.length > 0) process.loadEnvFile('.env');
      const findings = await examine({ env: process.env, inFile, ...(enviarPara && { recipient: enviarPara }) });
      const count = (level: keyof typeof MARKS) => findings.filter((one) => one.level === level).length;
      if (json) process.stdout.write(`${JSON.stringify({ findings }, null, 2)}\n`);
      else {
        for (const { point, level, found, todo } of findings) {
          process.stdout.write(`${MARKS[level]}${point}: ${found}\n`);
          if (todo) process.stdout.write(`      → ${todo.replaceAll('npm run admin --', commandName('admin'))}\n`);
        }
        process.stdout.write(
          `\n${plural(count('erro'), 'erro', 'erros')}, ${plural(count('aviso'), 'aviso', 'avisos')}.\n`,
        );
      }
      if (count('erro') > 0) process.exitCode = 1;
    });
}
