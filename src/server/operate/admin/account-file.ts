import { readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import { z } from 'zod';
import { inLine, linesOf, readYaml } from '../../core/content/read-yaml.ts';
import { type AccountKind, AccountSettings, AsaasSettings } from '../../core/ports/payments/account-settings.ts';
import { ownCertificate } from '../../core/ports/payments/bank-client.ts';
import { Complaint } from './complaint.ts';

const Text = z.string().trim().min(1).max(500);
/** The file that describes an account. Certificates are separate files, with paths relative to its folder. */
const BankFile = z.strictObject({
  tipo: z.literal('pix-bcb'),
  instituicao: z.string().trim().min(2).max(80),
  chave_pix: Text,
  endereco: Text,
  endereco_do_token: Text,
  client_id: Text,
  client_secret: Text,
  credenciais_em: z.enum(['cabecalho', 'formulario']).optional(),
  escopos: Text.optional(),
  parametros: z.record(z.string(), z.string()).optional(),
  certificado: Text.optional(),
  chave_do_certificado: Text.optional(),
  pfx: Text.optional(),
  senha_do_pfx: z.string().optional(),
  autoridade: Text.optional(),
});

const AsaasFile = z.strictObject({
  tipo: z.literal('asaas'),
  ambiente: z.enum(['producao', 'sandbox']).default('producao'),
  /** Replaces the provider's address, for a test double. */
  endereco: Text.optional(),
  chave_da_api: Text,
  senha_dos_avisos: Text,
  email: Text,
  autoridade: Text.optional(),
});
const AccountFile = z.discriminatedUnion('tipo', [BankFile, AsaasFile]);

/** Page “Autenticação” of docs.asaas.com. */
const ASAAS = { producao: 'https://api.asaas.com/v3', sandbox: 'https://api-sandbox.asaas.com/v3' };

/** The line of the file for each setting. */
const lines: Readonly<Record<string, string>> = {
  url: 'endereco',
  tokenUrl: 'endereco_do_token',
  clientId: 'client_id',
  clientSecret: 'client_secret',
  scope: 'escopos',
  query: 'parametros',
  cert: 'certificado',
  key: 'chave_do_certificado',
  pfx: 'pfx',
  passphrase: 'senha_do_pfx',
  ca: 'autoridade',
  chave: 'chave_pix',
  apiKey: 'chave_da_api',
  webhookToken: 'senha_dos_avisos',
  email: 'email',
};

/** An account as its file describes it. */
export interface AccountOfFile {
  tipo: AccountKind;
  instituicao: string;
  settings: AccountSettings | AsaasSettings;
}

/**
 * Reads the YAML file of an account and the files that it names.
 *
 * @throws Complaint or ContentError. No message holds a value of the file: they are secrets.
 */
export function readAccountFile(path: string): AccountOfFile {
  const folder = dirname(resolve(path));
  const file = readYaml(folder, basename(path), AccountFile);
  const read = (name: string | undefined, encoding: 'utf8' | 'base64') => {
    if (name === undefined) return undefined;
    try {
      return readFileSync(resolve(folder, name), encoding);
    } catch {
      throw new Complaint(`Não é possível ler ${name}, que ${basename(path)} cita.`);
    }
  };
  const ca = read(file.autoridade, 'utf8');
  const parsed =
    file.tipo === 'asaas'
      ? AsaasSettings.safeParse({
          url: file.endereco ?? ASAAS[file.ambiente],
          apiKey: file.chave_da_api,
          webhookToken: file.senha_dos_avisos,
          email: file.email,
          ca,
        })
      : AccountSettings.safeParse({
          url: file.endereco,
          tokenUrl: file.endereco_do_token,
          clientId: file.client_id,
          clientSecret: file.client_secret,
          tokenAuth: file.credenciais_em === 'formulario' ? 'form' : 'basic',
          scope: file.escopos,
          query: file.parametros,
          cert: read(file.certificado, 'utf8'),
          key: read(file.chave_do_certificado, 'utf8'),
          pfx: read(file.pfx, 'base64'),
          passphrase: file.senha_do_pfx,
          ca,
          chave: file.chave_pix,
        });
  if (parsed.success) {
    if ('clientId' in parsed.data) requireCertificate(parsed.data, basename(path));
    const instituicao = file.tipo === 'asaas' ? 'Asaas' : file.instituicao;
    return { tipo: file.tipo, instituicao, settings: parsed.data };
  }
  const lineAt = linesOf(readFileSync(path, 'utf8'));
  const faults = parsed.error.issues.map(({ path: [key] }) => {
    if (key === undefined) return `${basename(path)}: certificado e chave_do_certificado vão juntos.`;
    const name = lines[String(key)] ?? String(key);
    return `${basename(path)}: ${name}: valor que não serve${inLine(lineAt([name]))}`;
  });
  throw new Complaint(faults.join('\n'));
}

/** @throws Complaint about a certificate that its password or key does not open: no bank could be reached with it */
function requireCertificate(settings: AccountSettings, file: string): void {
  try {
    createSecureContext(ownCertificate(settings));
  } catch {
    throw new Complaint(
      settings.pfx
        ? `${file}: pfx: não abre com esta senha_do_pfx`
        : `${file}: certificado: não combina com esta chave_do_certificado`,
    );
  }
}
