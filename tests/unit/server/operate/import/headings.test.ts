import { describe, expect, it } from 'vitest';
import { headingsOf } from '../../../../../src/server/operate/import/headings.ts';
import { kinds } from '../../../../../src/server/operate/import/kinds.ts';

/** Headings as other systems write them, and the column that each is. */
const alunos = {
  'Nº Matrícula': 'matricula',
  'Nome do Aluno': 'nome',
  'E-mail': 'email',
  Celular: 'telefone',
  'C.P.F.': 'cpf',
  'Data de Nasc.': 'nascimento',
  Endereço: 'rua',
  Nº: 'numero',
  Bairro: 'bairro',
  Município: 'cidade',
  Estado: 'uf',
  'Nome do Responsável': 'responsavel_nome',
  'CPF Responsável': 'responsavel_cpf',
  'Telefone Responsável': 'responsavel_telefone',
  Observações: undefined,
};
const parcelas = {
  RA: 'matricula',
  Plano: 'contrato',
  'Nº Parcela': 'numero',
  'Total de Parcelas': 'total',
  'Dt. Vencimento': 'vencimento',
  'Vlr. Parcela': 'valor',
  'Data Pagamento': 'pago_em',
  'Forma de Pagto': 'forma',
  Status: 'situacao',
  Caixa: undefined,
};

const linked = (headings: string[], columns: Readonly<Record<string, number>>) =>
  Object.fromEntries(headings.map((text, at) => [text, Object.keys(columns).find((name) => columns[name] === at)]));

describe('the headings of another system', () => {
  it.each([
    ['alunos', alunos],
    ['parcelas', parcelas],
  ] as const)('are linked to the columns of %s', (table, expected) => {
    const names = Object.keys(expected);
    const rows = [['Relatório'], ['Escola Exemplo, Campinas'], [''], names, names.map((_, at) => String(at))];
    const found = headingsOf(rows, kinds[table].columns);
    expect([found?.line, found?.isKnown, found?.names]).toEqual([4, false, names]);
    expect(linked(names, found?.columns ?? {})).toEqual(expected);
  });

  it('that match our columns need no link, also below a title row', () => {
    const rows = [['Alunos'], ['Matrícula', 'NOME', 'E-mail', 'Celular'], ['1', 'Ana', 'a@b.example', '']];
    expect(headingsOf(rows, kinds.alunos.columns)).toMatchObject({ line: 2, isKnown: true, columns: { nome: 1 } });
    const twice = [
      ['matricula', 'nome', 'nome', 'email'],
      ['1', 'A', 'B', 'a@b.example'],
    ];
    expect(headingsOf(twice, kinds.alunos.columns)?.isKnown).toBe(false);
  });

  it('are missing in an empty file, and none is guessed from numbers', () => {
    expect(headingsOf([[''], ['', '']], kinds.alunos.columns)).toBeNull();
    expect(
      headingsOf(
        [
          ['1', '2'],
          ['3', '4'],
        ],
        kinds.alunos.columns,
      ),
    ).toMatchObject({ line: 1, columns: {} });
  });
});

it.each(Object.entries(kinds))(
  'the example of each column of %s is read without an error',
  (_name, { columns, row }) => {
    const cells = Object.entries(columns).map(([name, { example }]) => [name, example]);
    expect(row.safeParse(Object.fromEntries(cells)).error?.issues ?? []).toEqual([]);
  },
);

it('no two columns of a table have the same name or synonym', () => {
  for (const [table, { columns }] of Object.entries(kinds)) {
    const names = Object.entries(columns).flatMap(([name, { alsoCalled }]) => [name, ...alsoCalled]);
    expect([table, names.filter((name, at) => names.indexOf(name) !== at)]).toEqual([table, []]);
  }
});
