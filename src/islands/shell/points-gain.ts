import { formatCount, formatPoints } from '#lib/format/money.ts';

const COUNT_MS = 700;
const SHOWN_MS = 4_000;

/** Announces earned points beside the balance, which counts up unless reduced motion is preferred. */
export function showGain(before: number, after: number): void {
  const figures = visible('[data-live="points"][data-as="count"]');
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches)
    for (const figure of figures) countUp(figure, before, after);
  const place = figures[0] ?? visible('[data-live-part~="points"]')[0];
  if (place) sayGain(`+${formatPoints(after - before)}`, place.getBoundingClientRect());
}

const visible = (selector: string): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => element.getClientRects().length > 0);

function countUp(figure: HTMLElement, before: number, after: number): void {
  const began = performance.now();
  const step = (now: number) => {
    // Another value arrived meanwhile.
    if (figure.dataset.value !== String(after)) return;
    const part = Math.min(1, Math.max(0, (now - began) / COUNT_MS));
    figure.textContent = formatCount(Math.round(before + (after - before) * (1 - (1 - part) ** 3)));
    if (part < 1) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

function sayGain(text: string, { bottom, left, width }: DOMRect): void {
  const gain = Object.assign(document.createElement('p'), { className: 'points-gain', role: 'status' });
  document.body.append(gain);
  // A screen reader announces text that is inserted into an existing live region.
  requestAnimationFrame(() => {
    gain.textContent = text;
    const room = document.documentElement.clientWidth - gain.offsetWidth - 8;
    gain.style.top = `${bottom + 10}px`;
    gain.style.left = `${Math.max(8, Math.min(room, left + (width - gain.offsetWidth) / 2))}px`;
  });
  setTimeout(() => gain.remove(), SHOWN_MS);
}
