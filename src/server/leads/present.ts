import type { Lead, LeadEvent } from '#lib/contract/leads.schema.ts';
import type { HistoryRow, NamedLead } from './queries.ts';

const named = (id: number | null, nome: string | null) => (id === null || nome === null ? null : { id, nome });
const marks = (utm: string | null) => (utm === null ? null : (JSON.parse(utm) as Record<string, string>));

export const presentLead = (row: NamedLead): Lead => ({
  id: row.id,
  nome: row.nome,
  telefone: row.telefone,
  email: row.email,
  cidade: row.cidade,
  pagina: row.pagina,
  marca: row.marca,
  utm: marks(row.utm),
  unidade: named(row.unidade_id, row.unidade),
  estado: row.estado,
  motivo: row.motivo,
  responsavel: named(row.responsavel_user_id, row.responsavel),
  proximo_em: row.proximo_em,
  proximo_passo: row.proximo_passo,
  enviado_em: row.enviado_em,
  envios: Number(row.envios ?? 0),
  consentimento_em: row.consentimento_em,
});

export const presentEvent = ({
  id,
  tipo,
  em,
  quem,
  texto,
  estado,
  pagina,
  marca,
  nome,
  utm,
}: HistoryRow): LeadEvent => ({
  id,
  tipo,
  em,
  quem,
  texto,
  estado,
  pagina,
  marca,
  nome,
  utm: marks(utm),
});
