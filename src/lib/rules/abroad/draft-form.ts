import type { DraftField, DraftStep, UsaDraft } from '#lib/contract/abroad-own.schema.ts';

/** The steps of the form, in the order in which they are asked. */
export const draftSteps: readonly { passo: DraftStep; name: string; title: string; lead: string }[] = [
  { passo: 'dados', name: 'Dados', title: 'Quem viaja', lead: 'Confira os dados do seu cadastro e diga quem avisar.' },
  {
    passo: 'passaporte',
    name: 'Passaporte',
    title: 'Passaporte e visto',
    lead: 'O passaporte precisa valer seis meses depois da volta.',
  },
  {
    passo: 'turma',
    name: 'Turma',
    title: 'Para onde você vai',
    lead: 'Escolha a turma. A vaga é sua quando você envia o pedido.',
  },
  {
    passo: 'documentos',
    name: 'Documentos',
    title: 'Seus documentos',
    lead: 'Envie um de cada vez. Só a sua escola os vê.',
  },
  {
    passo: 'pagamento',
    name: 'Pagamento',
    title: 'Como você quer pagar',
    lead: 'Nada é cobrado agora: o pagamento abre quando a escola aprovar.',
  },
  {
    passo: 'revisao',
    name: 'Revisão',
    title: 'Confira e envie',
    lead: 'Depois de enviar, só os documentos podem mudar.',
  },
];

/** What each step asks for by typing. */
export const fieldsOfStep: Readonly<Partial<Record<DraftStep, readonly DraftField[]>>> = {
  dados: [
    'full_name',
    'cpf',
    'email',
    'phone',
    'birth_date',
    'cep',
    'street',
    'street_number',
    'complement',
    'district',
    'city',
    'state',
    'contato_nome',
    'contato_telefone',
    'contato_parentesco',
    'restricoes',
    'resp_full_name',
    'resp_cpf',
    'resp_email',
    'resp_phone',
    'resp_parentesco',
  ],
  passaporte: ['passaporte_numero', 'passaporte_pais', 'passaporte_validade', 'visto_tipo', 'visto_validade'],
  turma: ['turma_id'],
  pagamento: ['forma'],
};

/** What a form says of the fields of its step. */
export const valuesOf = (step: DraftStep, form: FormData): Partial<Record<DraftField, string>> =>
  Object.fromEntries([
    ...(fieldsOfStep[step] ?? []).flatMap((name) => textOf(form, name, name)),
    // Each form of payment has a number of instalments of its own.
    ...(step === 'pagamento' ? instalmentsOf(form) : []),
  ]);

const textOf = (form: FormData, field: DraftField, name: string): [DraftField, string][] => {
  const value = form.get(name);
  return typeof value === 'string' ? [[field, value.trim().slice(0, 1000)]] : [];
};

const instalmentsOf = (form: FormData): [DraftField, string][] => {
  const chosen = textOf(form, 'parcelas', `parcelas_${form.get('forma') ?? ''}`);
  return chosen.length > 0 ? chosen : [['parcelas', '1']];
};

export const stepNamed = (text: string | null): DraftStep | null =>
  draftSteps.find(({ passo }) => passo === text)?.passo ?? null;

/** The first step that lacks something: where a student who comes back goes on. */
export const openStep = ({ passos }: Pick<UsaDraft, 'passos'>): DraftStep =>
  passos.find(({ completo }) => !completo)?.passo ?? 'revisao';

export const stepAfter = (step: DraftStep): DraftStep => {
  const at = draftSteps.findIndex(({ passo }) => passo === step);
  return draftSteps[at + 1]?.passo ?? 'revisao';
};
