/** The storage key of a tab’s typed values in plain forms, until the next page of its user. */
export const STORED_FORMS = 'portal_typed';
