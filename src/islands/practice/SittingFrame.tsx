import type { ReactNode } from 'react';
import { ProgressTrack } from '../ui/ProgressTrack.tsx';
import { LeaveSitting } from './LeaveSitting.tsx';

interface SittingFrameProps {
  /** Where the cross leads. */
  leave: string;
  /** What the bar counts, for screen readers. */
  label: string;
  done: number;
  total: number;
  children: ReactNode;
  /** Stands at the bottom, in reach of a thumb. */
  actions: ReactNode;
}

/** One thing on the whole screen: a way out, how far the sitting is, the thing, and what to do with it. */
export function SittingFrame({ leave, label, done, total, children, actions }: SittingFrameProps) {
  return (
    <div className="sitting">
      <div className="sitting-head">
        <LeaveSitting href={leave} />
        <ProgressTrack className="flex-1" label={label} value={done} most={total} />
        <span className="num text-muted text-sm font-semibold">
          {done}/{total}
        </span>
      </div>
      <div className="grid content-center gap-5 min-w-0 pt-3 pb-6">{children}</div>
      <div className="sitting-actions">{actions}</div>
    </div>
  );
}
