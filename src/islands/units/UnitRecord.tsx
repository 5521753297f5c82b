import { formatDate } from '#lib/format/dates.ts';
import { plural } from '#lib/format/money.ts';
import { listInWords } from '#lib/format/text.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { zoneNames } from '#lib/words/units.ts';
import { whatsappFieldNames } from '#lib/words/whatsapp-panel.ts';
import { actsOf, type Env, type RecordOf, type ViewProps } from '../kit/describe.ts';
import { draw } from '../kit/draw.tsx';
import { Record } from '../kit/Record.tsx';
import { numberFacts, templateLines, UnitWhatsapp, whatsappActs } from './UnitWhatsapp.tsx';
import { drawState, type Unit, unit } from './unit.tsx';

type Details = AnswerOf<'units.getUnit'>;

/** The unit’s current activity, as links for readers with the right. */
function openIn({ id, aberto }: Details, { rights }: Env) {
  const { alunos, equipe, turmas, contatos, parcelas, sem_matricula } = aberto;
  const { profile, classes, leads, finance, unlinked } = routes.manager;
  const unidade = String(id);
  const lines = [
    [alunos, 'aluno com curso em andamento', 'alunos com curso em andamento', 'alunos', profile({ unidade })],
    [turmas, 'turma em andamento ou a começar', 'turmas em andamento ou a começar', 'turmas', classes({ unidade })],
    [contatos, 'contato sem desfecho', 'contatos sem desfecho', 'contatos', leads({ unidade })],
    [parcelas, 'parcela em aberto', 'parcelas em aberto', 'financeiro', finance({ unidade })],
    [sem_matricula, 'matrícula à espera', 'matrículas à espera', 'alunos', unlinked()],
  ] as const;
  const open = lines.filter(([many]) => many > 0);
  if (open.length + equipe.length === 0) return <p>Nada em andamento: nenhum aluno, turma, contato ou parcela.</p>;
  return (
    <ul className="grid gap-2 [&_a]:inline-flex [&_a]:min-h-11 [&_a]:items-center">
      {open.map(([many, one, other, right, href]) => (
        <li key={one}>
          {rights.includes(right) ? draw.link(href, plural(many, one, other)) : plural(many, one, other)}
        </li>
      ))}
      {equipe.length > 0 && (
        <li>
          {plural(equipe.length, 'pessoa da equipe', 'pessoas da equipe')}:{' '}
          {listInWords(equipe.map(({ full_name }) => full_name))}
        </li>
      )}
    </ul>
  );
}

export const unitRecord: RecordOf<Unit, 'units.getUnit'> = {
  ...unit,
  acts: [...actsOf(unit).slice(0, -2), ...whatsappActs, ...actsOf(unit).slice(-2)],
  labels: { ...unit.labels, ...whatsappFieldNames },
  read: 'units.getUnit',
  back: { label: 'Unidades', href: routes.manager.units() },
  state: drawState,
  lead: ({ escola, cidade, uf }) => `${escola}, ${cidade}/${uf}`,
  facts: ({ encerrada_em, escrito, endereco, horario, razao_social, fuso, nomes_antes, por_que_nao }, { timeZone }) => [
    [
      'Encerrada em',
      encerrada_em &&
        `${formatDate(encerrada_em, timeZone)}. Não recebe pessoas, contatos nem turmas, e não aparece para visitantes.`,
    ],
    ['Telefone', escrito.telefone],
    ['WhatsApp', escrito.whatsapp],
    ['Endereço', endereco],
    ['Horário da secretaria', horario],
    ['Razão social', razao_social],
    ['CNPJ', escrito.cnpj],
    ['Fuso', zoneNames[fuso] ?? fuso],
    ['Nas planilhas', nomes_antes.length > 0 && `Também é encontrada como ${listInWords(nomes_antes)}.`],
    ['Encerrar', por_que_nao],
  ],
  parts: [
    { title: 'Em andamento', isBeside: true, body: openIn },
    {
      title: 'Avisos por WhatsApp',
      facts: numberFacts,
      body: (details) => <UnitWhatsapp number={details.whatsapp_ligado} />,
      lines: templateLines,
      isShown: ({ whatsapp_ligado }) => whatsapp_ligado !== null,
    },
  ],
};

/** A unit: contact data, legal identity, and current activity. */
export const UnitRecord = (props: ViewProps<'units.getUnit'>) => <Record record={unitRecord} {...props} />;
