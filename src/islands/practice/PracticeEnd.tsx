import { useStore } from '@nanostores/react';
import { type ReactNode, useEffect } from 'react';
import { formatSigned } from '#lib/format/money.ts';
import { $finished } from '#lib/stores/practice.ts';
import { practiceMessages } from '#lib/words/practice.ts';
import { Celebration } from '../ui/Celebration.tsx';
import { focusOnMount } from './focus-on-mount.ts';
import { LeavePractice } from './LeavePractice.tsx';

/** The links at the end of a practice session: back, and to the next step. */
export interface PracticeLinks {
  leave: string;
  next: { label: string; href: string };
  /** The brand's drawing and the week's dots, drawn by the page. */
  art?: ReactNode;
  week?: ReactNode;
}

interface PracticeEndProps extends PracticeLinks {
  title: string;
  /** Whether there is something to celebrate. */
  isWon?: boolean;
  figures?: readonly { value: string; label: string }[];
  /** Points that were earned besides those of finished units. */
  points?: number | undefined;
  /** Further content, below the figures. */
  children?: ReactNode;
  /** Further actions, beside the next step. */
  actions?: ReactNode;
  /** The main action instead of the next step. */
  first?: ReactNode;
}

/** The end of a practice session: the result, a finished unit, earned points, the week, and the next step. */
export function PracticeEnd({ title, isWon = true, figures = [], points = 0, ...rest }: PracticeEndProps) {
  const { children, actions, first, leave, next, art, week } = rest;
  const units = useStore($finished, { ssr: 'initial' });
  // The page’s next session starts without them.
  useEffect(() => () => $finished.set([]), []);
  const earned = units.reduce((sum, { pontos_ganhos }) => sum + pontos_ganhos, points);
  const [unit] = units;
  return (
    <div className="sitting">
      <div className="sitting-head">
        <LeavePractice href={leave} />
      </div>
      <div className="grid content-center gap-5 min-w-0 pt-3 pb-6">
        <div ref={focusOnMount} tabIndex={-1} className="[outline:none]" role="status">
          <Celebration
            art={(isWon || unit) && art}
            title={unit ? practiceMessages.unitDone(unit.numero) : title}
            figures={earned > 0 ? [...figures, { value: formatSigned(earned), label: 'pontos' }] : figures}
          >
            {unit && <p className="text-lg font-bold">{title}</p>}
            {week}
          </Celebration>
        </div>
        {children}
      </div>
      <div className="sitting-actions">
        {first}
        <a className={`btn w-full ${first ? 'btn-soft-brand' : 'btn-primary'}`} href={next.href}>
          {next.label}
        </a>
        {actions}
      </div>
    </div>
  );
}
