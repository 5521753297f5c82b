/** A document event: a part of the page was rendered again, and page scripts must process it. */
export const PARTS_DRAWN = 'portal:parts-drawn';
