import type { ReactNode } from 'react';
import { focusOnMount } from './focus-on-mount.ts';
import { LeaveSitting } from './LeaveSitting.tsx';

/** Where a sitting leads: out of it, and to what comes next. */
export interface SittingWays {
  leave: string;
  next: { label: string; href: string };
  /** The brand's drawing and the week's dots, drawn by the page. */
  art?: ReactNode;
  week?: ReactNode;
}

interface SittingEndProps extends SittingWays {
  title: string;
  /** Whether there is something to celebrate. */
  isWon?: boolean;
  figures?: readonly { value: string; label: string }[];
  /** More to read, below the figures. */
  children?: ReactNode;
  /** More to do, beside the next step. */
  actions?: ReactNode;
  /** What to do first instead of the next step. */
  first?: ReactNode;
}

/** After the last card or question: what was done, the week, and the next step. */
export function SittingEnd({ title, isWon = true, figures = [], ...rest }: SittingEndProps) {
  const { children, actions, first, leave, next, art, week } = rest;
  return (
    <div className="sitting">
      <div className="sitting-head">
        <LeaveSitting href={leave} />
      </div>
      <div className="grid content-center gap-5 min-w-0 pt-3 pb-6">
        <div
          ref={focusOnMount}
          tabIndex={-1}
          className="grid justify-items-center gap-4 text-center [outline:none]"
          role="status"
        >
          {isWon && art}
          <p className="text-3xl font-extrabold tracking-tight">{title}</p>
          {figures.length > 0 && (
            <ul className="flex flex-wrap justify-center gap-y-2 gap-x-7">
              {figures.map(({ value, label }) => (
                <li key={label} className="grid justify-items-center text-muted text-[0.875rem]">
                  <span className="text-base-content text-2xl font-extrabold">{value}</span> {label}
                </li>
              ))}
            </ul>
          )}
          {week}
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
