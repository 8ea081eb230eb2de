import type { ComponentProps } from 'react';
import { useApplication } from '../../session/application.js';
import { CARDS } from '../form/cards.js';
import { TestCard } from '../tests/test-card.js';
import { WillGetCard } from './will-get-card.js';

/** Shows the campaign for single people: an explanation of its reach, and a test. */
export function PersonCards({
  campaign,
  extId,
  ...test
}: ComponentProps<typeof TestCard> & ComponentProps<typeof WillGetCard>) {
  const { may } = useApplication();
  return (
    <>
      <WillGetCard campaign={campaign} extId={extId} />
      {may('campaigns.send') && (
        <div id={CARDS.test}>
          <TestCard {...test} />
        </div>
      )}
    </>
  );
}
