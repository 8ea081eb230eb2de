import type { ComponentProps } from 'react';
import { useApplication } from '../../session/application.js';
import { TestCard } from '../tests/test-card.js';
import { WillGetCard } from './will-get-card.js';

/** What a campaign comes to for single people: whether it reaches them, and a test of it. */
export function PersonCards({
  campaign,
  extId,
  ...test
}: ComponentProps<typeof TestCard> & ComponentProps<typeof WillGetCard>) {
  const { may } = useApplication();
  return (
    <>
      <WillGetCard campaign={campaign} extId={extId} />
      {may('campaigns.send') && <TestCard {...test} />}
    </>
  );
}
