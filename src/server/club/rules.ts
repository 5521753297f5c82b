import type { z } from 'zod';
import type { RuleCode, RulePeriod } from '#lib/contract/club.schema.ts';
import { routes } from '#lib/routes.ts';
import type { Db } from '../core/db/connection.ts';
import { onePage } from '../core/db/keyset.ts';
import { prepared } from '../core/db/prepared.ts';
import { ownSchool } from '../core/http/access.ts';
import { audit } from '../core/http/audit.ts';
import type { Ctx } from '../core/http/ctx.ts';
import { requireReauthenticationAbove } from '../core/http/reauthentication.ts';
import { forbidden } from '../core/http/refusal.ts';
import type { updatePointRuleInput } from './inputs.ts';

/** A rule with the values of one school. */
export interface Rule {
  codigo: RuleCode;
  nome: string;
  descricao: string;
  pontos: number;
  periodo: RulePeriod;
  /** Max. credits in a period; null: unlimited. */
  limite: number | null;
  /** Days until the points expire; null: never. */
  validade_dias: number | null;
  ativo: boolean;
  atualizado_em: string | null;
  path: string | null;
}

type Start = Pick<Rule, 'nome' | 'descricao' | 'pontos' | 'periodo' | 'limite'> & { path?: string };

/** The default values. A school's changes are in `point_rules`. */
const starts: Readonly<Record<RuleCode, Start>> = {
  presenca: {
    nome: 'Presença na aula',
    descricao: 'Cada presença conta.',
    pontos: 10,
    periodo: 'dia',
    limite: 2,
    path: routes.onlineClasses.list(),
  },
  unidade: {
    nome: 'Unidade concluída',
    descricao: 'Ouça os áudios, aprenda as palavras e passe no teste da unidade.',
    pontos: 120,
    periodo: 'semana',
    limite: 2,
    path: routes.pedagogico.list(),
  },
  atividade: {
    nome: 'Atividade no prazo',
    descricao: 'Envie a atividade até o dia combinado.',
    pontos: 30,
    periodo: 'semana',
    limite: 3,
    path: routes.pedagogico.list(),
  },
  teste_nivel: {
    nome: 'Teste de nível',
    descricao: 'Faça o teste de nível até o fim.',
    pontos: 100,
    periodo: 'ano',
    limite: 1,
    path: routes.englishTest(),
  },
  indicacao: {
    nome: 'Indicação de amigo',
    descricao: 'Seu amigo fala com a escola pelo seu convite. Os pontos entram quando ele se matricula.',
    pontos: 500,
    periodo: 'mes',
    limite: 5,
    path: routes.club.earn(),
  },
  indicacao_matricula: {
    nome: 'Amigo matriculado',
    descricao: 'O amigo que você indicou se matricula.',
    pontos: 1000,
    periodo: 'sempre',
    limite: null,
    path: routes.club.earn(),
  },
  aniversario: {
    nome: 'Aniversário',
    descricao: 'Um presente da escola no seu dia.',
    pontos: 50,
    periodo: 'ano',
    limite: 1,
  },
};

const VALID_DAYS = 365;
const codes = Object.keys(starts) as RuleCode[];

const changedRules = prepared((db, escolaId: number) =>
  db.selectFrom('point_rules').selectAll().where('escola_id', '=', escolaId),
);

/** All rules of a school. @param escolaId null: no school, so the default values */
export async function rulesOf(db: Db, escolaId: number | null): Promise<Rule[]> {
  const changed = await changedRules(db, ownSchool({ escolaId }));
  return codes.map((codigo) => {
    const { path = null, ...start } = starts[codigo];
    const known = changed.find((row) => row.codigo === codigo);
    if (!known) return { codigo, ...start, path, validade_dias: VALID_DAYS, ativo: true, atualizado_em: null };
    const { pontos, periodo, limite, validade_dias, ativo, atualizado_em } = known;
    return { codigo, ...start, path, pontos, periodo, limite, validade_dias, ativo, atualizado_em };
  });
}

export async function ruleOf(db: Db, escolaId: number | null, codigo: RuleCode): Promise<Rule> {
  const rule = (await rulesOf(db, escolaId)).find((each) => each.codigo === codigo);
  if (!rule) throw new Error(`There is no rule ${codigo}`);
  return rule;
}

const present = ({ path, ...rule }: Rule) => rule;

/** The rules of the manager's own school. */
export async function listPointRules({ db, session }: Ctx) {
  const rules = await rulesOf(db, session.escolaId);
  return onePage(rules.map((rule) => ({ id: codes.indexOf(rule.codigo) + 1, ...present(rule) })));
}

/** Changes a rule of the manager's own school. Earned points stay. @throws Refusal 403 without a school */
export async function updatePointRule(
  ctx: Ctx,
  codigo: RuleCode,
  input: Omit<z.output<typeof updatePointRuleInput>, 'codigo'>,
) {
  const { escolaId, userId } = ctx.session;
  if (escolaId === null) throw forbidden('As regras são de cada escola: entre com uma conta ligada a uma escola.');
  const { pontos, periodo, limite, validade_dias, ativo } = await ruleOf(ctx.db, escolaId, codigo);
  if (input.ativo && (input.pontos > pontos || !ativo))
    await requireReauthenticationAbove(ctx, ctx.db, { pontos: input.pontos });
  const columns = {
    pontos: input.pontos,
    periodo: input.periodo,
    limite: input.limite ?? null,
    validade_dias: input.validade_dias ?? null,
    ativo: input.ativo,
    atualizado_em: ctx.now().toISOString(),
    por_user_id: userId,
  };
  await ctx.db
    .insertInto('point_rules')
    .values({ escola_id: escolaId, codigo, ...columns })
    .onConflict((known) => known.columns(['escola_id', 'codigo']).doUpdateSet(columns))
    .execute();
  const { atualizado_em, por_user_id, ...depois } = columns;
  await audit(ctx, 'point-rule-update', `point-rule:${codigo}`, {
    antes: { pontos, periodo, limite, validade_dias, ativo },
    depois,
  });
  return present(await ruleOf(ctx.db, escolaId, codigo));
}
