import { formatCount, formatPoints, formatSigned } from '#lib/format/money.ts';
import type { AnswerOf } from '#lib/page/operations.ts';
import { routes } from '#lib/routes.ts';
import { signedPoints } from '#lib/rules/club/signed-points.ts';
import { memberActs, memberFields } from '#lib/words/club-panel.ts';
import type { Act, FormOf, Subject } from '../kit/describe.ts';

export type Member = AnswerOf<'club.listMembers'>['items'][number];

/** A balance before and after a movement. */
export function BalanceChange({ before, points }: { before: number; points: number }) {
  const parts = [
    ['Saldo antes', formatCount(before)],
    ['Movimento', formatSigned(points)],
    ['Saldo depois', formatCount(before + points)],
  ] as const;
  return (
    <dl className="grid grid-cols-[repeat(3,auto)] items-end gap-3 rounded-row bg-base-200 px-4 py-3.5">
      {parts.map(([label, value]) => (
        <div key={label}>
          <dt className="text-muted text-sm">{label}</dt>
          <dd className="font-extrabold text-xl">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const directions = [
  { value: 'dar', label: 'Dar pontos' },
  { value: 'tirar', label: 'Tirar pontos' },
];

/** Adds or removes points manually; the form shows the balance before and after. */
const adjustForm: FormOf<Member, object> = {
  fields: ({ rows: [member] }) => [
    // Former members can get no points.
    {
      name: 'sentido',
      label: 'O que fazer',
      kind: 'choice',
      options: member?.is_club ? directions : directions.slice(1),
    },
    { name: 'pontos', isRequired: true },
    { name: 'motivo', isRequired: true, isWide: true },
  ],
  begin: ({ rows: [member] }) => ({ sentido: member?.is_club ? 'dar' : 'tirar' }),
  note: ({ rows: [member], values }) => {
    const points = signedPoints(values);
    if (!member || !points) return null;
    return (
      <div role="status" className="grid gap-2">
        <BalanceChange before={member.saldo} points={points} />
        {member.saldo + points < 0 && <p className="font-semibold text-warning">{memberActs.belowZero}</p>}
      </div>
    );
  },
  send: ({ rows: [member], values }) => {
    const points = signedPoints(values);
    if (!points) return 'Ajustar';
    if (member && member.saldo + points < 0) return null;
    return `${points > 0 ? 'Dar' : 'Tirar'} ${formatPoints(Math.abs(points))}`;
  },
};

const acts: readonly Act<Member>[] = [
  {
    name: 'ajustar',
    label: 'Ajustar pontos',
    key: 'p',
    isFirst: true,
    // Nobody changes their own points.
    may: ({ id }, { reader }) => id !== reader.id,
    form: adjustForm,
    operation: 'club.adjustPoints',
    sent: ({ motivo, ...values }, [member]) => {
      const points = signedPoints(values);
      // The server refuses an invalid number.
      return { pontos: Number.isNaN(points) ? values.pontos : points, motivo, saldo_visto: member?.saldo };
    },
    done: () => memberActs.adjusted,
  },
];

/** A member of the club, or a former member with points. */
export const member: Subject<Member> = {
  kind: 'membro',
  titleOf: ({ full_name }) => full_name,
  href: ({ id }) => routes.manager.clubMember(id),
  acts,
  labels: memberFields,
};
