import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NoticeKind } from '../../../../../src/lib/contract/inbox.schema.ts';
import { statusIds } from '../../../../../src/lib/rules/orders/status.ts';
import { safeNext } from '../../../../../src/lib/rules/routes/next-path.ts';
import {
  BODY_LENGTH,
  exampleText,
  kinds,
  type NoticeParams,
  noticeText,
  TITLE_LENGTH,
} from '../../../../../src/server/messages/inbox/kinds.ts';

const name = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.constant('Ana'),
);
const id = fc.integer({ min: 1, max: 999_999_999 });
const centavos = fc.integer({ min: 0, max: 9_999_999_999 });
const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const hora = fc.constantFrom('00:00', '07:30', '19:00');
const status = fc.constantFrom(...statusIds, 99);
const path = fc.constant('/financial');
const de = fc.option(name, { nil: undefined });

const anyParams: { [Kind in NoticeKind]: fc.Arbitrary<NoticeParams[Kind]> } = {
  nota_lancada: fc.record({ turmaId: id, turma: name, periodo: name }),
  correcao_pronta: fc.record({ turmaId: id, atividadeId: id, atividade: name }),
  aula_em_1h: fc.record({ turmaId: id, titulo: name, hora, online: fc.boolean(), sala: fc.option(name) }),
  aula_remarcada: fc.record({ turmaId: id, titulo: name, hora, dia: fc.constantFrom('hoje', 'quinta-feira, 24/11') }),
  atividade_nova: fc.record({
    turmaId: id,
    atividadeId: id,
    atividade: name,
    prazo: fc.option(fc.constantFrom('hoje', 'quinta-feira, 24/11')),
  }),
  aula_cancelada: fc.record({ turmaId: id, titulo: name, hora, dia: fc.constantFrom('hoje', 'quinta-feira, 24/11') }),
  falta_registrada: fc.record({
    ...{ turmaId: id, turma: name, hora, dia: fc.constantFrom('hoje', 'quinta-feira, 24/11'), de },
    corrigida: fc.constantFrom(true as const, undefined),
  }),
  mensagem_da_turma: fc.record({
    ...{ id, turma: name, texto: name.filter((text) => text.trim() !== ''), de },
    resposta: fc.constantFrom(true as const, undefined),
    por: fc.constantFrom('aluno' as const, 'responsavel' as const, undefined),
  }),
  parcela_lembrete: fc.record({ descricao: name, centavos, vencimento: day, dias: fc.nat(3), path, de }),
  parcela_paga: fc.record({ descricao: name, centavos, path, de }),
  pontos_vencem: fc.record({ pontos: fc.integer({ min: 1, max: 2_000_000_000 }), ate: day }),
  pedido_andou: fc.record({
    id,
    numero: fc.stringMatching(/^\d{4}-\d{6}$/),
    status,
    nota: fc.option(name),
    por: fc.option(fc.constantFrom('teste' as const, 'prazo' as const), { nil: undefined }),
  }),
  documento_recusado: fc.record({ documento: name, motivo: fc.option(name) }),
};

describe('texts of notices', () => {
  it.each(NoticeKind.options)('%s fits the limits of devices for any name, and links to a page', (kind) => {
    fc.assert(
      fc.property(anyParams[kind] as fc.Arbitrary<never>, (params) => {
        const { title, body, path: to } = noticeText(kind, params);
        expect(title.length).toBeLessThanOrEqual(TITLE_LENGTH);
        expect(body.length).toBeLessThanOrEqual(BODY_LENGTH);
        expect(title.trim()).not.toBe('');
        expect(body.trim()).not.toBe('');
        expect(safeNext(to)).toBe(to);
      }),
    );
  });

  it('the example text of each notice is as listed here', () => {
    const lines = NoticeKind.options.map((kind) => {
      const { title, body } = exampleText(kind);
      return `${kinds[kind].category} · ${title} · ${body}`;
    });
    expect(lines).toMatchInlineSnapshot(`
      [
        "aula · Suas notas saíram · As notas de 2º bimestre da turma Reach 1 · terça e quinta já estão no portal.",
        "aula · Sua atividade foi corrigida · Veja a correção de “My last trip” e o que o professor comentou.",
        "aula · Sua aula começa às 19:00 · Travel plans, online. A sala abre 10 minutos antes.",
        "aula · Aula cancelada: hoje, 19:00 · Travel plans não vai acontecer. A escola combina a reposição com a turma.",
        "aula · Aula remarcada: quinta-feira, 26/11, 19:00 · Travel plans mudou de horário. Seu calendário acompanha sozinho.",
        "aula · Davi não veio à aula · Reach 1 · terça e quinta, hoje, 19:00. Se houver um motivo, justifique no portal.",
        "aula · Atividade nova na sua turma · My last trip. Entrega até quinta-feira, 26/11.",
        "aula · Mensagem do professor: Reach 1 · terça e quinta · Na quinta, tragam o livro de exercícios.",
        "financeiro · Parcela vence em 3 dias · Mensalidade 8 de 12: R$ 389,00, até 10/12/2026. Veja no portal como pagar.",
        "financeiro · Recebemos o pagamento · Mensalidade 8 de 12: R$ 389,00. O recibo já está no portal.",
        "clube · 150 pontos estão para vencer · Valem até 31/12/2026. Veja o que dá para trocar antes.",
        "pedido · Pedido 2026-000123: Coletado pela transportadora · Seu material está a caminho.",
        "aviso · Envie de novo: Passaporte · Não foi aceito: A foto está cortada. Reenvie só este documento.",
      ]
    `);
  });

  it('a notice to a guardian names the child, and days are written as dates in words', () => {
    const bill = { descricao: 'Mensalidade 3 de 12', centavos: 38_900, vencimento: '2026-12-10', path: '/financial' };
    const titleIn = (dias: number, of?: string) => noticeText('parcela_lembrete', { ...bill, dias, de: of }).title;
    expect([0, 1, 2, 3].map((dias) => titleIn(dias))).toEqual([
      'Parcela vence hoje',
      'Parcela vence amanhã',
      'Parcela vence em 2 dias',
      'Parcela vence em 3 dias',
    ]);
    expect(titleIn(3, 'Felipe Nunes')).toBe('Parcela de Felipe vence em 3 dias');
    expect(noticeText('parcela_paga', { ...bill, de: 'Felipe Nunes' })).toMatchObject({
      title: 'Recebemos o pagamento de Felipe',
      body: 'Mensalidade 3 de 12: R$\u00a0389,00. Está tudo certo.',
    });
  });
});
