import { relativeTime } from '#lib/format/dates.ts';
import { formatHundredths, formatMoney, plural } from '#lib/format/money.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { type WhatsappVariable, whatsappVariables } from '#lib/rules/whatsapp/template.ts';
import {
  templateCategoryName,
  templateStatusName,
  whatsappFieldNames,
  whatsappKindNames,
  whatsappPanel,
  whatsappTroubles,
  whatsappVariableNames,
} from '#lib/words/whatsapp-panel.ts';
import type { Act, Env, Fact, Field, LinesOf, Subject } from '../kit/describe.ts';
import { optionsOf } from '../kit/options.ts';
import { Chip } from '../ui/Chip.tsx';
import { CopyField } from '../ui/CopyField.tsx';
import type { Unit } from './unit.tsx';

type Details = AnswerOf<'units.getUnit'>;
type UnitNumber = Details['whatsapp_ligado'];
type Template = NonNullable<UnitNumber>['modelos'][number];

/** A row of the list has no number: these acts are for the record. */
const numberOf = (unit: Unit | undefined): UnitNumber => (unit as Details | undefined)?.whatsapp_ligado ?? null;

const priceOf = (centavos: number | null | undefined) => (centavos == null ? '' : formatHundredths(centavos));

const secret = { kind: 'secret', isRequired: true, isWide: true } as const;

/** What can be done to the number of a unit. */
export const whatsappActs: readonly Act<Unit>[] = [
  {
    name: 'whatsapp',
    label: 'Ligar o WhatsApp',
    form: {
      fields: [
        {
          name: 'phone_number_id',
          isRequired: true,
          isWide: true,
          hint: 'Está em WhatsApp, Configuração da API, na Meta.',
        },
        { name: 'account_id', isRequired: true, isWide: true },
        { name: 'token', ...secret, hint: 'De um usuário do sistema, sem validade. O portal nunca o mostra.' },
        { name: 'app_secret', ...secret, hint: 'Está em Configurações do app, Básico.' },
      ],
      begin: ({ rows: [unit] }) => ({
        phone_number_id: numberOf(unit)?.identificacao ?? '',
        account_id: numberOf(unit)?.conta ?? '',
      }),
      send: 'Ligar',
    },
    operation: 'whatsapp.connectNumber',
    done: () => whatsappPanel.connected,
  },
  {
    name: 'reler',
    label: 'Ler da Meta de novo',
    may: (unit) => numberOf(unit) !== null,
    operation: 'whatsapp.refreshNumber',
    done: () => whatsappPanel.refreshed,
  },
  {
    name: 'precos-whatsapp',
    label: 'Preço por mensagem',
    may: (unit) => numberOf(unit) !== null,
    form: {
      fields: [
        { name: 'utility_centavos', kind: 'money' },
        { name: 'marketing_centavos', kind: 'money' },
      ],
      begin: ({ rows: [unit] }) => ({
        utility_centavos: priceOf(numberOf(unit)?.utility_centavos),
        marketing_centavos: priceOf(numberOf(unit)?.marketing_centavos),
      }),
      note: whatsappPanel.pricesHint,
      send: 'Salvar',
    },
    operation: 'whatsapp.setPrices',
    done: () => whatsappPanel.priced,
  },
  {
    name: 'desligar-whatsapp',
    label: 'Desligar o WhatsApp',
    isDanger: true,
    may: (unit) => numberOf(unit) !== null,
    form: { note: whatsappPanel.disconnects, send: 'Desligar o WhatsApp' },
    operation: 'whatsapp.disconnectNumber',
    done: () => whatsappPanel.disconnected,
  },
];

/** The state of a number. */
export function numberFacts({ whatsapp_ligado: number }: Details, { now, timeZone }: Env): readonly Fact[] {
  if (!number) return [];
  return [
    ['Número', number.numero],
    ['Situação', number.parado ? whatsappTroubles[number.parado] : 'Funcionando.'],
    ['Avisos da Meta', number.ouvido_em ? whatsappPanel.heard : whatsappPanel.notHeard],
    ['Recebem por aqui', plural(number.pessoas, 'pessoa', 'pessoas')],
    ['Preço de utilidade', number.utility_centavos !== null && formatMoney(number.utility_centavos)],
    ['Preço de marketing', number.marketing_centavos !== null && formatMoney(number.marketing_centavos)],
    ['Modelos lidos', number.lido_em && relativeTime(number.lido_em, new Date(now), timeZone)],
  ];
}

/** The set-up data for Meta’s app, expanded until its first webhook arrives. */
export const UnitWhatsapp = ({ number }: { number: UnitNumber }) =>
  number?.palavra ? (
    <details className="disclosure mb-4" open={number.ouvido_em === null}>
      <summary>Endereço para o aplicativo da Meta</summary>
      <div className="grid gap-4">
        <CopyField label="URL de retorno (Callback URL)" value={number.endereco} />
        <CopyField label="Palavra (Verify token)" value={number.palavra} />
      </div>
    </details>
  ) : null;

/** The probable value of a variable, by its name or else by its position. */
const likely = (slot: string, at: number): WhatsappVariable =>
  whatsappVariables.find((each) => each === slot) ?? whatsappVariables[at] ?? 'titulo';

function useFields({ rows: [template] }: { rows: readonly Template[] }): readonly Field[] {
  const slots = template?.variaveis ?? [];
  return [
    { name: 'kind', kind: 'choice', isWide: true, options: optionsOf(whatsappKindNames) },
    ...slots.map(
      (slot, at): Field => ({
        name: `v${at + 1}`,
        label: `Em {{${slot}}}`,
        kind: 'choice',
        options: optionsOf(whatsappVariableNames),
      }),
    ),
  ];
}

const template: Subject<Template, Details> = {
  kind: 'modelo',
  titleOf: ({ nome }) => nome,
  labels: whatsappFieldNames,
  acts: [
    {
      name: 'usar',
      label: 'Usar para…',
      isFirst: true,
      may: ({ serve, situacao }) => serve && situacao === 'APPROVED',
      form: {
        fields: useFields,
        begin: ({ rows: [row] }) => ({
          kind: row?.usos[0]?.kind ?? 'aula_cancelada',
          ...Object.fromEntries(
            (row?.variaveis ?? []).map((slot, at) => [`v${at + 1}`, row?.usos[0]?.variaveis[at] ?? likely(slot, at)]),
          ),
        }),
        note: ({ rows: [row] }) => <q className="measure whitespace-pre-line">{row?.texto}</q>,
        send: 'Usar este modelo',
      },
      operation: 'whatsapp.useTemplate',
      done: () => whatsappPanel.used,
    },
    {
      name: 'testar-modelo',
      label: 'Enviar um teste para mim',
      may: ({ serve, situacao }) => serve && situacao === 'APPROVED',
      operation: 'whatsapp.testTemplate',
      done: () => whatsappPanel.tested,
    },
    {
      name: 'nao-usar',
      label: 'Parar de usar',
      may: ({ usos }) => usos.length > 0,
      operation: 'whatsapp.dropTemplate',
      done: () => whatsappPanel.unused,
    },
  ],
};

/** The templates of a number, each with its kind of notice. */
export const templateLines: LinesOf<Template, Details> = {
  subject: template,
  of: ({ whatsapp_ligado }) => whatsapp_ligado?.modelos ?? [],
  state: ({ situacao }) => (
    <Chip tone={situacao === 'APPROVED' ? 'success' : 'neutral'}>{templateStatusName(situacao)}</Chip>
  ),
  note: ({ usos, categoria, idioma, serve, variaveis }) => [
    usos.length > 0
      ? `Usado em: ${usos.map(({ kind }) => whatsappKindNames[kind].toLowerCase()).join(', ')}`
      : 'Sem uso',
    `${templateCategoryName(categoria)}, ${idioma}`,
    variaveis.length > 0 && plural(variaveis.length, 'variável', 'variáveis'),
    !serve && 'Tem figura, botão ou variáveis que o portal não preenche',
  ],
  empty: 'A conta ainda não tem modelos. Crie-os no WhatsApp Manager e toque em “Ler da Meta de novo”.',
};
