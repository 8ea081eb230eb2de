import type { ComponentProps } from 'react';
import { useApplication } from '../../session/application.js';
import type { Draft } from '../form/draft.js';
import { TestCard } from '../tests/test-card.js';
import { WillGetCard } from './will-get-card.js';

/** What a campaign comes to for single people: whether it reaches them, and a test of it. */
export function PersonCards({ draft, ...test }: ComponentProps<typeof TestCard> & { draft: Draft }) {
  const { may } = useApplication();
  return (
    <>
      <WillGetCard draft={draft} />
      {may('campaigns.send') && <TestCard {...test} />}
    </>
  );
}
