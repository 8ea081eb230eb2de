/** Results of messages that steps can wait for, in the order of a choice. */
export const RESULTS = [
  'MessageClicked',
  'MessageOpened',
  'MessageSent',
  'MessageFailed',
  'MessageSkipped',
  'MessageBounced',
  'Unsubscribed',
] as const;
