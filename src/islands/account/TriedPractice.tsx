import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { $takesTried, $tried, lookUpTried } from '#lib/stores/account-registration.ts';

/** Offers to take along what was tried of the book on this device; nothing where nothing was tried. */
export function TriedPractice() {
  const tried = useStore($tried, { ssr: 'initial' });
  const takes = useStore($takesTried, { ssr: 'initial' });
  useEffect(() => void lookUpTried(), []);
  if (tried === null) return null;
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3 py-1">
      <input type="checkbox" checked={takes} onChange={(event) => $takesTried.set(event.target.checked)} />
      <span className="text-sm">{tried}</span>
    </label>
  );
}
