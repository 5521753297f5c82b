import type { ReactNode } from 'react';
import { ProgressTrack } from '../ui/ProgressTrack.tsx';
import { LeavePractice } from './LeavePractice.tsx';
import { SoundSwitch } from './SoundSwitch.tsx';

/** The progress of a practice session, and the link to leave it. */
export interface PracticeProgress {
  /** The target of the close button. */
  leave: string;
  /** The label of the progress bar, for screen readers. */
  label: string;
  done: number;
  total: number;
}

interface PracticeFrameProps extends PracticeProgress {
  children: ReactNode;
  /** The correction of the answer: it slides over the foot, above the actions. */
  verdict?: ReactNode;
  /** The look of the foot with it. */
  outcome?: 'right' | 'wrong' | undefined;
  /** Whether answers have sounds. */
  hasSound?: boolean;
  /** Placed at the bottom, within reach of a thumb. */
  actions: ReactNode;
}

/**
 * A full-screen practice session: the close button, the progress, the content, and the actions. The content starts at the
 * same height whatever is below, so an answer does not shift it.
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
