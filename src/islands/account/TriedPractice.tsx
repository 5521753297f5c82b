import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { guestBook } from '#lib/rules/device/device-box.ts';
import { $takesTried } from '#lib/stores/account-registration.ts';
import { type Tried, triedOf } from '#lib/stores/practice-guest.ts';
import { practiceMessages } from '#lib/words/practice.ts';

/** Offers to take along what was tried of the book on this device; nothing where nothing was tried. */
export function TriedPractice() {
  const takes = useStore($takesTried, { ssr: 'initial' });
  const [tried, setTried] = useState<Tried | null>(null);
  useEffect(() => {
    const book = guestBook();
    if (book !== undefined) setTried(triedOf(book));
  }, []);
  if (!tried) return null;
  return (
    <label className="flex min-h-11 cursor-pointer items-start gap-3 py-1">
      <input type="checkbox" checked={takes} onChange={(event) => $takesTried.set(event.target.checked)} />
      <span className="text-sm">{practiceMessages.takeAlong(tried)}</span>
    </label>
  );
}
