import { useStore } from '@nanostores/react';
import { $lateWork } from '#lib/stores/pedagogico-files.ts';
import { lateWords } from '#lib/words/pedagogico.ts';

/** How much work is late, on the tab of the activities. It follows what is handed in on this page. */
export function LateCount({ count }: { count: number }) {
  const late = useStore($lateWork, { ssr: 'initial' }) ?? count;
  if (late === 0) return null;
  return (
    <span className="tab-count num">
      {late} <span className="sr-only">{lateWords(late)}</span>
    </span>
  );
}
