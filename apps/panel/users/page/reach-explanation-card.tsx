import { useQuery } from '@tanstack/react-query';
import { queries } from '../../api/queries.js';
import { Link } from '../../kit/controls/link.js';
import { Card } from '../../kit/layout/card.js';
import { paths } from '../../navigation/paths.js';
import { useApplication } from '../../session/application.js';
import { usePersonMessages } from '../messages.js';
import { ReachExplanation } from './reach-explanation.js';

/** Explains the campaign that the reader came from, before all others. */
export function ReachExplanationCard({ uid, campaign }: { uid: string; campaign: string }) {
  const messages = usePersonMessages();
  const { app } = useApplication();
  // A reader who comes from its page has it already; without it the key stands there.
  const { data } = useQuery(queries.campaign(app.key, campaign));
  return (
    <Card title={messages.whyDid} note={<Link href={paths.campaign(app.key, campaign)}>{data?.name ?? campaign}</Link>}>
      <ReachExplanation uid={uid} campaign={campaign} />
    </Card>
  );
}
