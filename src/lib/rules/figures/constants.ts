/** Figures of the specification, §9. */
export const REGISTRATION_STALE_MONTHS = 4;
export const ADULT_AGE = 18;
export const BLOCKED_COMPANY_ID = 436;
export const MANAGER_ACTION_ID = 4;
/** Roles that the specification implies and does not number (ROLE-03). */
export const ADMIN_ACTION_ID = 1;
export const TEACHER_ACTION_ID = 2;
export const SECRETARY_ACTION_ID = 3;
export const SERVICE_WORKER_PATH = '/service-worker.js';
export const TOUR_DELAY_MS = 1000;
export const tourFigures = {
  overlayOpacity: 0.7,
  stagePadding: 10,
  stageRadius: 5,
  popoverOffset: 10,
  animationMs: 400,
} as const;
