import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import { formatBytes } from '../src/lib/format/interval.ts';
import { plural } from '../src/lib/format/money.ts';
import { Complaint } from '../src/server/admin/complaint.ts';
import { dropOldBackups } from '../src/server/backup/drop-old.ts';
import { readKeep } from '../src/server/backup/keep.ts';
import { makeBackup } from '../src/server/backup/make-backup.ts';
import { type Manifest, rowsOf } from '../src/server/backup/manifest.ts';
import { findBackup, readBackup } from '../src/server/backup/read-backup.ts';
import { restoreBackup } from '../src/server/backup/restore-backup.ts';
import { openTarget } from '../src/server/backup/target.ts';
import { type Config, readConfig } from '../src/server/config.ts';
import { runningVersion, versionText } from '../src/server/version.ts';

const say = (text: string): void => void process.stdout.write(`${text}\n`);

function settings(): Config {
  if (existsSync('.env')) process.loadEnvFile('.env');
  return readConfig(process.env);
}

/** What a backup holds, in one line each. */
function sayContents({ tables, files, parts, encrypted, missing, made_at, version, engine, steps }: Manifest): void {
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  say(`Feita em ${made_at} pela versão ${version}, de ${engine === 'sqlite' ? 'SQLite' : 'PostgreSQL'}.`);
  say(
    `Banco: ${plural(Object.keys(tables).length, 'tabela', 'tabelas')}, ${plural(rowsOf({ tables }), 'linha', 'linhas')}, esquema ${steps.at(-1)}.`,
  );
  say(`Arquivos: ${files.count} (${formatBytes(files.bytes)}).`);
  say(
    `Tamanho: ${formatBytes(bytes)} em ${plural(parts.length, 'parte', 'partes')}, ${encrypted ? 'cifrada' : 'sem senha'}.`,
  );
  if (missing.length > 0)
    say(
      `Atenção: ${plural(missing.length, 'arquivo que o banco cita não estava', 'arquivos que o banco cita não estavam')} no lugar: ${missing.slice(0, 5).join(', ')}${missing.length > 5 ? ' …' : ''}`,
    );
}

/** Commands that back a portal up and restore it. */
export function addBackupCommands(program: Command): void {
  program
    .command('backup')
    .description('copia banco, arquivos e segredo de um mesmo instante, com o portal em funcionamento')
    .argument('[destino]', 'uma pasta, ou s3://balde/pasta; sem ele, BACKUP_TARGET')
    .option('--manter <prazos>', 'apaga depois as cópias mais antigas, menos estas: 7d,4w,6m; sem ela, BACKUP_KEEP')
    .option('--sem-senha', 'não cifra: quem alcança a cópia lê tudo', false)
    .action(async (destino: string | undefined, { manter, semSenha }: { manter?: string; semSenha: boolean }) => {
      const config = settings();
      const place = destino ?? config.BACKUP_TARGET;
      if (!place) throw new Complaint('Diga o destino: uma pasta, ou s3://balde/pasta (ou ponha BACKUP_TARGET).');
      const keep = manter === undefined ? config.BACKUP_KEEP : keepOf(manter);
      const passphrase = semSenha ? null : config.BACKUP_PASSPHRASE;
      if (passphrase === undefined)
        throw new Complaint(
          'BACKUP_PASSPHRASE: ponha uma senha de 12 caracteres ou mais, e guarde-a fora deste servidor. Ou use --sem-senha.',
        );
      // Who reads a backup reads everybody's data.
      process.umask(0o077);
      const target = await openTarget(place, config);
      const started = performance.now();
      const now = new Date();
      const { name, manifest } = await makeBackup(config, {
        target,
        passphrase,
        version: versionText(runningVersion),
        now,
      });
      say(`Cópia ${name} em ${place}, em ${((performance.now() - started) / 1000).toFixed(1).replace('.', ',')} s.`);
      sayContents(manifest);
      const dropped = await dropOldBackups(target, keep, now);
      if (dropped.length > 0) say(`Apagadas: ${dropped.join(', ')}.`);
    });

  program
    .command('verify')
    .description('lê uma cópia inteira e confere cada soma, sem restaurar')
    .argument('[origem]', 'a cópia, ou o lugar delas: então a mais nova; sem ela, BACKUP_TARGET')
    .action(async (origem: string | undefined) => {
      const config = settings();
      const { target, backup } = await findBackup((name) => openTarget(name, config), sourceOf(origem, config));
      const manifest = await readBackup(target, backup, config.BACKUP_PASSPHRASE);
      say(`A cópia ${backup} está inteira.`);
      sayContents(manifest);
    });

  program
    .command('restore')
    .description('restaura uma cópia em um lugar vazio, e compara tudo com ela')
    .argument('[origem]', 'a cópia, ou o lugar delas: então a mais nova; sem ela, BACKUP_TARGET')
    .action(async (origem: string | undefined) => {
      const config = settings();
      const { target, backup } = await findBackup((name) => openTarget(name, config), sourceOf(origem, config));
      const passphrase = config.BACKUP_PASSPHRASE;
      const { manifest, waiting, otherSecret } = await restoreBackup(config, { target, backup, passphrase });
      say(`A cópia ${backup} foi restaurada: cada linha e cada arquivo é igual.`);
      sayContents(manifest);
      if (waiting > 0) say(`O próximo início do portal roda ${plural(waiting, 'passo', 'passos')} do esquema.`);
      if (otherSecret !== null)
        say(
          `SECRET é outro que o da cópia, que está em ${otherSecret}: ponha o texto dele em SECRET (ou em SECRET_PREVIOUS) e apague o arquivo. Sem isso todos entram de novo, e links e ingressos acabam.`,
        );
    });
}

const sourceOf = (origem: string | undefined, { BACKUP_TARGET }: Config): string => {
  const source = origem ?? BACKUP_TARGET;
  if (!source) throw new Complaint('Diga a cópia: uma pasta, ou s3://balde/pasta (ou ponha BACKUP_TARGET).');
  return source;
};

function keepOf(text: string) {
  try {
    return readKeep(text);
  } catch (error) {
    throw new Complaint(`--manter: ${(error as Error).message}`);
  }
}
