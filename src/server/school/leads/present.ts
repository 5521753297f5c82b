import { brands } from '#lib/brand.ts';
import { formatPhone } from '#lib/format/documents.ts';
import { pageName } from '#lib/rules/leads/source.ts';
import type { HistoryRow, NamedLead } from './queries.ts';

const named = (id: number | null, nome: string | null) => (id === null || nome === null ? null : { id, nome });
const levelOf = (result: string | null) => result && (JSON.parse(result) as { nivel: string }).nivel;
const marks = (utm: string | null) => (utm === null ? null : (JSON.parse(utm) as Record<string, string>));

/** A person who asked the school for contact. */
export const presentLead = (row: NamedLead) => ({
  id: row.id,
  nome: row.nome,
  /** Ten or eleven digits. */
  telefone: row.telefone,
  /** The formatted telephone. */
  telefone_escrito: formatPhone(row.telefone),
  email: row.email,
  cidade: row.cidade,
  /** The address of the page, such as `/knn-orlando`. */
  pagina: row.pagina,
  /** The name of the page; for a lead recorded by the office, how the person came. */
  origem: pageName(row.pagina),
  /** The result of the level test. */
  nivel: levelOf(row.teste),
  /** The member who referred the person. */
  indicado_por: row.indicado_por,
  marca_nome: brands[row.marca].name,
  utm: marks(row.utm),
  unidade: named(row.unidade_id, row.unidade),
  estado: row.status,
  motivo: row.motivo,
  responsavel: named(row.responsavel_user_id, row.responsavel),
  proximo_em: row.proximo_em,
  /** `HH:MM` */
  proximo_hora: row.proximo_hora,
  proximo_passo: row.proximo_passo,
  /** When the person last wrote, and how often. */
  enviado_em: row.enviado_em,
  envios: Number(row.envios ?? 0),
  consentimento_em: row.consentimento_em,
});

export type Lead = ReturnType<typeof presentLead>;

/** An entry of the history. */
export const presentEvent = ({ id, kind, created_at, quem, texto, status, pagina, marca, nome, utm }: HistoryRow) => ({
  id,
  tipo: kind,
  em: created_at,
  /** The member of staff; null: the person, or a deleted account. */
  quem,
  texto,
  estado: status,
  origem: pageName(pagina ?? ''),
  marca_nome: marca && brands[marca].name,
  nome,
  utm: marks(utm),
});
