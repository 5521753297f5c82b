/** Where a tab keeps what was typed into plain forms, until the next page of its user. */
export const KEPT_FORMS = 'portal_typed';
