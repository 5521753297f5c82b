/** An event of the document: a part of the page was drawn again, and page scripts look at it anew. */
export const PARTS_DRAWN = 'portal:parts-drawn';
