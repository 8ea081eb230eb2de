export { ActorDto } from './actor.dto.js';
export { AuditModule } from './audit.module.js';
export { AuditService } from './audit.service.js';
export {
  INSTALLATION,
  SYSTEM,
  type Actor,
  type ActorKind,
  type AuditDifference,
  type AuditEntry,
  type ChainCheck,
  type NewEntry,
  type Origin,
} from './audit.types.js';
