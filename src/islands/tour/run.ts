import { type DriveStep, driver, type PopoverDOM } from 'driver.js';
import librarySheet from 'driver.js/dist/driver.css?inline';
import { routes } from '#lib/routes.ts';
import { tourFigures } from '#lib/rules/tour/tour-rule.ts';
import { tourLabels, tours } from '#lib/words/tour.ts';
import ownSheet from './tour.css?inline';

/**
 * Shows the tour of a route with the figures of §9 (TOUR-04…07).
 *
 * @param onClosed called when the tour is over, completed or not
 * @returns whether there was anything to show
 */
export function runTour(route: string, onClosed: () => void): boolean {
  const steps = stepsOf(route);
  if (steps.length === 0) return false;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  let isAsking = false;
  const tour = driver({
    steps,
    animate: !isCalm,
    duration: tourFigures.animationMs,
    smoothScroll: !isCalm,
    overlayOpacity: tourFigures.overlayOpacity,
    stagePadding: tourFigures.stagePadding,
    stageRadius: tourFigures.stageRadius,
    popoverOffset: tourFigures.popoverOffset,
    // The tour’s own keys act on release, so the Escape that just closed the confirmation would act again.
    allowKeyboardControl: false,
    showProgress: true,
    progressText: tourLabels.progress,
    nextBtnText: tourLabels.next,
    prevBtnText: tourLabels.previous,
    doneBtnText: tourLabels.done,
    popoverClass: 'portal-tour',
    onPopoverRender: (popover, { state, driver: shown }) => {
      nameParts(popover);
      popover.footer.before(stepList(steps, state.activeIndex ?? 0, (index) => shown.moveTo(index)));
    },
    // The library marks its target as a menu button, which a card is not.
    onHighlighted: (element) => {
      for (const name of ['aria-haspopup', 'aria-expanded', 'aria-controls']) element?.removeAttribute(name);
    },
    onDestroyStarted: () => void close(),
    onDestroyed: () => {
      document.removeEventListener('keydown', onKeyDown);
      onClosed();
    },
  });

  async function close(): Promise<void> {
    if (isAsking) return;
    isAsking = tour.hasNextStep();
    if (!isAsking || (await confirmClose(mayRepeat(route)))) tour.destroy();
    isAsking = false;
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (isAsking) return;
    if (event.key === 'ArrowRight' && tour.hasNextStep()) tour.moveNext();
    if (event.key === 'ArrowLeft' && tour.hasPreviousStep()) tour.movePrevious();
    if (event.key === 'Home') tour.moveTo(0);
    if (event.key === 'End') tour.moveTo(steps.length - 1);
    if (event.key !== 'Escape') return;
    // Otherwise the same press would close the confirmation.
    event.preventDefault();
    void close();
  }

  wearSheet();
  document.addEventListener('keydown', onKeyDown);
  tour.drive();
  return true;
}

/** The steps whose target is on the screen (TOUR-10). */
function stepsOf(route: string): DriveStep[] {
  return (tours[route] ?? []).flatMap(({ target, unless, title, text }) => {
    const element = shown(target);
    if (!element || (unless !== undefined && shown(unless))) return [];
    return [{ element, popover: { title, description: text } }];
  });
}

const shown = (target: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(`[data-tour="${target}"]`)].find((each) => each.checkVisibility());

/**
 * The library builds its box from a header and a footer, which would count as landmarks of the page, and focuses its
 * close button.
 */
function nameParts({ closeButton, title, footer, nextButton }: PopoverDOM): void {
  closeButton.textContent = tourLabels.close;
  closeButton.removeAttribute('aria-label');
  title.role = 'presentation';
  footer.role = 'presentation';
  // The library moves the focus right after this.
  queueMicrotask(() => nextButton.focus());
}

/** A row of dots for the steps: each moves to its step (TOUR-04). */
function stepList(steps: readonly DriveStep[], current: number, moveTo: (index: number) => void): HTMLElement {
  const list = document.createElement('ol');
  list.className = 'tour-steps';
  for (const [index, { popover }] of steps.entries()) {
    const dot = document.createElement('button');
    dot.type = 'button';
    dot.ariaLabel = tourLabels.step(index + 1, String(popover?.title ?? ''));
    if (index === current) dot.ariaCurrent = 'step';
    dot.addEventListener('click', () => moveTo(index));
    const item = document.createElement('li');
    item.append(dot);
    list.append(item);
  }
  return list;
}

let isWorn = false;

/** The tour’s style sheet loads with its code: a page without a tour loads none of it. */
function wearSheet(): void {
  if (isWorn) return;
  isWorn = true;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(librarySheet + ownSheet);
  document.adoptedStyleSheets.push(sheet);
}

/**
 * Whether the profile can restart this tour: a printed-code session has no profile, and the practice tour needs its book.
 */
const mayRepeat = (route: string): boolean =>
  route !== 'minha-pratica' && document.querySelector(`a[href="${routes.me()}"]`) !== null;

/** Asks "Fechar tour?" (TOUR-06) in a native dialog. @returns whether to close. */
function confirmClose(isRepeatable: boolean): Promise<boolean> {
  const dialog = document.createElement('dialog');
  dialog.className = 'dialog tour-question';
  dialog.setAttribute('aria-labelledby', 'fechar-tour');
  const box = document.createElement('form');
  box.method = 'dialog';
  box.className = 'dialog-box';
  const title = document.createElement('h2');
  title.id = 'fechar-tour';
  title.className = 'text-xl';
  title.textContent = tourLabels.ask;
  const text = document.createElement('p');
  text.className = 'text-muted mt-2';
  text.textContent = tourLabels.askText;
  text.hidden = !isRepeatable;
  const actions = document.createElement('div');
  actions.className = 'mt-6 flex flex-wrap gap-3';
  actions.append(button(tourLabels.stay, 'nao', 'btn btn-primary'), button(tourLabels.close, 'sim', 'btn btn-ghost'));
  box.append(title, text, actions);
  dialog.append(box);
  // The tour takes the Tab key everywhere, but not in this dialog.
  dialog.addEventListener('keydown', (event) => event.stopPropagation());
  document.body.append(dialog);
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'sim');
    });
    dialog.showModal();
  });
}

function button(label: string, value: string, className: string): HTMLButtonElement {
  const element = document.createElement('button');
  Object.assign(element, { value, className, textContent: label });
  return element;
}
