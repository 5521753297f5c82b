import { useStore } from '@nanostores/react';
import { $lateWork } from '#lib/stores/pedagogico-files.ts';
import { lateWords } from '#lib/words/pedagogico.ts';

/** The number of late assignments, on the tab of assignments. It is updated by submissions on this page. */
export function LateCount({ count }: { count: number }) {
  const late = useStore($lateWork, { ssr: 'initial' }) ?? count;
  if (late === 0) return null;
  return (
    <span className="inline-grid min-w-[1.25rem] h-[1.25rem] ms-1 px-[0.3rem] place-items-center rounded-pill bg-error text-error-content text-[0.75rem] font-bold num">
      {late} <span className="sr-only">{lateWords(late)}</span>
    </span>
  );
}
