/** Parts of a promotional page that a school may hide. */
export type PromoSection =
  | 'numeros'
  | 'roteiro'
  | 'depoimentos'
  | 'fotos'
  | 'preco'
  | 'turmas'
  | 'perguntas'
  | 'whatsapp';

/** The input type of an editor’s field. A multi-line field is `text`. */
export type FieldKind = 'line' | 'text' | 'day' | 'whole' | 'money' | 'choice' | 'phone' | 'stored';

export interface PageField {
  /** Its path in the page; within a list, its path in the item, empty if the item itself is a text. */
  name: string;
  label: string;
  kind: FieldKind;
  hint?: string;
  /** The choices: value and label. */
  options?: readonly [value: string, words: string][];
  /** May stay empty. */
  isOptional?: true;
}

export interface PageList {
  name: string;
  /** The heading of an item. */
  item: string;
  /** The label of the button that adds an item. */
  more: string;
  max: number;
  fields: readonly PageField[];
  /** Items are added by upload. */
  isUploaded?: true;
}

export interface PagePart {
  key: string;
  title: string;
  lead?: string;
  /** The school may hide this part. */
  section?: PromoSection;
  fields: readonly PageField[];
  lists: readonly PageList[];
}

const line = (name: string, label: string, hint?: string): PageField => ({
  name,
  label,
  kind: 'line',
  ...(hint && { hint }),
});
const text = (name: string, label: string, hint?: string): PageField => ({ ...line(name, label, hint), kind: 'text' });
const of = (kind: FieldKind, name: string, label: string, hint?: string): PageField => ({
  ...line(name, label, hint),
  kind,
});
const optional = (field: PageField): PageField => ({ ...field, isOptional: true });
const list = (name: string, item: string, more: string, max: number, fields: readonly PageField[]): PageList => ({
  name,
  item,
  more,
  max,
  fields,
});

const faces = ['cachos', 'coque', 'curto', 'barba', 'grisalho', 'liso'].map((face): [string, string] => [face, face]);

/** All fields of the editor, in the order of the page: one table for the form, its parsing and its labels. */
export const pageParts: readonly PagePart[] = [
  {
    key: 'capa',
    title: 'Capa',
    lead: 'A promessa é uma só, e curta. As duas últimas palavras saem em destaque.',
    fields: [
      line('titulo', 'Nome da página', 'De 3 a 40 caracteres.'),
      line('promessa', 'Promessa', 'A frase grande, até 70 caracteres.'),
      text('resumo', 'Resumo', 'O parágrafo debaixo dela, de 40 a 260 caracteres.'),
      line('botao', 'Texto dos botões', 'Até 28 caracteres.'),
      text('descricao', 'Resumo para o Google e para links', 'De 50 a 160 caracteres.'),
    ],
    lists: [],
  },
  {
    key: 'turmas',
    title: 'Datas e vagas',
    lead: 'A página fala da próxima turma em que ainda dá para entrar. Conte as vagas de verdade.',
    section: 'turmas',
    fields: [
      line('local.cidade', 'Cidade'),
      line('local.pais', 'País'),
      line('local.codigo_pais', 'Sigla do país', 'Duas letras, como US.'),
    ],
    lists: [
      list('turmas', 'Turma', 'Acrescentar turma', 6, [
        of('day', 'inicio', 'Início'),
        of('day', 'fim', 'Fim'),
        of('day', 'inscricoes_ate', 'Inscrições até'),
        line('texto', 'Como se fala', 'Como 3 a 17 de julho de 2027.'),
        of('whole', 'vagas', 'Vagas'),
        optional(of('whole', 'restam', 'Quantas restam', 'Em branco, a página não diz.')),
      ]),
    ],
  },
  {
    key: 'preco',
    title: 'Preço',
    section: 'preco',
    fields: [
      of('money', 'preco.a_partir_de', 'Preço à vista, em reais', 'Como 18.900,00.'),
      of('whole', 'preco.parcelas', 'Número de parcelas'),
      optional(of('money', 'preco.total_parcelado', 'Total parcelado', 'Em branco, as parcelas são sem juros.')),
      {
        ...of('choice', 'preco.cambio', 'Moeda'),
        options: [
          ['', 'Em reais'],
          ['sim', 'Segue o câmbio do dia'],
        ],
      },
      text('preco.texto', 'Condições', 'De 20 a 300 caracteres.'),
    ],
    lists: [
      list('incluido', 'Está no preço', 'Acrescentar ao que está no preço', 10, [line('', 'Está no preço')]),
      list('nao_incluido', 'Não está no preço', 'Acrescentar ao que não está', 6, [line('', 'Não está no preço')]),
    ],
  },
  {
    key: 'numeros',
    title: 'Números',
    lead: 'Dois ou três, em uma faixa. Só números que a escola pode provar.',
    section: 'numeros',
    fields: [],
    lists: [
      list('prova.numeros', 'Número', 'Acrescentar número', 3, [
        line('numero', 'Número', 'Como 312 ou 24 h.'),
        line('texto', 'O que ele conta', 'De 5 a 48 caracteres.'),
      ]),
    ],
  },
  {
    key: 'depoimentos',
    title: 'Depoimentos',
    lead: 'Só com autorização de quem aparece.',
    section: 'depoimentos',
    fields: [line('prova.titulo', 'Título dos depoimentos')],
    lists: [
      list('prova.depoimentos', 'Depoimento', 'Acrescentar depoimento', 3, [
        text('texto', 'O que a pessoa disse', 'De 30 a 240 caracteres.'),
        line('quem', 'Quem', 'Como Lívia, 16 anos.'),
        line('onde', 'De onde'),
        { ...of('choice', 'rosto', 'Rosto desenhado'), options: faces },
      ]),
    ],
  },
  {
    key: 'fotos',
    title: 'Fotos',
    lead: 'Até seis. Cada uma precisa de uma descrição, para quem não a vê.',
    section: 'fotos',
    fields: [],
    lists: [
      {
        ...list('fotos', 'Foto', 'Enviar foto', 6, [
          of('stored', 'chave', 'Imagem'),
          line('texto', 'O que a foto mostra', 'De 5 a 140 caracteres.'),
        ]),
        isUploaded: true,
      },
    ],
  },
  {
    key: 'roteiro',
    title: 'Roteiro',
    section: 'roteiro',
    fields: [line('roteiro.titulo', 'Título do roteiro'), text('roteiro.texto', 'Texto do roteiro')],
    lists: [
      list('roteiro.etapas', 'Etapa', 'Acrescentar etapa', 8, [
        line('quando', 'Quando', 'Como Dia 1.'),
        line('titulo', 'Título'),
        text('texto', 'Texto'),
      ]),
    ],
  },
  {
    key: 'perguntas',
    title: 'Perguntas',
    section: 'perguntas',
    fields: [],
    lists: [
      list('perguntas', 'Pergunta', 'Acrescentar pergunta', 9, [
        line('pergunta', 'Pergunta'),
        text('resposta', 'Resposta'),
      ]),
    ],
  },
  {
    key: 'contato',
    title: 'Contato',
    lead: 'Sem número próprio, a página mostra o WhatsApp de cada unidade.',
    section: 'whatsapp',
    fields: [
      optional(of('phone', 'whatsapp', 'WhatsApp desta página', 'Com DDD. Em branco, o das unidades.')),
      line('formulario.titulo', 'Título do formulário'),
      text('formulario.texto', 'Convite do formulário'),
    ],
    lists: [],
  },
];

export const pageLists: readonly PageList[] = pageParts.flatMap(({ lists }) => lists);

/** The name of the field that shows or hides a section. */
export const shownName = (section: PromoSection): string => `mostra.${section}`;

/** A field of an item of a list: `turmas.0.inicio`, and `incluido.0` for an item that is a text itself. */
export const itemName = (list: PageList, at: number, field: PageField): string =>
  [list.name, at, field.name].filter((part) => part !== '').join('.');
