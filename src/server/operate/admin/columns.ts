/** A column of an importable table, described once: the import, the model file and the linking of headings read it. */
export interface Column {
  isRequired: boolean;
  /** What the model file shows. */
  example: string;
  /** What other systems call it. */
  synonyms: readonly string[];
}
export type Columns = Readonly<Record<string, Column>>;

/** A column without which no row is read. */
export const required = (example: string, ...synonyms: string[]): Column => ({ isRequired: true, example, synonyms });
/** A column that may be missing, and whose cells may be empty. */
export const optional = (example: string, ...synonyms: string[]): Column => ({ isRequired: false, example, synonyms });
