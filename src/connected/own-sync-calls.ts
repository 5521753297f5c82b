/** The calls of other systems and of spreadsheets, for `own-calls.ts`. */
export const syncCalls = {
  'sync.downloadSheetModel': 'staff',
  'sync.listChanges': 'staff',
  'sync.putTable': 'staff',
  'sync.uploadSheet': 'staff',
} as const;
