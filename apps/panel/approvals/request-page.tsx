import { useQuery } from '@tanstack/react-query';
import { reviewOf, type Review } from '../api/compose/approvals.js';
import { queries } from '../api/queries.js';
import { Arrivals } from '../figures/sends/arrivals.js';
import { TargetClauses } from '../figures/sends/target-clauses.js';
import { Link } from '../kit/controls/link.js';
import { Badge, type Tone } from '../kit/layout/badge.js';
import { Card } from '../kit/layout/card.js';
import { Columns, Screen, Stack } from '../kit/layout/screen.js';
import { Table } from '../kit/tables/table.js';
import { Loaded } from '../loading/loaded.js';
import { paths } from '../navigation/paths.js';
import { useApplication } from '../session/application.js';
import css from './approvals.module.css';
import { DecisionCards } from './decision-cards.js';
import { useDifferenceWords } from './difference-words.js';
import { RequestCard } from './request-card.js';
import { useApprovalWords } from './words.js';

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
  const words = useApprovalWords();
  const { app } = useApplication();
  const query = useQuery(reviewOf(app.key, requestKey));
  const review = query.data;
  return (
    <Screen
      title={review?.name ?? words.request}
      trail={<Link href={paths.approvals(app.key)}>{words.title}</Link>}
      badge={
        review && <Badge tone={TONES[review.state] ?? 'quiet'}>{words.states[review.state] ?? review.state}</Badge>
      }
    >
      <Loaded query={query} missing={{ title: words.missing, help: words.missingHelp }}>
        {(loaded) => (
          <Columns>
            <Stack>
              <ChangesCard review={loaded} />
              <PreviewCard review={loaded} />
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

/** What another request was before. */
function ChangesCard({ review: { revises, differences } }: { review: Review }) {
  const words = useApprovalWords();
  const parts = useDifferenceWords();
  const { app } = useApplication();
  return revises === null ? null : (
    <Card title={words.differences} isFlush={differences.length > 0}>
      {differences.length === 0 ? (
        <p className={css['quiet']}>{words.same}</p>
      ) : (
        <Table
          caption={words.differences}
          rows={differences}
          keyOf={({ field }) => field}
          columns={[
            {
              id: 'field',
              name: words.field,
              isName: true,
              renderCell: ({ field }) => <span className={css['value']}>{parts.nameOf(field)}</span>,
            },
            {
              id: 'before',
              name: words.before,
              renderCell: ({ field, from }) => <span className={css['value']}>{parts.valueOf(field, from)}</span>,
            },
            {
              id: 'after',
              name: words.after,
              renderCell: ({ field, to }) => <span className={css['value']}>{parts.valueOf(field, to)}</span>,
            },
          ]}
        />
      )}
      {differences.length === 0 && <Link href={paths.approvals(app.key, revises)}>{words.earlier}</Link>}
    </Card>
  );
}

/** The stored message, as it arrives. */
function PreviewCard({ review: { key } }: { review: Review }) {
  const words = useApprovalWords();
  const { app } = useApplication();
  const query = useQuery(queries.payloads(app.key, key));
  return (
    <Card title={words.preview} note={words.previewNote}>
      <Loaded query={query}>{({ items }) => <Arrivals items={items.slice(0, MAX_SHOWN)} />}</Loaded>
    </Card>
  );
}

/** Whom it is meant for, in words. */
function AudienceCard({ review: { target } }: { review: Review }) {
  const words = useApprovalWords();
  return (
    <Card title={words.audience}>
      {target === null ? (
        <p className={css['quiet']}>{words.hidden}</p>
      ) : target['type'] === 'all' ? (
        <p>{words.everybody}</p>
      ) : (
        <TargetClauses label={words.audience} target={target} />
      )}
    </Card>
  );
}
