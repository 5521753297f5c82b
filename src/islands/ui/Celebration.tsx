import type { ReactNode } from 'react';

interface CelebrationProps {
  /** The brand's drawing (`DoneArt`), drawn by the page. */
  art?: ReactNode;
  title: string;
  figures?: readonly { value: string; label: string }[] | undefined;
  /** What happens next, in words. */
  children?: ReactNode;
}

/** Celebrates a success: the brand’s drawing, the title, its figures. The next step is in the actions beside it. */
export function Celebration({ art, title, figures = [], children }: CelebrationProps) {
  return (
    <div className="grid justify-items-center gap-4 text-center">
      {art}
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
      {children}
    </div>
  );
}
