import { Link } from '../../kit/controls/link.js';
import { Card } from '../../kit/layout/card.js';
import { paths } from '../../navigation/paths.js';
import { useApplication } from '../../session/application.js';
import { usePersonWords } from '../words.js';
import { Why } from './why.js';

/** Where somebody comes from a campaign: its explanation stands first. */
export function WhyCard({ uid, campaign }: { uid: string; campaign: string }) {
  const words = usePersonWords();
  const { app } = useApplication();
  return (
    <Card title={words.whyDid} note={<Link href={paths.campaign(app.key, campaign)}>{campaign}</Link>}>
      <Why uid={uid} campaign={campaign} />
    </Card>
  );
}
