/** Commands for the school’s IT speak Portuguese, commands for developers English. */
export type Language = 'pt' | 'en';
