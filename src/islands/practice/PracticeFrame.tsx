import type { ReactNode } from 'react';
import { ProgressTrack } from '../ui/ProgressTrack.tsx';
import { LeavePractice } from './LeavePractice.tsx';
import { SoundSwitch } from './SoundSwitch.tsx';

/** How far a practice session is, and the way out of it. */
export interface PracticeProgress {
  /** Where the cross leads. */
  leave: string;
  /** What the bar counts, for screen readers. */
  label: string;
  done: number;
  total: number;
}

interface PracticeFrameProps extends PracticeProgress {
  children: ReactNode;
  /** What was said of the answer: it slides over the foot, above the actions. */
  verdict?: ReactNode;
  /** How the foot looks meanwhile. */
  outcome?: 'right' | 'wrong' | undefined;
  /** Whether answers are heard. */
  hasSound?: boolean;
  /** Stands at the bottom, in reach of a thumb. */
  actions: ReactNode;
}

/**
 * One thing on the whole screen: a way out, how far the session is, the thing, and what to do with it. The thing begins at
 * the same height whatever stands below, so nothing jumps with an answer.
 */
export function PracticeFrame({ leave, label, done, total, hasSound = true, ...parts }: PracticeFrameProps) {
  const { children, verdict, outcome, actions } = parts;
  return (
    <div className="sitting">
      <div className="sitting-head">
        <LeavePractice href={leave} />
        <ProgressTrack className="flex-1" label={label} value={done} max={total} />
        <span className="num text-muted text-sm font-semibold">
          {done}/{total}
        </span>
        {hasSound && <SoundSwitch />}
      </div>
      <div className="sitting-stage">{children}</div>
      <div
        className={`sitting-actions ${outcome ? `sitting-marked tone-${outcome === 'right' ? 'success' : 'error'}` : ''}`}
      >
        <div role="status" className="empty:hidden">
          {verdict}
        </div>
        {actions}
      </div>
    </div>
  );
}
