/** The message of the send benches, through the product and bare: a push, a short e-mail, an SMS of one segment. */
export const BENCH_MESSAGE = {
  title: 'Spring sale',
  text: 'Everything 20 % off, today only',
  iconUrl: 'https://example.com/icon.png',
  customJson: { campaign: 'spring', shelf: 'a1', tier: 'gold' },
};
