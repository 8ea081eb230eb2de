export { AuditModule } from './audit.module.js';
export { AuditService } from './audit.service.js';
export {
  ACTOR_KINDS,
  INSTALLATION,
  SYSTEM,
  type Actor,
  type ActorKind,
  type AuditDifference,
  type AuditEntry,
  type ChainCheck,
  type EntryFilter,
  type NewEntry,
  type Origin,
} from './audit.types.js';
