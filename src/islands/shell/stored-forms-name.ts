/** Where a tab keeps what was typed into plain forms, until the next page of its user. */
export const STORED_FORMS = 'portal_typed';
