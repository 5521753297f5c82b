import { useEffect, useState } from 'react';
import { MARKS, passedMark, secondsUntil } from '#lib/rules/time/countdown.ts';

/**
 * Milliseconds by which the school’s clock is ahead of the device’s clock, which may be wrong.
 *
 * @param now the school’s time when the page was rendered
 * @returns null before hydration: no countdown runs then
 */
export function useAhead(now: string): number | null {
  const [ahead, setAhead] = useState<number | null>(null);
  useEffect(() => setAhead(Date.parse(now) - Date.now()), [now]);
  return ahead;
}

/** Seconds left until an instant (null while `ahead` is null), and the mark that a screen reader announces now. */
export function useCountdown(
  until: string,
  ahead: number | null,
  marks = MARKS,
): { left: number | null; mark: number | null } {
  const [left, setLeft] = useState<number | null>(null);
  const [mark, setMark] = useState<number | null>(null);
  useEffect(() => {
    if (ahead === null) return;
    let before: number | null = null;
    setMark(null);
    const look = () => {
      const seconds = secondsUntil(until, Date.now(), ahead);
      const passed = passedMark(before, seconds, marks);
      before = seconds;
      setLeft(seconds);
      if (passed !== null) setMark(passed);
      if (seconds === 0) clearInterval(timer);
    };
    const timer = setInterval(look, 1000);
    look();
    return () => clearInterval(timer);
  }, [until, ahead, marks]);
  return { left, mark };
}
