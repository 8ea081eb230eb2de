import { StackedBar } from '../../../kit/charts/stacked-bar.js';
import { useI18n } from '../../../i18n/i18n.js';
import { useSendMessages } from '../messages.js';

/** How far a check is that takes long. @param share  0 to 1 */
export function CheckProgress({ share }: { share: number }) {
  const { f } = useI18n();
  const messages = useSendMessages();
  const text = messages.counted(f.percent(share));
  return (
    <div>
      <StackedBar label={text} parts={[{ tone: 'sent', name: text, n: share }]} total={1} />
      <p>{text}</p>
    </div>
  );
}
