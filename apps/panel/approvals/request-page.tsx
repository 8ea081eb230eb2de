import { useQuery } from '@tanstack/react-query';
import { reviewOf, type Review } from '../api/compose/approvals.js';
import { queries } from '../api/queries.js';
import { Arrivals } from '../widgets/sends/arrivals.js';
import { Link } from '../kit/controls/link.js';
import { Badge, type Tone } from '../kit/layout/badge.js';
import { Card } from '../kit/layout/card.js';
import { Columns, Screen, Stack } from '../kit/layout/screen.js';
import { Loaded } from '../loading/loaded.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import { AudienceCard } from './audience-card.js';
import { ChangesCard } from './changes-card.js';
import { DecisionCards } from './decision-cards.js';
import { OverlappingCard } from './overlapping-card.js';
import { RequestCard } from './request-card.js';
import { useApprovalMessages } from './messages.js';

const TONES: Readonly<Record<string, Tone>> = {
  WAITING: 'skipped',
  APPROVED: 'sent',
  REJECTED: 'failed',
  OUTGROWN: 'failed',
};
/** A message has as many payloads as platforms and languages. */
const MAX_SHOWN = 6;

/** One request: everything that a decision needs, and the decision. */
export function RequestPage({ requestKey }: { requestKey: string }) {
  const messages = useApprovalMessages();
  const { app, may } = useApplication();
  const query = useQuery(reviewOf(app.key, requestKey));
  const review = query.data;
  return (
    <Screen
      title={review?.name ?? messages.request}
      trail={<Link href={paths.approvals(app.key)}>{messages.title}</Link>}
      badge={
        review && <Badge tone={TONES[review.state] ?? 'quiet'}>{messages.states[review.state] ?? review.state}</Badge>
      }
    >
      <Loaded query={query} missing={{ title: messages.missing, help: messages.missingHelp }}>
        {(loaded) => (
          <Columns>
            <Stack>
              <ChangesCard review={loaded} />
              <PreviewCard review={loaded} />
              {loaded.state === 'WAITING' && may('campaigns.approve') && <OverlappingCard requestKey={loaded.key} />}
            </Stack>
            <Stack>
              <RequestCard review={loaded} />
              <AudienceCard review={loaded} />
              <DecisionCards review={loaded} />
            </Stack>
          </Columns>
        )}
      </Loaded>
    </Screen>
  );
}

/** The stored message, as it arrives. */
function PreviewCard({ review: { key } }: { review: Review }) {
  const messages = useApprovalMessages();
  const { app } = useApplication();
  const query = useQuery(queries.payloads(app.key, key));
  return (
    <Card title={messages.preview} note={messages.previewNote}>
      <Loaded query={query}>{({ items }) => <Arrivals items={items.slice(0, MAX_SHOWN)} />}</Loaded>
    </Card>
  );
}
