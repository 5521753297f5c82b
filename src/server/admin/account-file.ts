import { readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { z } from 'zod';
import { inLine, linesOf, readYaml } from '../content/read-yaml.ts';
import { AccountSettings, accountKinds } from '../ports/payments/account-settings.ts';
import { Complaint } from './complaint.ts';

const Text = z.string().trim().min(1).max(500);
/** The file that describes an account. Certificates lie in files of their own, named from its folder. */
const AccountFile = z.strictObject({
  tipo: z.enum(accountKinds),
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

/** Which line of the file a setting comes from. */
const lines: Partial<Record<keyof AccountSettings, keyof z.output<typeof AccountFile>>> = {
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
};

/** An account as its file describes it. */
export interface AccountOfFile {
  tipo: (typeof accountKinds)[number];
  instituicao: string;
  settings: AccountSettings;
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
  const parsed = AccountSettings.safeParse({
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
    ca: read(file.autoridade, 'utf8'),
    chave: file.chave_pix,
  });
  if (parsed.success) return { tipo: file.tipo, instituicao: file.instituicao, settings: parsed.data };
  const lineAt = linesOf(readFileSync(path, 'utf8'));
  const faults = parsed.error.issues.map(({ path: [key] }) => {
    if (key === undefined) return `${basename(path)}: certificado e chave_do_certificado vão juntos.`;
    const name = lines[key as keyof AccountSettings] ?? String(key);
    return `${basename(path)}: ${name}: valor que não serve${inLine(lineAt([name]))}`;
  });
  throw new Complaint(faults.join('\n'));
}
