export { DeliveryDryRunService } from './delivery-dry-run.service.js';
export type {
  DryRunReport,
  LastError,
  LeftOutCount,
  PlatformForecast,
  PolicyForecast,
  SampleRecipient,
} from './dry-run.types.js';
export type { OtherSend, RunningSend } from './other-send.repository.js';
export { OtherSendService } from './other-send.service.js';
export { UserDryRunService } from './user-dry-run.service.js';
