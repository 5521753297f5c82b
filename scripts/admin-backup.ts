import type { Command } from 'commander';
import { formatBytes } from '../src/lib/format/interval.ts';
import { plural } from '../src/lib/format/money.ts';
import { showProgress } from '../src/process/progress.ts';
import type { Config } from '../src/server/config.ts';
import { Complaint, UsageError } from '../src/server/operate/admin/complaint.ts';
import type { Manifest } from '../src/server/operate/backup/manifest.ts';
import { say } from './with-school.ts';

const settings = async () => (await import('../src/server/read-settings.ts')).loadSettings();

/** The backup chosen by the operator. */
async function findIn(origem: string | undefined, config: Config) {
  const { findBackup } = await import('../src/server/operate/backup/read-backup.ts');
  const { openTarget } = await import('../src/server/operate/backup/target.ts');
  return findBackup((name) => openTarget(name, config), sourceOf(origem, config));
}

/** The unit of the progress bar while a backup is read. */
const PIECES = 'linhas e arquivos';

/** The contents of a backup, in one line each. */
async function sayContents({ tables, files, parts, encrypted, missing, made_at, version, engine, steps }: Manifest) {
  const { rowsOf } = await import('../src/server/operate/backup/manifest.ts');
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

/** Commands to back up and restore a portal. */
export function addBackupCommands(program: Command): void {
  program
    .command('backup')
    .description('copia banco, arquivos e segredo de um mesmo instante, com o portal em funcionamento')
    .argument('[destino]', 'uma pasta, ou s3://balde/pasta; sem ele, BACKUP_TARGET')
    .option('--manter <prazos>', 'apaga depois as cópias mais antigas, menos estas: 7d,4w,6m; sem ela, BACKUP_KEEP')
    .option('--sem-senha', 'não cifra: quem alcança a cópia lê tudo', false)
    .action(async (destino: string | undefined, { manter, semSenha }: { manter?: string; semSenha: boolean }) => {
      const config = await settings();
      const place = destino ?? config.BACKUP_TARGET;
      if (!place) throw new UsageError('Diga o destino: uma pasta, ou s3://balde/pasta (ou ponha BACKUP_TARGET).');
      const keep = manter === undefined ? config.BACKUP_KEEP : await keepOf(manter);
      const passphrase = semSenha ? null : config.BACKUP_PASSPHRASE;
      if (passphrase === undefined)
        throw new Complaint(
          'BACKUP_PASSPHRASE: ponha uma senha de 12 caracteres ou mais, e guarde-a fora deste servidor. Ou use --sem-senha.',
        );
      // A backup contains the data of everybody.
      process.umask(0o077);
      const { openTarget } = await import('../src/server/operate/backup/target.ts');
      const { makeBackup } = await import('../src/server/operate/backup/make-backup.ts');
      const { dropOldBackups } = await import('../src/server/operate/backup/make-backup.ts');
      const { runningVersion, versionText } = await import('../src/server/version.ts');
      const target = await openTarget(place, config);
      const started = performance.now();
      const now = new Date();
      const version = versionText(runningVersion);
      const { name, manifest } = await showProgress('Cópia', 'tabelas e arquivos', (onProgress) =>
        makeBackup(config, { target, passphrase, version, now, onProgress }),
      );
      say(`Cópia ${name} em ${place}, em ${((performance.now() - started) / 1000).toFixed(1).replace('.', ',')} s.`);
      await sayContents(manifest);
      const dropped = await dropOldBackups(target, keep, now);
      if (dropped.length > 0) say(`Apagadas: ${dropped.join(', ')}.`);
    });

  program
    .command('verify')
    .description('lê uma cópia inteira e confere cada soma, sem restaurar')
    .argument('[origem]', 'a cópia, ou o lugar delas: então a mais nova; sem ela, BACKUP_TARGET')
    .action(async (origem: string | undefined) => {
      const config = await settings();
      const { target, backup } = await findIn(origem, config);
      const { readBackup } = await import('../src/server/operate/backup/read-backup.ts');
      const manifest = await showProgress('Conferência', PIECES, (onProgress) =>
        readBackup(target, backup, config.BACKUP_PASSPHRASE, undefined, onProgress),
      );
      say(`A cópia ${backup} está inteira.`);
      await sayContents(manifest);
    });

  program
    .command('restore')
    .description('restaura uma cópia em um lugar vazio, e compara tudo com ela')
    .argument('[origem]', 'a cópia, ou o lugar delas: então a mais nova; sem ela, BACKUP_TARGET')
    .action(async (origem: string | undefined) => {
      const config = await settings();
      const { target, backup } = await findIn(origem, config);
      const passphrase = config.BACKUP_PASSPHRASE;
      const { restoreBackup } = await import('../src/server/operate/backup/restore-backup.ts');
      const { manifest, waiting, otherSecret } = await showProgress('Restauração', PIECES, (onProgress) =>
        restoreBackup(config, { target, backup, passphrase, onProgress }),
      );
      say(`A cópia ${backup} foi restaurada: cada linha e cada arquivo é igual.`);
      await sayContents(manifest);
      if (waiting > 0) say(`O próximo início do portal roda ${plural(waiting, 'passo', 'passos')} do esquema.`);
      if (otherSecret !== null)
        say(
          `SECRET é outro que o da cópia, que está em ${otherSecret}: ponha o texto dele em SECRET (ou em SECRET_PREVIOUS) e apague o arquivo. Sem isso todos entram de novo, e links e ingressos acabam.`,
        );
    });
}

const sourceOf = (origem: string | undefined, { BACKUP_TARGET }: Config): string => {
  const source = origem ?? BACKUP_TARGET;
  if (!source) throw new UsageError('Diga a cópia: uma pasta, ou s3://balde/pasta (ou ponha BACKUP_TARGET).');
  return source;
};

async function keepOf(text: string) {
  const { readKeep } = await import('../src/server/operate/backup/keep.ts');
  try {
    return readKeep(text);
  } catch (error) {
    throw new UsageError(`--manter: ${(error as Error).message}`);
  }
}
