import { readFileSync, writeFileSync } from 'node:fs';
import { TABLE_FILE, withImportTable } from '../tests/unit/architecture/import-table.ts';

/** Writes the table of allowed imports into the docs. */
writeFileSync(TABLE_FILE, withImportTable(readFileSync(TABLE_FILE, 'utf8')));
