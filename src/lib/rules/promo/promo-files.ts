/** Share cards and calendars of promotional pages: rendered on request, because their texts change in the panel. */
const PROMO_FILE = /^\/(cartoes\/[a-z-]{1,60}\.png|agenda\/[a-z0-9-]{1,80}\.ics)$/;

export const isPromoFile = (pathname: string): boolean => PROMO_FILE.test(pathname);
