import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { unitFieldNames, unitMessages, zoneNames } from '#lib/words/units.ts';
import type { Act, Field, FormOf, Subject, Values } from '../kit/describe.ts';
import { optionsOf, textsOf } from '../kit/options.ts';
import { Chip } from '../ui/Chip.tsx';

export type Unit = AnswerOf<'units.listUnits'>['items'][number];

const names = [
  'nome',
  'cidade',
  'uf',
  'telefone',
  'whatsapp',
  'endereco',
  'horario',
  'razao_social',
  'cnpj',
  'fuso',
] as const;

/** The initial values of a unit’s form. */
const typedOf = (unit: Unit | undefined): Record<string, string> => {
  const shown = unit && { ...unit, ...unit.escrito };
  return textsOf(shown, ...names);
};

/** The changed fields. Unchanged ones are not sent, because another person may have changed them. */
export const changedFrom = ({ visto, ...values }: Values) => {
  const before: Record<string, string> = typeof visto === 'string' && visto ? JSON.parse(visto) : {};
  const changed = Object.entries(values).filter(([name, value]) => value !== (before[name] ?? ''));
  return Object.fromEntries(changed.map(([name, value]) => [name, value || null]));
};

/** The fields of a unit; a new unit may be at the school’s address. */
export function unitFields(unit?: Unit): readonly Field[] {
  const place = unit ? {} : { hint: 'Em branco, a da escola.' };
  const own = unit && !(unit.fuso in zoneNames) ? [{ value: unit.fuso, label: unit.fuso }] : [];
  return [
    {
      ...{ name: 'nome', isRequired: true, isWide: true },
      hint: 'Como as pessoas a conhecem, e como ela se chama nas planilhas.',
    },
    { name: 'cidade', ...place },
    { name: 'uf', ...place },
    { name: 'telefone', hint: 'Também 0800.' },
    { name: 'whatsapp', hint: 'Aparece em “Fale com a escola”.' },
    { name: 'endereco', isWide: true, hint: 'Rua, número e bairro. Leva ao mapa em “Fale com a escola”.' },
    { name: 'horario', kind: 'area', isWide: true, hint: 'Como: segunda a sexta, 8h às 21h; sábado, 8h às 12h.' },
    { name: 'razao_social', hint: 'Sai nos recibos, com o CNPJ.' },
    { name: 'cnpj' },
    {
      ...{ name: 'fuso', kind: 'choice' },
      options: [...(unit ? [] : [{ value: '', label: 'O mesmo da escola' }]), ...optionsOf(zoneNames), ...own],
    },
  ];
}

const dataForm: FormOf<Unit, object> = {
  fields: ({ rows: [unit] }) => [...unitFields(unit), { name: 'visto', kind: 'hidden' }],
  begin: ({ rows: [unit] }) => ({ ...typedOf(unit), visto: JSON.stringify(typedOf(unit)) }),
  send: 'Salvar',
};

const acts: readonly Act<Unit>[] = [
  {
    name: 'dados',
    label: 'Mudar os dados',
    key: 'd',
    form: dataForm,
    operation: 'units.updateUnit',
    sent: changedFrom,
    done: () => unitMessages.saved,
  },
  {
    name: 'reabrir',
    label: 'Reabrir a unidade',
    may: ({ encerrada_em, por_que_nao }) => encerrada_em !== null && por_que_nao === null,
    operation: 'units.reopenUnit',
    done: () => unitMessages.reopened,
  },
  {
    name: 'encerrar',
    label: 'Encerrar a unidade',
    isDanger: true,
    may: ({ encerrada_em, por_que_nao }) => encerrada_em === null && por_que_nao === null,
    form: {
      note: ({ rows: [unit] }) => unitMessages.closes(unit?.nome ?? ''),
      send: ({ rows: [unit] }) => `Encerrar ${unit?.nome}`,
    },
    operation: 'units.closeUnit',
    done: () => unitMessages.ended,
  },
];

/** A unit: its acts are the same in the list and in the record. */
export const unit: Subject<Unit> = {
  kind: 'unidade',
  titleOf: ({ nome }) => nome,
  href: ({ id }) => routes.manager.unit(id),
  acts,
  labels: unitFieldNames,
};

export const drawState = ({ encerrada_em, whatsapp_parado }: Unit) =>
  encerrada_em ? (
    <Chip tone="neutral">Encerrada</Chip>
  ) : whatsapp_parado ? (
    <Chip tone="warning">WhatsApp parado</Chip>
  ) : (
    <Chip tone="success">Aberta</Chip>
  );
