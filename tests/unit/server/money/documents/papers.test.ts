import { expect, it } from 'vitest';
import { drawDocument } from '../../../../../src/server/money/documents/pdf/draw-document.ts';
import { drawInvitations } from '../../../../../src/server/money/documents/pdf/invitations.ts';
import { drawTickets } from '../../../../../src/server/money/documents/pdf/tickets.ts';
import type { DocumentRow } from '../../../../../src/server/money/documents/queries.ts';
import { readPdf } from '../../../../support/pdf.ts';

const at = new Date('2026-11-28T12:00:00Z');
const check = { codigo: 'ABCD-EFGH-JKLM', address: 'https://aluno.example/verificar/ABCD-EFGH-JKLM' };
const NOTE = 'que este papel não consegue imprimir';

/** The contents of each kind of document, with a name in every place that has one. */
const documents = {
  boletim: (nome: string) => ({
    matricula: '42',
    turma: { nome, livro: nome, nivel: 'A2', professor: nome, inicio: '2026-02-01', fim: '2026-12-01' },
    escala: { minimo: 0, maximo: 10, aprovacao: 7 },
    media: 8,
    frequencia: { percentual: 90, minimo_percentual: 75, presencas: 9, faltas: 1, aulas: 10 },
    periodos: [
      { nome, media: 8, avaliacoes: [{ nome, habilidade: 'geral', data: '2026-03-02', nota: 8, nota_maxima: 10 }] },
    ],
  }),
  recibo: (nome: string) => ({
    ...{ pagador: { nome, cpf: null }, emissor: { nome, documento: null }, descricao: nome, valor_centavos: 34_900 },
    ...{ pago_em: '2026-11-27', forma: 'Pix', detalhe: null, autorizacao: null },
  }),
  declaracao_matricula: (nome: string) => ({
    matricula: null,
    texto: `Declaramos que ${nome} estuda aqui.`,
    fatos: [{ rotulo: 'Turma', valor: nome }],
  }),
  pagamentos: (nome: string) => ({
    ...{ ano: 2026, ate: '2026-11-28' },
    grupos: [
      {
        ...{ pagador: { nome, cpf: null }, emissor: { nome, documento: null }, total_centavos: 1 },
        linhas: [{ dia: '2026-01-10', descricao: nome, forma: 'Pix', valor_centavos: 1 }],
      },
    ],
  }),
  certificado: () => ({
    ...{ nivel: 'B1', pontos: 60, por_habilidade: {}, feito_em: '2026-11-27', vale_ate: '2028-11-27' },
  }),
} satisfies Partial<Record<DocumentRow['kind'], (nome: string) => object>>;

const cell = (nome: string) => ({ nome, nota: nome, codigo: 'ABCD-EFGH' });
const papers: Readonly<Record<string, (nome: string) => Promise<Uint8Array<ArrayBuffer>>>> = {
  ...Object.fromEntries(
    Object.entries(documents).map(([kind, contents]) => [
      kind,
      (nome: string) => {
        const dados = { marca: 'knn', nome, escola: { nome, cidade: 'Campinas' }, emitido_em: '2026-11-28' };
        const row = {
          kind,
          codigo: check.codigo,
          dados: JSON.stringify({ ...dados, ...contents(nome) }),
          created_at: at,
        };
        return drawDocument(row as unknown as DocumentRow, { address: check.address, isMasked: false, aviso: null });
      },
    ]),
  ),
  ingressos: (nome) =>
    drawTickets({ brand: 'knn', title: nome, facts: nome, at, cells: [{ ...cell(nome), payload: 'x' }] }),
  convites: (nome) =>
    drawInvitations({
      ...{ brand: 'phenom', at },
      cells: [{ ...cell(nome), address: 'aluno.example', link: 'https://x' }],
    }),
};

const read = async (bytes: Uint8Array<ArrayBuffer>) => readPdf(bytes.buffer);

it.each(Object.keys(papers))('a %s document prints every letter of a Latin, Greek or Cyrillic name', async (kind) => {
  for (const name of ['Kaẽ Ỹvy Đặng Nguyễn', 'José Conceição'.normalize('NFD'), 'Дмитрий Ёлкин Ελένη']) {
    const { text } = await read((await papers[kind]?.(name)) ?? new Uint8Array());
    expect(text).toContain(name.normalize('NFC'));
    expect(text).not.toContain(NOTE);
  }
});

it.each(Object.keys(papers))('a %s document marks each letter that it cannot print', async (kind) => {
  const name = 'Ana 李小龙 🌸 👩‍👧 ليلى';
  const { text } = await read((await papers[kind]?.(name)) ?? new Uint8Array());
  expect(text).toContain('Ana \ufffd\ufffd\ufffd \ufffd \ufffd \ufffd\ufffd\ufffd\ufffd');
  expect(text).toContain(NOTE);
});

it('the note about missing letters is only on the pages that need it', async () => {
  const names = Array.from({ length: 13 }, (_, index) => (index === 12 ? 'Ana 李' : 'Ana Souza'));
  const cells = names.map((nome) => ({ ...cell(nome), nota: '', payload: 'x' }));
  const { text, pages } = await read(await drawTickets({ brand: 'knn', title: 'Festa', facts: '', at, cells }));
  expect([pages, text.split(NOTE).length - 1]).toEqual([2, 1]);
});
