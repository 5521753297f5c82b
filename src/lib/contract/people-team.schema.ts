import { z } from 'zod';
import { Email, Id, PersonName } from './shapes.schema.ts';

export const Role = z.enum(['admin', 'secretaria', 'gestora', 'professor']);
export type Role = z.infer<typeof Role>;

const InvitedRole = z.enum(['secretaria', 'gestora', 'professor']);
export const StaffInput = z.object({ full_name: PersonName, email: Email, papel: InvitedRole, unidade_id: Id });
export type StaffInput = z.infer<typeof StaffInput>;
