export { LedgerCheckService, type LedgerReport } from './ledger-check.service.js';
export {
  type LedgerDispatch,
  type LedgerOrder,
  type LedgerRecord,
  type LedgerWait,
  SendLedgerRepository,
} from './send-ledger.repository.js';
