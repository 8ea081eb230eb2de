import { AnyJson, Describe, FreeObject, Text, Texts } from '#platform/validation';

/** A list of the export. Its entries have the fields of the stored rows. */
function Entries(description: string): PropertyDecorator {
  return (target, property) => {
    AnyJson()(target, property);
    Describe({ description, schema: { type: 'array', items: { type: 'object' } } })(target, property);
  };
}

/** Times are ISO 8601. */
export class PersonExportDto {
  @Text() @Describe({ description: 'Name of the application', example: 'shop' }) application!: string;
  @Text() @Describe({ example: 'id1' }) extId!: string;
  @Text() @Describe({ description: 'When the export began' }) exportedAt!: string;

  @AnyJson()
  @Describe({
    description: 'Addresses and times of the user; null when it was deleted',
    schema: { type: 'object', nullable: true },
  })
  user!: object | null;

  @FreeObject() @Describe({ description: 'Values by attribute code, private and sealed ones too' }) profile!: object;
  @Texts({ max: 1_000_000 }) @Describe({ description: 'Names of tags' }) tags!: string[];

  @AnyJson()
  @Describe({
    description:
      'Opt-ins: `email`, `sms`, `categories`, `topics` by channel, `tracking` (null: nothing was said), `emailFrequency`; null for a deleted user',
    schema: { type: 'object', nullable: true },
  })
  consents!: object | null;

  @Entries('Changes of consent, newest first, as `getConsentHistory` shows them, with `at`')
  consentHistory!: object[];

  @Entries('Proofs of confirmed opt-ins, newest first, with the address that confirmed') confirmations!: object[];

  @Entries('Installations with token, model, language and last place, retired ones too') devices!: object[];
  @Texts({ max: 1_000_000 })
  @Describe({ description: 'Installations that went to another user' })
  formerDevices!: string[];
  @Entries('Anonymous users that were merged into this one: `mergedAt`') merges!: object[];
  @Entries('Reasons why nothing is sent to an address of the user') suppressions!: object[];
  @Texts({ max: 1_000_000 }) @Describe({ description: 'Names of the segments that have the user' }) segments!: string[];
  @Entries('Last examples of undefined events that name the user') undefinedEvents!: object[];
  @Entries('Stored messages, oldest first, as `inbox/get` shows them') inbox!: object[];
  @Entries('Events, oldest first: `at`, `name`, `attributes`') events!: object[];

  @Entries(
    'What was sent, oldest first: time, message, outcome with its reason, clicks, opens, receipts, callbacks, fetches by machines',
  )
  results!: object[];

  @Entries(
    'Visits to journeys, those inside first: `journey`, `version`, `step`, `key`, `enteredAt`, `data` of the event of entry, or `leftAt` and `reason`; `ways` that were taken',
  )
  journeys!: object[];
}
