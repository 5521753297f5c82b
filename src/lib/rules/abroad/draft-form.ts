import type { DraftStep } from '#lib/contract/abroad-draft.schema.ts';
import type { UsaDraft } from '#lib/contract/abroad-own.schema.ts';

/** The steps of the form, in their order. */
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

export const stepNamed = (text: string | null): DraftStep | null =>
  draftSteps.find(({ passo }) => passo === text)?.passo ?? null;

/** The first unfinished step, where a returning student continues. */
export const openStep = ({ passos }: Pick<UsaDraft, 'passos'>): DraftStep =>
  passos.find(({ completo }) => !completo)?.passo ?? 'revisao';

export const stepAfter = (step: DraftStep): DraftStep => {
  const at = draftSteps.findIndex(({ passo }) => passo === step);
  return draftSteps[at + 1]?.passo ?? 'revisao';
};
