import { expect, type Page } from '@playwright/test';
import { isDeep } from '../../support/deep.ts';
import { NARROWEST, screens } from './screens.ts';

/** The font size of a person who doubles it. */
const LARGE = '200%';
/** The page without its font, which may come late (decision 0010). */
const OWN_LETTERS = '"Jakarta Fallback", "Jakarta Fallback 2", sans-serif';

/**
 * What a finger touches, what the eye follows, and what a system with colours of its own draws, is there for everybody. The
 * deep run looks.
 */
export async function expectWithinReach(page: Page): Promise<void> {
  if (!isDeep) return;
  const nothing = { narrow: [], large: [], late: [], small: [], untold: [] };
  expect(await reachFindings(page), `reach of ${page.url()}`).toEqual(nothing);
}

/** Checks the open page at the width of a phone, and leaves it there. */
export async function reachFindings(page: Page) {
  await resize(page, { width: NARROWEST, height: screens.phone.height });
  const narrow = await page.evaluate(misfits);
  await resize(page, screens.phone);
  const small = await page.evaluate(smallTargets);
  await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), LARGE);
  const large = await page.evaluate(misfits);
  await page.evaluate((letters) => document.documentElement.style.setProperty('--font-sans', letters), OWN_LETTERS);
  const late = await page.evaluate(misfits);
  await page.evaluate(() => {
    for (const name of ['font-size', '--font-sans']) document.documentElement.style.removeProperty(name);
  });
  await page.emulateMedia({ forcedColors: 'active' });
  const untold = await page.evaluate(untoldParts);
  await page.emulateMedia({ forcedColors: 'none' });
  return { narrow, large, late, small, untold };
}

/** Resizes the window, and waits for the layout. */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size);
  await page.waitForFunction((width) => innerWidth === width, size.width);
}

/** How far the page scrolls sideways, and texts that are cut off by their box. Runs in the page. */
function misfits(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const found = scrollWidth > clientWidth ? [`The page is ${scrollWidth - clientWidth} pixels too wide.`] : [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = walker.nextNode(); text; text = walker.nextNode()) {
    const words = text.nodeValue?.trim();
    if (!words || !text.parentElement?.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    if (edgeOf(text.parentElement) < range.getBoundingClientRect().right - 1) found.push(`Cut off: ${words}`);
  }
  return found;

  /** Boxes that cut off their content, except for scrolling, ellipsis, and text for screen readers. */
  function edgeOf(element: Element): number {
    for (let box: Element | null = element; box; box = box.parentElement) {
      const { overflowX, textOverflow, clipPath, position } = getComputedStyle(box);
      if (textOverflow === 'ellipsis' || clipPath !== 'none' || position === 'fixed') break;
      if (overflowX === 'auto' || overflowX === 'scroll') break;
      if (overflowX !== 'visible') return box.getBoundingClientRect().right;
    }
    return Number.POSITIVE_INFINITY;
  }
}

/** Targets that are too small: less than 44 pixels high, except links in text. Runs in the page. */
function smallTargets(): string[] {
  const kinds = 'a[href], button, summary, select, textarea, input:not([type="hidden"])';
  return [...document.querySelectorAll<HTMLElement>(kinds)].flatMap((target) => {
    if (!target.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return [];
    if (target.matches('[inert] *, [tabindex="-1"]') || isInText(target)) return [];
    const height = Math.max(...areasOf(target).map((area) => area.getBoundingClientRect().height));
    // Text for screen readers is one pixel high. Half a pixel is lost in rounding.
    return height > 1 && height < 43.5 ? [`${Math.round(height)} pixels: ${target.outerHTML.slice(0, 160)}`] : [];
  });

  /** The element, its label, and the row that it covers. */
  function areasOf(target: HTMLElement): Element[] {
    const over = getComputedStyle(target, '::after');
    const row = over.position === 'absolute' && over.inset === '0px' ? placedAbove(target) : null;
    return [target, ...((target as HTMLInputElement).labels ?? []), ...(row ? [row] : [])];
  }

  /** The nearest positioned ancestor. A table cell may be the `offsetParent` without being positioned. */
  function placedAbove(target: Element): Element | null {
    let box = target.parentElement;
    while (box && getComputedStyle(box).position === 'static') box = box.parentElement;
    return box;
  }

  function isInText(target: Element): boolean {
    const all = target.parentElement?.textContent?.trim() ?? '';
    return getComputedStyle(target).display === 'inline' && all !== target.textContent?.trim();
  }
}

/**
 * Choices that look like the others, and boxes without an edge, where the system chooses the colours: a ground is not
 * drawn then. Runs in the page.
 */
function untoldParts(): string[] {
  const chosen = '[aria-current]:not([aria-current="false"]), [aria-selected="true"], [aria-pressed="true"], :checked';
  const choices = [...document.querySelectorAll<HTMLElement>(chosen)].filter(
    (each) => each.checkVisibility() && isDrawnHere(each) && !isTold(each),
  );
  const boxes = [...document.querySelectorAll<HTMLElement>('.surface, .hero-surface, .class-ticket')].filter(
    (box) => box.checkVisibility() && Number.parseFloat(getComputedStyle(box).borderTopWidth) === 0,
  );
  return [...choices, ...boxes].map((each) => each.outerHTML.slice(0, 160));

  /** The browser marks choices that it draws itself. */
  function isDrawnHere(each: HTMLElement): boolean {
    return !each.matches('option') && (!each.matches(':checked') || getComputedStyle(each).appearance === 'none');
  }

  /** Whether its borders change with the choice. */
  function isTold(each: HTMLElement): boolean {
    const before = linesOf(each);
    if (each instanceof HTMLInputElement) {
      each.checked = false;
      const after = linesOf(each);
      each.checked = true;
      return before !== after;
    }
    const name = ['aria-current', 'aria-selected', 'aria-pressed'].find((name) => each.hasAttribute(name)) ?? '';
    const value = each.getAttribute(name) ?? '';
    each.setAttribute(name, 'false');
    const after = linesOf(each);
    each.setAttribute(name, value);
    return before !== after;
  }

  function linesOf(each: HTMLElement): string {
    const drawn = [getComputedStyle(each), getComputedStyle(each, '::before'), getComputedStyle(each, '::after')];
    if (each.parentElement instanceof HTMLLabelElement) drawn.push(getComputedStyle(each.parentElement));
    return drawn
      .map(({ outline, borderWidth, borderStyle, textDecorationLine, content }) =>
        [outline, borderWidth, borderStyle, textDecorationLine, content].join(' '),
      )
      .join('\n');
  }
}
