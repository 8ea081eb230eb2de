export { DeliveryDryRunService } from './delivery-dry-run.service.js';
export type {
  DryRunReport,
  LastError,
  LeftOutCount,
  PlatformForecast,
  PolicyForecast,
  SampleRecipient,
} from './dry-run.types.js';
export { type OtherSend, OtherSendRepository, type RunningSend } from './other-send.repository.js';
export { UserDryRunService } from './user-dry-run.service.js';
