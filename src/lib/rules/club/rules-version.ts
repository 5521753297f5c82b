/** The rules of the club that a member accepts; a new wording is a new version. */
export const CLUB_RULES = '2026-01';
