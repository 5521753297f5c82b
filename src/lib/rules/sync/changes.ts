import type { ChangeKind } from '#lib/contract/sync-changes.schema.ts';
import type { Right } from '../people/rights.ts';

/** What can be exported to other systems: a user who sees it in the panel may allow a key to read it. */
export const changeKinds: Readonly<Record<ChangeKind, { name: string; right: Right }>> = {
  pessoas: { name: 'Alunos', right: 'alunos' },
  turmas: { name: 'Turmas', right: 'turmas' },
  matriculas: { name: 'Alunos das turmas', right: 'turmas' },
  parcelas: { name: 'Parcelas e pagamentos', right: 'financeiro' },
  pedidos: { name: 'Pedidos', right: 'pedidos' },
  contatos: { name: 'Contatos', right: 'contatos' },
  faltas: { name: 'Avisos de falta', right: 'turmas' },
  chamadas: { name: 'Aulas e chamadas', right: 'turmas' },
};

export const CHANGE_KINDS = Object.keys(changeKinds) as readonly ChangeKind[];
